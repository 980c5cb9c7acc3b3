import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { Uri } from 'vscode';
import { launchBrowser } from '../harness/browser.mjs';
import { root } from '../../scripts/checkout.mjs';
import { panelHtml } from '#src/editor/result/panelHtml';
import type { ChartPlan } from '#src/market/datasets/dataset';
import { type FromView, type ResultState, type ToView, type ViewAction } from '#src/protocol/messages';
import type { Table } from '#src/table/columns/table';
import { editor } from '../unit/editor/fakeVscode/editor';
import { FakeTab } from '../unit/editor/fakeVscode/fakeTab';
import { chartAtOnce } from '../unit/table/charts/tables';

/** One for all pages of a test file. */
let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

export type Ask = Extract<FromView, { kind: 'ask' }>;

/** The built view alone, whose host is played by the test. */
export interface OpenView {
  readonly page: Page;
  /** Sends the view a message as the host would. */
  readonly say: (message: ToView) => Promise<void>;
  readonly show: (state: ResultState) => Promise<void>;
  /** The kinds of actions that the view has sent to the host. */
  readonly actions: () => string[];
  /** These actions. */
  readonly sent: () => ViewAction[];
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

/** Answers with charts of the table, made as in the thread; other questions stay unanswered. */
export const answerCharts =
  (table: Table, plan: ChartPlan = 'steps') =>
  (view: OpenView, { ask, asked: { kind, question } }: Ask): void => {
    if (kind !== 'chart') return;
    const answer = chartAtOnce(table, plan, { ...question, ...judged });
    // The last answer may come after the test.
    view.say({ kind: 'answer', ask, answer }).catch(() => undefined);
  };
/** As the editor completes what a view asks of a finished result. */
export const judged = { judged: true, asked: { start: null, end: null, due: null } } as const;

export const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/**
 * Waits until the page has read every message sent to it and drawn what followed: for what must not change.
 */
export const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

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
  editor.bundle = bundle;
  editor.language = 'qps-ploc';
  const { webview } = new FakeTab();
  const site = webview.cspSource;
  const html = panelHtml(webview, Uri.file('/'), builtFile('style.css').toString());
  const page = await browser.newPage({ viewport: { width, height: 700 } });
  const sent: ViewAction[] = [];
  const copied: string[] = [];
  const say: OpenView['say'] = (message) => page.evaluate((data) => globalThis.postMessage(data), message);
  const view: OpenView = {
    page,
    say,
    show: (state) => say({ kind: 'state', state }),
    actions: () => sent.map(({ kind }) => kind),
    sent: () => sent,
    copied: () => copied,
  };
  await page.exposeFunction('hear', (message: FromView) => {
    if (message.kind === 'act') {
      sent.push(message.action);
      if (message.action.kind === 'copyText') copied.push(message.action.text);
    }
    if (message.kind === 'ask') answer(view, message);
  });
  await page.addInitScript(
    `acquireVsCodeApi = () => ({ postMessage: (message) => void hear(message), getState() {}, setState() {} })`,
  );
  await page.route(`${site}/**`, (route) => {
    const name = posix.basename(new URL(route.request().url()).pathname);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    return route.fulfill({ contentType: 'text/javascript', body: builtFile(name) });
  });
  await page.goto(`${site}/`);
  return view;
}
