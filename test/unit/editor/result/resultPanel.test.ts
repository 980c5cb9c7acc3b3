import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { exportChoicesIn, type Remembered } from '#src/editor/shell/remembered';
import type { EditorAnswers } from '#src/editor/shell/editorAnswers';
import { ResultPanel } from '#src/editor/result/resultPanel';
import { isReplaceable } from '#src/editor/result/shownTab';
import type { ColumnChoice } from '#src/protocol/tableTypes';
import { tabActions } from '#src/editor/result/tabActions';
import { carryOutAction, type ViewActions } from '#src/editor/shell/viewActions';
import { findDataset } from '#src/market/datasets/datasets';
import { emptyTable, newResult, type Progress, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { type ToView } from '#src/protocol/messages';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';
import { FakeTab } from '../fakeVscode/fakeTab';
import { memoryOf } from '../memoryOf';
import { selectedConnection } from '../selectedConnection';
import { extensionWithPage } from './extensionWithPage';

const extension = extensionWithPage();

const ended: Progress = { kind: 'ended', outcome: { kind: 'success', status: 200 } };

interface Asked {
  id: string;
  about: string;
  question: unknown;
  signal: AbortSignal | undefined;
  answer: (value: unknown) => void;
}

const noChoices: Remembered<ColumnChoice> = {
  of: () => null,
  remember: () => undefined,
  onDidChange: () => () => undefined,
};

/** A tab whose view is simulated by the test, including what a person does in the view. */
function openTab(
  first: Result,
  choices: Remembered<ColumnChoice> = noChoices,
  isReady = true,
  save: () => Promise<{ kind: 'written' }> = () => Promise.resolve({ kind: 'written' }),
) {
  const tab = new FakeTab();
  const posted = tab.posted as ToView[];
  /**
   * What the store was told: the result that the tab shows and those in its chart; `null` once it's closed.
   */
  const told: ([string, readonly string[]] | null)[] = [];
  const asked: Asked[] = [];
  const results = new Map([[first.id, first]]);
  const store = doubleOf<ResultStore>({
    find: (id: string) => results.get(id),
    onDidChange: () => () => undefined,
    setShown: (_tab, id, inChart) => void told.push([id, inChart]),
    setClosed: () => void told.push(null),
    areasWithData: () => new Set<string>(),
    ask: ((id: string, about: string, question: unknown, options?: { signal?: AbortSignal }) =>
      new Promise<unknown>((answer) =>
        asked.push({ id, about, question, signal: options?.signal, answer }),
      )) as ResultStore['ask'],
  });
  const editorAnswers = doubleOf<EditorAnswers>({
    exportTarget: () => Promise.resolve({ target: 'market-data/prices.csv', problem: '' }),
    exportElsewhere: () => Promise.reject(new Error('No dialog.')),
    export: save,
  });
  const panels = {
    tabOf: (id: string): ResultPanel | undefined => (panel.result.id === id ? panel : undefined),
  };
  const repeated: string[] = [];
  const actions = doubleOf<ViewActions>({
    ...tabActions(panels, choices),
    cancel: ({ controller }) => controller.abort(),
    runAgain: ({ id }) => repeated.push(id),
  });
  const panel: ResultPanel = new ResultPanel(
    tab,
    extension,
    first,
    'Europe/Oslo',
    {
      store,
      columnChoices: choices,
      exportChoices: exportChoicesIn(memoryOf()),
      act: (action, result) => carryOutAction(actions, action, result),
      waits: { nextRequest: () => undefined, onDidChange: () => () => undefined },
      connections: selectedConnection(),
      answers: editorAnswers,
      log: doubleOf<LogOutputChannel>({ warn: () => undefined }),
    },
    () => undefined,
  );
  const ready = () => tab.say({ kind: 'ready', size: { width: 800.4, height: 600 } });
  if (isReady) ready();
  const states = () => posted.flatMap((message) => (message.kind === 'state' ? message.state : []));
  /** As the view, which names the result that it was told of. */
  const say = (...messages: object[]) => {
    for (const message of messages) tab.say({ result: states().at(-1)?.id ?? first.id, ...message });
  };
  const close = () => tab.dispose();
  return { panel, asked, posted, told, repeated, states, ready, say, close };
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

  it('stops the previous query, which could no longer be cancelled', () => {
    const old = resultOf('old', { kind: 'receiving' });
    const { panel } = openTab(old);
    panel.change({ kind: 'show', result: resultOf('new', { kind: 'asking' }) });
    expect(old.controller.signal.aborted).toBe(true);
  });

  it('keeps showing the old result if the response arrives at once, so that no chart flashes', async () => {
    const { panel, states } = openTab(resultOf('old', ended));
    await vi.runAllTimersAsync();
    const asking = resultOf('quick', { kind: 'asking' });
    panel.change({ kind: 'show', result: Object.assign(asking, { table: { ...asking.table, rows: 0 } }) });
    await vi.advanceTimersByTimeAsync(39);
    panel.change({ kind: 'show', result: resultOf('quick', ended) });
    await vi.advanceTimersByTimeAsync(0);
    expect(states().map(({ id, rows }) => `${id} ${rows}`)).not.toContain('quick 0');
    expect(states().at(-1)).toMatchObject({ id: 'quick', rows: 96 });
  });

  it('says after a short while that a response takes longer', async () => {
    const { panel, states } = openTab(resultOf('old', ended));
    await vi.runAllTimersAsync();
    const asking = resultOf('slow', { kind: 'asking' });
    panel.change({ kind: 'show', result: Object.assign(asking, { table: { ...asking.table, rows: 0 } }) });
    await vi.advanceTimersByTimeAsync(40);
    expect(states().at(-1)).toMatchObject({ id: 'slow', phase: { kind: 'asking' } });
  });

  it("doesn't stop a query that is shown again", () => {
    const running = resultOf('same', { kind: 'receiving' });
    const { panel } = openTab(running);
    panel.change({ kind: 'show', result: running });
    expect(running.controller.signal.aborted).toBe(false);
  });

  it('never shows the completeness of the old result for the new one', async () => {
    const { panel, asked, states } = openTab(resultOf('old', ended));
    expect(asked[0]).toMatchObject({ id: 'old', about: 'integrity' });
    panel.change({ kind: 'show', result: resultOf('new', { kind: 'asking' }) });
    asked[0]?.answer(whole);
    await vi.runAllTimersAsync();
    expect(states().at(-1)).toMatchObject({ id: 'new', integrity: null });
  });

  it('discards the known completeness of the old result', async () => {
    const { panel, asked, states } = openTab(resultOf('old', ended));
    asked[0]?.answer(whole);
    await vi.runAllTimersAsync();
    expect(states().at(-1)).toMatchObject({ id: 'old', integrity: whole });
    panel.change({ kind: 'show', result: resultOf('new', { kind: 'asking' }) });
    await vi.runAllTimersAsync();
    expect(states().at(-1)).toMatchObject({ id: 'new', integrity: null });
  });
});

