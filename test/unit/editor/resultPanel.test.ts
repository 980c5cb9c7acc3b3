import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ResultPanel } from '../../../src/editor/resultPanel';
import { findDataset } from '../../../src/market/datasets';
import { newResult, type Progress, type Result } from '../../../src/results/result';
import type { ResultStore } from '../../../src/results/resultStore';
import type { ToView } from '../../../src/messages';

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  Uri: { joinPath: () => 'uri' },
  Disposable: { from: () => ({ dispose: () => undefined }) },
}));

const ended: Progress = { kind: 'ended', outcome: { kind: 'success', status: 200 } };

interface Asked {
  id: string;
  about: string;
  signal: AbortSignal | undefined;
  answer: (value: unknown) => void;
}

/** A tab whose view is played by the test. */
function openTab(first: Result) {
  const posted: ToView[] = [];
  const asked: Asked[] = [];
  let say: (message: unknown) => void = () => undefined;
  const webview = {
    options: {},
    html: '',
    cspSource: '',
    asWebviewUri: () => 'uri',
    postMessage: (message: ToView) => Promise.resolve(posted.push(message)),
    onDidReceiveMessage: (listener: typeof say) => ((say = listener), { dispose: () => undefined }),
  };
  const tab = {
    webview,
    title: '',
    iconPath: undefined,
    active: true,
    visible: true,
    onDidDispose: () => ({ dispose: () => undefined }),
  };
  const store = {
    onDidChange: () => () => undefined,
    setShown: () => undefined,
    ask: (id: string, about: string, _: unknown, options?: { signal?: AbortSignal }) =>
      new Promise((answer) => asked.push({ id, about, signal: options?.signal, answer })),
  };
  const panel = new ResultPanel(
    tab as never,
    'uri' as never,
    first,
    'Europe/Oslo',
    store as unknown as ResultStore,
    () => undefined,
    { warn: () => undefined } as never,
    () => undefined,
  );
  say({ version: 1, kind: 'ready' });
  const states = () => posted.flatMap((message) => (message.kind === 'state' ? message.state : []));
  return { panel, asked, states, say: (message: unknown) => say(message) };
}

function resultOf(id: string, progress: Progress): Result {
  const query = { dataset: findDataset('dayahead-prices')!, parameters: {} };
  const result = newResult(id, query, 'sandbox', '');
  const table = { records: 1, rows: 96, bytes: 100, memory: 1, columns: [] };
  return Object.assign(result, { progress, table });
}

const whole = { due: 96, received: 96 };

describe('a tab that takes over a new result', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('stops the query it showed: nobody could cancel it any more', () => {
    const old = resultOf('old', { kind: 'receiving' });
    const { panel } = openTab(old);
    panel.show(resultOf('new', { kind: 'asking' }));
    expect(old.controller.signal.aborted).toBe(true);
  });

  it('leaves a query alone that is shown again', () => {
    const running = resultOf('same', { kind: 'receiving' });
    const { panel } = openTab(running);
    panel.show(running);
    expect(running.controller.signal.aborted).toBe(false);
  });

  it('never says of the new result how complete the old one was', async () => {
    const { panel, asked, states } = openTab(resultOf('old', ended));
    expect(asked[0]).toMatchObject({ id: 'old', about: 'integrity' });
    panel.show(resultOf('new', { kind: 'asking' }));
    asked[0]?.answer(whole);
    await vi.runAllTimersAsync();
    expect(states().at(-1)).toMatchObject({ id: 'new', integrity: null });
  });

  it('forgets how complete the old one was, known already', async () => {
    const { panel, asked, states } = openTab(resultOf('old', ended));
    asked[0]?.answer(whole);
    await vi.runAllTimersAsync();
    expect(states().at(-1)).toMatchObject({ id: 'old', integrity: whole });
    panel.show(resultOf('new', { kind: 'asking' }));
    await vi.runAllTimersAsync();
    expect(states().at(-1)).toMatchObject({ id: 'new', integrity: null });
  });
});

describe('rows in another order', () => {
  const rows = (ask: number, column: string) => ({
    version: 1,
    kind: 'ask',
    ask,
    asked: { kind: 'rows', question: { from: 0, to: 200, sort: [{ column }] } },
  });

  it('stop the thread from working out the order nobody looks at any more', () => {
    const { asked, say } = openTab(resultOf('one', ended));
    say(rows(1, 'price'));
    say(rows(2, 'price'));
    say(rows(3, 'startTime'));
    const pages = asked.filter(({ about }) => about === 'page');
    expect(pages.map(({ signal }) => signal?.aborted)).toEqual([true, true, false]);
  });
});
