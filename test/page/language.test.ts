import { expect, it } from 'vitest';
import { bundleSentences } from '../../scripts/sentences.mjs';
import { openView } from './openView';
import { resultState } from '../unit/webview-ui/frame/resultStates';

const pseudo = Object.fromEntries(bundleSentences().map((sentence) => [sentence, `[!! ${sentence} !!]`]));

it('the built view speaks the language of its page, including sentences that its scripts share', async () => {
  const { page, show } = await openView({ bundle: pseudo });
  await show(resultState());
  await page.getByRole('status').getByText('92').waitFor();
  expect(await page.getByRole('status').innerText()).toBe('[!! [!! 92 rows !!], complete !!]');
  await page.getByRole('tab', { name: '[!! Table !!]' }).waitFor();
});