describe('a new tab', () => {
  beforeEach(() => void vi.useFakeTimers());
  const tabOf = (result: Result) => openTab(result, undefined, false);
  const firstState = ({ posted }: ReturnType<typeof openTab>) =>
    posted.find((message) => message.kind === 'state');

  it('sends the chart of a complete result with the first state, requested at the size of the page', async () => {
    const tab = tabOf(resultOf('one', ended));
    tab.asked[0]?.answer([]);
    await vi.runAllTimersAsync();
    tab.ready();
    expect(tab.asked[1]).toMatchObject({ id: 'one', about: 'chart', question: { width: 800, height: 600 } });
    const chart = { kind: 'series', series: [] };
    tab.asked[1]?.answer(chart);
    await vi.advanceTimersByTimeAsync(0);
    expect(firstState(tab)).toMatchObject({ ahead: chart, state: { id: 'one' } });
  });

  it('counts as drawn when its view says so, not when the chart is sent: most of a large response waits', async () => {
    const tab = tabOf(resultOf('one', { kind: 'receiving' }));
    const drawn = vi.fn();
    void tab.panel.whenDrawn.then(drawn);
    tab.ready();
    tab.asked[0]?.answer({ kind: 'series', series: [] });
    await vi.advanceTimersByTimeAsync(100);
    expect(firstState(tab)).toHaveProperty('ahead');
    expect(drawn).not.toHaveBeenCalled();
    tab.say({ kind: 'drawn' });
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn).toHaveBeenCalledOnce();
  });

  it('shows its state without a chart that takes long', async () => {
    const tab = tabOf(resultOf('one', ended));
    tab.asked[0]?.answer([]);
    await vi.runAllTimersAsync();
    tab.ready();
    await vi.advanceTimersByTimeAsync(49);
    expect(firstState(tab)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(firstState(tab)).toMatchObject({ state: { id: 'one' } });
    expect(firstState(tab)).not.toHaveProperty('ahead');
  });

  it('sends no chart with fewer rows than its state reports', async () => {
    const result = resultOf('one', { kind: 'receiving' });
    const tab = tabOf(result);
    tab.ready();
    result.revision += 1;
    tab.asked[0]?.answer({ kind: 'series', series: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(firstState(tab)).toMatchObject({ state: { revision: result.revision } });
    expect(firstState(tab)).not.toHaveProperty('ahead');
  });

  it('requests no chart before the first rows', async () => {
    const result = resultOf('one', { kind: 'receiving' });
    const tab = tabOf(Object.assign(result, { table: { ...result.table, rows: 0 } }));
    tab.ready();
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.asked).toEqual([]);
    expect(firstState(tab)).toMatchObject({ state: { id: 'one' } });
  });
});

describe('a tab whose query is changed', () => {
  beforeEach(() => void vi.useFakeTimers());
  const act = (action: unknown) => ({ kind: 'act', action });
  const last = async ({ asked, states }: ReturnType<typeof openTab>) => {
    for (const { answer } of asked) answer([]);
    await vi.runAllTimersAsync();
    return states().at(-1);
  };
  const failed: Progress = { kind: 'ended', outcome: { kind: 'unreachable', message: 'No route.' } };
  const failedResult = (id: string) => ({ ...resultOf(id, failed), table: emptyTable });

  const otherQuery = (id: string, progress: Progress = ended): Result => {
    const made = resultOf(id, progress);
    return { ...made, query: { ...made.query, parameters: { deliveryarea: 'NO2' } } };
  };

  it('keeps the earlier rows when the same query runs twice at once and fails', async () => {
    const tab = openTab(resultOf('one', ended));
    tab.panel.change({ kind: 'show', result: resultOf('half an answer', { kind: 'receiving' }) });
    tab.panel.change({ kind: 'show', result: failedResult('again') });
    expect(await last(tab)).toMatchObject({ id: 'one', rows: 96, failedAgain: { phase: { kind: 'ended' } } });
  });

  it('never goes back to a query that was stopped for the next one', async () => {
    const tab = openTab(resultOf('one', ended));
    for (const id of ['two', 'three', 'four'])
      tab.panel.change({ kind: 'show', result: otherQuery(id, { kind: 'asking' }) });
    tab.panel.change({ kind: 'show', result: otherQuery('five') });
    expect(await last(tab)).toMatchObject({ id: 'five', canGoBack: true });
    tab.say(act({ kind: 'back' }));
    expect(await last(tab)).toMatchObject({ id: 'one', canGoBack: false });
  });

  it('restores what was in the chart of the previous result, except what is gone', async () => {
    const kept = resultOf('kept', ended);
    const dropped = resultOf('dropped', ended);
    const tab = openTab(resultOf('one', ended));
    for (const each of [kept, dropped]) tab.panel.change({ kind: 'overlay', other: each });
    tab.panel.change({ kind: 'show', result: otherQuery('two') });
    expect(await last(tab)).toMatchObject({ id: 'two', overlays: [] });
    dropped.progress = { kind: 'gone' };
    tab.say(act({ kind: 'back' }));
    expect(await last(tab)).toMatchObject({ id: 'one', overlays: [{ result: 'kept' }] });
  });

  it('goes back to the previous result, however often', async () => {
    const tab = openTab(resultOf('one', ended));
    expect(await last(tab)).toMatchObject({ id: 'one', canGoBack: false });
    tab.panel.change({ kind: 'show', result: resultOf('two', ended) });
    tab.panel.change({ kind: 'show', result: resultOf('three', { kind: 'receiving' }) });
    expect(await last(tab)).toMatchObject({ id: 'three', canGoBack: true });
    tab.say(act({ kind: 'back' }));
    expect(await last(tab)).toMatchObject({ id: 'two', canGoBack: true });
    tab.say(act({ kind: 'back' }), act({ kind: 'back' }));
    expect(await last(tab)).toMatchObject({ id: 'one', canGoBack: false });
  });

  it('keeps the earlier rows when the same query fails', async () => {
    const tab = openTab(resultOf('one', ended));
    tab.panel.change({ kind: 'show', result: failedResult('again') });
    expect(await last(tab)).toMatchObject({
      id: 'one',
      rows: 96,
      failedAgain: { phase: { kind: 'ended', outcome: { kind: 'unreachable' } } },
      canGoBack: false,
    });
    tab.panel.change({ kind: 'show', result: resultOf('once more', ended) });
    expect(await last(tab)).toMatchObject({ id: 'once more', failedAgain: null });
  });

  it('shows the failure of another query, from which a person can go back', async () => {
    const tab = openTab(resultOf('one', ended));
    tab.panel.change({ kind: 'show', result: { ...otherQuery('two', failed), table: emptyTable } });
    expect(await last(tab)).toMatchObject({ id: 'two', failedAgain: null, canGoBack: true });
  });

  it('is no longer reused once a person uses or keeps it', async () => {
    const tab = openTab(resultOf('one', ended));
    expect(isReplaceable(tab.panel.shown)).toBe(true);
    tab.say(act({ kind: 'keep' }));
    expect(isReplaceable(tab.panel.shown)).toBe(false);
    expect(await last(tab)).toMatchObject({ isReplaceable: false });
  });

  it('tells a view that is still loading which rows to show, after the state that they belong to', async () => {
    const { panel, posted, ready } = openTab(resultOf('one', ended), undefined, false);
    panel.tell({ kind: 'rows', result: 'one', rows: null });
    const rows = { key: { kind: 'nulls' as const }, text: '1 value is null' };
    panel.tell({ kind: 'rows', result: 'one', rows });
    expect(posted).toEqual([]);
    ready();
    await vi.advanceTimersByTimeAsync(1000);
    expect(
      posted
        .map(({ kind }) => kind)
        .filter((kind) => kind === 'rows' || kind === 'state')
        .at(-1),
    ).toBe('rows');
    expect(posted.filter(({ kind }) => kind === 'rows')).toEqual([{ kind: 'rows', result: 'one', rows }]);
  });

  it("isn't reused while its result arrives", () => {
    expect(isReplaceable(openTab(resultOf('one', { kind: 'receiving' })).panel.shown)).toBe(false);
  });
});

describe('a tab that is closed', () => {
  beforeEach(() => void vi.useRealTimers());
  const unheard = vi.fn();
  beforeEach(() => void process.on('unhandledRejection', unheard));
  afterEach(() => void process.off('unhandledRejection', unheard));

  it('gets no more messages, even replies to its questions', async () => {
    const { asked, say, close } = openTab(resultOf('one', ended));
    const rows = { kind: 'rows', question: { from: 0, to: 200 } };
    say({ kind: 'ask', ask: 1, asked: rows });
    close();
    for (const { answer } of asked) answer([]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked.map(({ about }) => about)).toEqual(['integrity', 'chart', 'rows']);
    expect(unheard).not.toHaveBeenCalled();
  });
});

describe('what a person does in the view', () => {
  const act = (action: unknown) => ({ kind: 'act', action });

  it('stops the query', () => {
    const running = resultOf('one', { kind: 'receiving' });
    openTab(running).say(act({ kind: 'cancel' }));
    expect(running.controller.signal.aborted).toBe(true);
  });

  it('changes the time zone of its tab, but not to an unknown one', () => {
    const { states, say } = openTab({ ...resultOf('one', ended), table: emptyTable });
    say(act({ kind: 'timeZone', zone: 'UTC' }), act({ kind: 'timeZone', zone: 'Mars' }));
    expect(states().map(({ timeZone }) => timeZone)).toEqual(['Europe/Oslo', 'UTC', 'UTC']);
  });
});

describe('columns that a person arranged', () => {
  const choice = { order: ['difference'], hidden: [], unfolded: [], widths: {}, period: false };
  const arrange = { kind: 'act', action: { kind: 'columns', choice } };

  it("in a comparison don't change those of its dataset", async () => {
    const remember = vi.fn((_key: string) => undefined);
    const choices = { ...noChoices, of: vi.fn(() => null), remember };
    const one = resultOf('one', ended);
    openTab(one, choices).say(arrange);
    const original = { ...one, label: 'preliminary' };
    const source = { kind: 'comparison', first: original, second: original, summary: null } as const;
    openTab({ ...one, source }, choices).say(arrange);
    const [own, compared] = remember.mock.calls;
    expect(own?.[0]).toBe('dayahead-prices');
    expect(compared?.[0]).not.toBe('dayahead-prices');
    await vi.waitFor(() => expect(choices.of).toHaveBeenLastCalledWith(compared?.[0]));
  });
});

describe('results overlaid on the chart', () => {
  beforeEach(() => void vi.useFakeTimers());
  const other = resultOf('other', ended);
  const remove = { kind: 'act', action: { kind: 'removeFromChart', result: 'other' } };
  const shown = (states: () => { overlays: readonly { result: string }[] }[]) =>
    states()
      .at(-1)
      ?.overlays.map(({ result }) => result);

  it('are added once and can be removed', () => {
    const { panel, states, say } = openTab(resultOf('one', ended));
    panel.change({ kind: 'overlay', other });
    panel.change({ kind: 'overlay', other });
    expect(shown(states)).toEqual(['other']);
    say(remove);
    expect(shown(states)).toEqual([]);
  });

  it('stay in memory as long as the tab shows them', () => {
    const { panel, told, say, close } = openTab(resultOf('one', ended));
    panel.change({ kind: 'overlay', other });
    expect(told.at(-1)).toEqual(['one', ['other']]);
    say(remove);
    expect(told.at(-1)).toEqual(['one', []]);
    close();
    expect(told.at(-1)).toBeNull();
  });

  it('stay when the same query runs again, and are removed for a different one', async () => {
    const { panel, asked, states } = openTab(resultOf('one', ended));
    panel.change({ kind: 'overlay', other });
    panel.change({ kind: 'show', result: resultOf('again', ended) });
    for (const { answer } of asked) answer([]);
    await vi.runAllTimersAsync();
    expect(shown(states)).toEqual(['other']);
    const elsewhere = resultOf('elsewhere', ended);
    panel.change({
      kind: 'show',
      result: {
        ...elsewhere,
        query: { ...elsewhere.query, parameters: { deliveryarea: 'NO2' } },
      },
    });
    for (const { answer } of asked) answer([]);
    await vi.runAllTimersAsync();
    expect(shown(states)).toEqual([]);
  });
});

describe('work for the view', () => {
  const question = (ask: number, asked: unknown) => ({ kind: 'ask', ask, asked });
  const rows = (ask: number, column: string) =>
    question(ask, { kind: 'rows', question: { from: 0, to: 200, sort: [{ column }] } });
  const find = (ask: number, text: string) =>
    question(ask, { kind: 'jsonFind', question: { text, after: 0 } });
  const stopped = (asked: Asked[], kind: string) =>
    asked.filter(({ about }) => about === kind).map(({ signal }) => signal?.aborted);

  it('stops sorting in an order that is no longer shown', () => {
    const { asked, say } = openTab(resultOf('one', ended));
    say(rows(1, 'price'), rows(2, 'price'), rows(3, 'startTime'));
    expect(stopped(asked, 'rows')).toEqual([true, true, false]);
  });

  it("stops a search when there is a newer one, but doesn't stop sorting", () => {
    const { asked, say } = openTab(resultOf('one', ended));
    say(rows(1, 'price'), find(2, 'NO1'), find(3, 'NO12'));
    expect(stopped(asked, 'jsonFind')).toEqual([true, false]);
    expect(stopped(asked, 'rows')).toEqual([false]);
  });

  it('stops a picture when there is a newer one', () => {
    const chart = (ask: number, from: number) =>
      question(ask, { kind: 'chart', question: { from, to: 9, width: 100, height: 50 } });
    const { asked, say } = openTab(resultOf('one', ended));
    say(rows(1, 'price'), chart(2, 1), chart(3, 2));
    // The first one is the initial chart, for which nobody waits any longer.
    expect(stopped(asked, 'chart')).toEqual([true, true, false]);
    expect(stopped(asked, 'rows')).toEqual([false]);
  });

  it('stops when the view is told of another result, or the tab is closed', async () => {
    vi.useFakeTimers();
    const { panel, asked, say, close } = openTab(resultOf('one', ended));
    say(rows(1, 'price'), find(2, 'NO1'));
    panel.change({ kind: 'show', result: resultOf('two', ended) });
    await vi.runAllTimersAsync();
    say(rows(3, 'price'));
    expect(stopped(asked, 'rows')).toEqual([true, false]);
    expect(stopped(asked, 'jsonFind')).toEqual([true]);
    close();
    expect(stopped(asked, 'rows')).toEqual([true, true]);
    vi.useRealTimers();
  });
});

describe('what the view sends while another result takes over its tab', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const act = (action: unknown) => ({ kind: 'act', action });
  const ordersOf = (result: Result) => ({
    ...result,
    query: { ...result.query, dataset: findDataset('intraday-orders')! },
  });

  it('cancels no query but the one that was shown', () => {
    const tab = openTab(resultOf('one', ended));
    const next = resultOf('two', { kind: 'receiving' });
    tab.panel.change({ kind: 'show', result: next });
    tab.say(act({ kind: 'cancel' }));
    expect(next.controller.signal.aborted).toBe(false);
  });

  it('arranges the columns of the table that the person saw', () => {
    const remember = vi.fn();
    const tab = openTab(resultOf('one', ended), { ...noChoices, remember });
    tab.panel.change({ kind: 'show', result: ordersOf(resultOf('two', ended)) });
    const choice = { order: ['value'], hidden: [], unfolded: [], widths: {}, period: false };
    tab.say(act({ kind: 'columns', choice }));
    expect(remember.mock.calls).toEqual([['dayahead-prices', choice]]);
  });

  it('neither keeps the tab for the next result nor goes back from it', () => {
    const tab = openTab(resultOf('one', ended));
    tab.panel.change({ kind: 'show', result: ordersOf(resultOf('two', ended)) });
    tab.say(act({ kind: 'keep' }), act({ kind: 'back' }));
    expect(isReplaceable(tab.panel.shown)).toBe(true);
    expect(tab.panel.result.id).toBe('two');
  });

  it('runs the query again only once if Run Again is double-clicked', () => {
    const tab = openTab(resultOf('one', ended));
    tab.say(act({ kind: 'runAgain' }));
    tab.panel.change({ kind: 'show', result: resultOf('two', { kind: 'asking' }) });
    tab.say(act({ kind: 'runAgain' }));
    expect(tab.repeated).toEqual(['one']);
  });

  it('is answered from the result that was shown, not mixed with the next one', () => {
    const tab = openTab(resultOf('one', ended));
    tab.panel.change({ kind: 'show', result: resultOf('two', ended) });
    const question = { from: 200, to: 400 };
    tab.say({ kind: 'ask', ask: 7, asked: { kind: 'rows', question } });
    expect(tab.asked.find(({ about }) => about === 'rows')).toMatchObject({ id: 'one', question });
  });

  it("is canceled only once the view knows of the next result, and isn't reported as an error there", async () => {
    const tab = openTab(resultOf('one', ended));
    await vi.runAllTimersAsync();
    tab.say({ kind: 'ask', ask: 7, asked: { kind: 'rows', question: { from: 0, to: 200 } } });
    const { signal } = tab.asked.find(({ about }) => about === 'rows')!;
    const seen: unknown[] = [];
    signal!.addEventListener('abort', () => seen.push(tab.states().at(-1)?.id));
    tab.panel.change({ kind: 'show', result: resultOf('two', ended) });
    await vi.runAllTimersAsync();
    expect(seen).toEqual(['two']);
  });

  it("can't be about a result of another tab", () => {
    const tab = openTab(resultOf('one', ended));
    const { result, posted } = { result: 'of another tab', posted: tab.posted.length };
    tab.say({ ...act({ kind: 'timeZone', zone: 'UTC' }), result });
    expect(tab.posted).toHaveLength(posted);
  });
});

