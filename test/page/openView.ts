import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { root } from '../harness/checkout.mjs';
import { protocolVersion, type FromView, type ResultState } from '../../src/messages';

const site = 'http://view.test';

/** Plays the editor: keeps what the view says, and answers that a table has no rows and that all else takes long. */
const editor = `
  globalThis.said = [];
  const version = ${protocolVersion};
  acquireVsCodeApi = () => ({
    getState() {},
    setState() {},
    postMessage(message) {
      said.push(message);
      if (message.asked?.kind !== 'rows') return;
      const answer = { total: 0, rows: [] };
      globalThis.postMessage({ version, kind: 'answer', ask: message.ask, answer });
    },
  });`;

/** The built view alone in a page of the browser. The test mocks `vscode`, from which the page has its language. */
export async function openView(
  browser: Browser,
  viewport = { width: 1400, height: 700 },
): Promise<{
  page: Page;
  show: (state: ResultState) => Promise<void>;
  /** The kinds of actions that the view has sent to the editor. */
  actions: () => Promise<string[]>;
}> {
  const { panelHtml } = await import('../../src/editor/result/panelHtml');
  const webview = { asWebviewUri: (name: string) => `${site}/${name}`, cspSource: site };
  const html = panelHtml(webview as never, '' as never);
  const page = await browser.newPage({ viewport });
  await page.addInitScript(editor);
  await page.route(`${site}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/css';
    const body = readFileSync(join(root, 'dist', 'webview', name));
    return route.fulfill({ contentType, body });
  });
  await page.goto(`${site}/`);
  return {
    page,
    show: (state) =>
      page.evaluate((message) => globalThis.postMessage(message), {
        version: protocolVersion,
        kind: 'state',
        state,
      }),
    actions: () =>
      page.evaluate(() =>
        (globalThis as unknown as { said: FromView[] }).said.flatMap((message) =>
          message.kind === 'act' ? [message.action.kind] : [],
        ),
      ),
  };
}
