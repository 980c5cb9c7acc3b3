import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchBrowser } from '../harness/browser.mjs';
import { root } from '../harness/checkout.mjs';
import { protocolVersion } from '../../src/messages';
import { bundleSentences } from '../harness/sentences.mjs';
import { resultState } from '../unit/webview-ui/frame/resultStates';

const site = 'http://view.test';
const pseudo = vi.hoisted((): Record<string, string> => ({}));
for (const sentence of bundleSentences()) pseudo[sentence] = `[!! ${sentence} !!]`;

vi.mock('vscode', () => ({
  l10n: { bundle: pseudo },
  env: { language: 'qps-ploc' },
  Uri: { joinPath: (...parts: string[]) => parts.at(-1) },
}));

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const { panelHtml } = await import('../../src/editor/result/panelHtml');
  const webview = { asWebviewUri: (name: string) => `${site}/${name}`, cspSource: site };
  const html = panelHtml(webview as never, '' as never);
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.addInitScript(`acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })`);
  await page.route(`${site}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/css';
    const body = readFileSync(join(root, 'dist', 'webview', name));
    return route.fulfill({ contentType, body });
  });
  await page.goto(`${site}/`);
});
afterAll(() => browser.close());

it('the built view speaks the language of its page, sentences that its scripts share as well', async () => {
  const state = resultState();
  await page.evaluate((message) => globalThis.postMessage(message), {
    version: protocolVersion,
    kind: 'state',
    state,
  });
  await page.getByRole('status').getByText('92').waitFor();
  expect(await page.getByRole('status').innerText()).toBe('[!! [!! 92 rows !!], complete !!]');
  await page.getByRole('tab', { name: '[!! Table !!]' }).waitFor();
});