describe('an export that fails', () => {
  const beside = { provenance: false, types: [] };
  const choice = { part: null, sample: 20, format: 'csv', types: [] };
  const where = { target: 'a.csv', agreed: [] };
  const question = { preset: 'export', choice, order: { format: 'csv', beside }, ...where };

  it('since another result took over the tab is told by the editor, and nothing is written', async () => {
    const save = vi.fn(() => Promise.resolve({ kind: 'written' as const }));
    const { panel, say } = openTab(resultOf('one', ended), undefined, true, save);
    panel.change({ kind: 'show', result: resultOf('two', ended) });
    say({ kind: 'ask', result: 'one', ask: 1, asked: { kind: 'export', question } });
    await vi.waitFor(() =>
      expect(editor.told).toEqual(['This tab now shows a different result. Export it again.']),
    );
    expect(save).not.toHaveBeenCalled();
  });

  it.each(['another result is shown', 'the tab is closed', null])(
    'is reported by the editor if %s meanwhile, otherwise by the dialog',
    async (meanwhile) => {
      let fail: (error: Error) => void = () => undefined;
      const save = () => new Promise<never>((_, reject) => (fail = reject));
      const { panel, say, posted, close } = openTab(resultOf('one', ended), undefined, true, save);
      say({ kind: 'ask', ask: 1, asked: { kind: 'export', question } });
      if (meanwhile === 'the tab is closed') close();
      else if (meanwhile) panel.change({ kind: 'show', result: resultOf('two', ended) });
      fail(new Error('The disk is full.'));
      await vi.waitFor(() =>
        expect(
          meanwhile ? editor.told : posted.flatMap((each) => (each.kind === 'refusal' ? each.message : [])),
        ).toEqual(['The disk is full.']),
      );
      expect(editor.told).toHaveLength(meanwhile ? 1 : 0);
    },
  );
});
