import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, vi } from 'vitest';
import { launchBrowser } from '../harness/browser.mjs';
import { root } from '../harness/checkout.mjs';
import { protocolVersion, type FromView, type ResultState, type ToView } from '../../src/protocol/messages';

const site = 'http://view.test';

/** One for all pages of a test file. */
let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

/** `Omit` for each member of the union. */
type Unversioned<Message> = Message extends unknown ? Omit<Message, 'version'> : never;

type Ask = Extract<FromView, { kind: 'ask' }>;

/** The built view alone, whose host is played by the test. */
export interface OpenView {
  readonly page: Page;
  /** Sends the view a message as the host would. */
  readonly say: (message: Unversioned<ToView>) => Promise<void>;
  readonly show: (state: ResultState) => Promise<void>;
  /** The kinds of actions that the view has sent to the host. */
  readonly actions: () => string[];
  /** The texts that the view has copied to the clipboard. */
  readonly copied: () => string[];
}

const builtFile = (name: string) => readFileSync(join(root, 'dist', 'webview', name));

function answerNoRows(view: OpenView, { ask, asked }: Ask): void {
  if (asked.kind === 'rows')
    void view.say({ kind: 'answer', ask, answer: { total: 0, rows: [], origins: [] } });
}

/**
 * Answers for a table of so many rows with one column of numbers from 0 on; other questions stay unanswered.
 */
export const answerRows =
  (total: number) =>
  (view: OpenView, { ask, asked }: Ask): void => {
    if (asked.kind !== 'rows') return;
    const { from = 0, to = total } = asked.question;
    const origins = Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, row) => from + row);
    const rows = origins.map((row) => [row]);
    void view.say({ kind: 'answer', ask, answer: { total, rows, origins } });
  };

/**
 * Opens the built view alone in a page of the browser. `answer` gets the view's questions; by default, a
 * table has no rows and all other questions stay unanswered. `bundle` has the sentences of a language other
 * than English.
 */
export async function openView({
  answer = answerNoRows,
  width = 1400,
  bundle,
}: {
  answer?: (view: OpenView, ask: Ask) => void;
  width?: number;
  bundle?: Readonly<Record<string, string>>;
} = {}): Promise<OpenView> {
  // The page gets its language from the editor.
  vi.doMock('vscode', () => ({
    l10n: { bundle },
    env: { language: 'qps-ploc' },
    Uri: { joinPath: (...parts: string[]) => parts.at(-1) },
  }));
  const { panelHtml } = await import('../../src/editor/result/panelHtml');
  const webview = { asWebviewUri: (name: string) => `${site}/${name}`, cspSource: site };
  const html = panelHtml(webview as never, '' as never, builtFile('style.css').toString());
  const page = await browser.newPage({ viewport: { width, height: 700 } });
  const actions: string[] = [];
  const copied: string[] = [];
  const say: OpenView['say'] = (message) =>
    page.evaluate((data) => globalThis.postMessage(data), { version: protocolVersion, ...message });
  const view: OpenView = {
    page,
    say,
    show: (state) => say({ kind: 'state', state }),
    actions: () => actions,
    copied: () => copied,
  };
  await page.exposeFunction('hear', (message: FromView) => {
    if (message.kind === 'act') {
      actions.push(message.action.kind);
      if (message.action.kind === 'copyText') copied.push(message.action.text);
    }
    if (message.kind === 'ask') answer(view, message);
  });
  await page.addInitScript(
    `acquireVsCodeApi = () => ({ postMessage: (message) => void hear(message), getState() {}, setState() {} })`,
  );
  await page.route(`${site}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    return route.fulfill({ contentType: 'text/javascript', body: builtFile(name) });
  });
  await page.goto(`${site}/`);
  return view;
}
