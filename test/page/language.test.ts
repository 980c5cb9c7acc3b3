import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchBrowser } from '../harness/browser.mjs';
import { bundleSentences } from '../harness/sentences.mjs';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { openBuiltView, type BuiltView } from './builtView';

const pseudo = vi.hoisted((): Record<string, string> => ({}));
for (const sentence of bundleSentences()) pseudo[sentence] = `[!! ${sentence} !!]`;

vi.mock('vscode', () => ({
  l10n: { bundle: pseudo },
  env: { language: 'qps-ploc' },
  Uri: { joinPath: (...parts: string[]) => parts.at(-1) },
}));

let browser: Browser;
let view: BuiltView;
beforeAll(async () => {
  browser = await launchBrowser();
  view = await openBuiltView(browser);
});
afterAll(() => browser.close());

it('the built view speaks the language of its page, sentences that its scripts share as well', async () => {
  const { page } = view;
  await view.show(resultState());
  await page.getByRole('status').getByText('92').waitFor();
  expect(await page.getByRole('status').innerText()).toBe('[!! [!! 92 rows !!], complete !!]');
  await page.getByRole('tab', { name: '[!! Table !!]' }).waitFor();
});
