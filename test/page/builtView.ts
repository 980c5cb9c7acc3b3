import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { root } from '../harness/checkout.mjs';
import { protocolVersion, type FromView, type ResultState, type ToView } from '../../src/messages';

const site = 'http://view.test';

/** `Omit` for each member of the union. */
type Unversioned<Message> = Message extends unknown ? Omit<Message, 'version'> : never;

export interface BuiltView {
  readonly page: Page;
  /** Says to the view what the host would. */
  say(message: Unversioned<ToView>): Promise<void>;
  show(state: ResultState): Promise<void>;
}

/** Opens the built view without VS Code, whose module a test mocks; `hear` gets what it says to its host. */
export async function openBuiltView(
  browser: Browser,
  hear: (message: FromView) => void = () => undefined,
): Promise<BuiltView> {
  const { panelHtml } = await import('../../src/editor/result/panelHtml');
  const webview = { asWebviewUri: (name: string) => `${site}/${name}`, cspSource: site };
  const html = panelHtml(webview as never, '' as never);
  const page = await browser.newPage();
  await page.exposeFunction('hear', hear);
  await page.addInitScript(
    `acquireVsCodeApi = () => ({ postMessage: (message) => void hear(message), getState() {}, setState() {} })`,
  );
  await page.route(`${site}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/css';
    const body = readFileSync(join(root, 'dist', 'webview', name));
    return route.fulfill({ contentType, body });
  });
  await page.goto(`${site}/`);
  const say: BuiltView['say'] = (message) =>
    page.evaluate((data) => globalThis.postMessage(data), { version: protocolVersion, ...message });
  return { page, say, show: (state) => say({ kind: 'state', state }) };
}
