import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchBrowser } from '../harness/browser.mjs';
import { bundleSentences } from '../harness/sentences.mjs';
import { openView } from './openView';
import { resultState } from '../unit/webview-ui/frame/resultStates';

const pseudo = vi.hoisted((): Record<string, string> => ({}));
for (const sentence of bundleSentences()) pseudo[sentence] = `[!! ${sentence} !!]`;

vi.mock('vscode', () => ({
  l10n: { bundle: pseudo },
  env: { language: 'qps-ploc' },
  Uri: { joinPath: (...parts: string[]) => parts.at(-1) },
}));

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

it('the built view speaks the language of its page, sentences that its scripts share as well', async () => {
  const { page, show } = await openView(browser);
  await show(resultState());
  await page.getByRole('status').getByText('92').waitFor();
  expect(await page.getByRole('status').innerText()).toBe('[!! [!! 92 rows !!], complete !!]');
  await page.getByRole('tab', { name: '[!! Table !!]' }).waitFor();
});
