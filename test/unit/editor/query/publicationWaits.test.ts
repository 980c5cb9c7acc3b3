import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PublicationWaits, type WaitingTabs } from '#src/editor/query/publicationWaits';
import type { Queries } from '#src/editor/query/queries';
import { showingFailure } from '#src/editor/shell/failureMessages';
import type { StoredValues } from '#src/editor/shell/storedValues';
import type { Finding } from '#src/market/integrity/findings';
import { readQuery } from '#src/market/query/query';
import type { OutcomeKind } from '#src/request/outcome';
import { newResult, summaryOf, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';
import { memoryOf } from '../memoryOf';

const at = (clock: string) => Date.parse(`2026-11-27T${clock}+01:00`);

beforeEach(() => void vi.useFakeTimers({ now: at('12:00') }));
afterEach(() => void vi.useRealTimers());

const later = (clock: string) => vi.advanceTimersByTimeAsync(at(clock) - Date.now());
const settled = () => vi.advanceTimersByTimeAsync(0);

/** The prices of one area for tomorrow, over a connection. */
const subjectOf = (area = 'NO1', dataset = 'dayahead-prices', connection = 'mine') => {
  const parameters = { deliveryarea: area, startTime: 'tomorrow', endTime: 'tomorrow' };
  const read = readQuery(dataset, parameters, at('12:00'), 'Europe/Oslo');
  if (!('query' in read)) throw new Error(read.problems.map(({ message }) => message).join(' '));
  return { query: read.query, connection };
};

const finding = (kind: Finding['kind'], text: string): Finding => ({
  kind,
  count: 1,
  text,
  severity: 'problem',
  shows: 'nothing',
});

/** What a response lacks: nothing, all, or what a finding says. */
type Reply = 'all' | Exclude<OutcomeKind, 'success'> | Finding;

const person = { by: 'person', show: false } as const;
const program = { by: 'command', show: false } as const;

/** A window in which queries can wait. `reply` is what each request brings. */
function windowOf(
  reply: (sent: number) => Reply = () => 'all',
  stored: StoredValues = memoryOf(),
  hasTab = false,
) {
  const results = new Map<string, Result>();
  const findings = new Map<string, readonly Finding[]>();
  const sent: string[] = [];
  const shown: string[] = [];
  const forgotten: string[] = [];
  const queries = doubleOf<Queries>({
    send: (query, connection = '', { by, signal }) => {
      const id = `r${results.size + 1}`;
      const given = signal?.aborted ? 'cancelled' : reply(sent.length);
      if (!signal?.aborted) sent.push(new Date().toTimeString().slice(0, 8));
      const kind = typeof given === 'string' && given !== 'all' ? given : 'success';
      const result = newResult(id, query, connection, 'https://example.test');
      const rows = kind === 'success' ? 96 : 0;
      Object.assign(result, { by, onBehalf: by === null, progress: { kind: 'ended', outcome: { kind } } });
      result.table = { ...result.table, rows };
      findings.set(id, typeof given === 'string' ? [] : [given]);
      results.set(id, result);
      return Promise.resolve(summaryOf(result));
    },
  });
  const store = doubleOf<ResultStore>({
    get: (id) => results.get(id)!,
    forget: (id) => void forgotten.push(id),
    change: (result, change) => void Object.assign(result, change),
    ask: ((id: string) => Promise.resolve(findings.get(id))) as ResultStore['ask'],
  });
  const tabs: WaitingTabs = {
    show: ({ id }) => Promise.resolve(void shown.push(`show ${id}`)),
    open: ({ id }) => void shown.push(`open ${id}`),
    fill: ({ id }) => (hasTab && shown.push(`fill ${id}`), hasTab),
  };
  const waits = new PublicationWaits(store, queries, stored, tabs);
  return { waits, sent, shown, forgotten, results };
}

const statusBar = () => editor.statusBarItems.at(-1)!;

it('a query for tomorrow is sent when its data is due, and resolves with the first response that contains the data', async () => {
  const { waits, sent, shown, forgotten, results } = windowOf((before) => (before < 2 ? 'noData' : 'all'));
  const waited = waits.wait(subjectOf(), program, new AbortController().signal);
  await later('12:54:59');
  expect(sent).toEqual([]);
  await later('12:57');
  expect(sent).toHaveLength(3);
  expect(await waited).toMatchObject({ id: 'r3', outcome: 'success', rows: 96 });
  expect(forgotten).toEqual(['r1', 'r2']);
  expect(results.get('r3')).toMatchObject({ by: 'command', onBehalf: false });
  expect([shown, editor.messages]).toEqual([[], []]);
});

describe('a person', () => {
  it('sees when the next request is sent and what is missing, and gets one message when the data is there', async () => {
    const missing = finding('absent', 'no data for SE3');
    const { waits, shown } = windowOf((before) => (before < 1 ? missing : 'all'));
    editor.press('Show');
    void waits.wait(subjectOf('NO1,SE3'), person);
    await settled();
    expect(statusBar()).toMatchObject({
      isShown: true,
      text: '$(watch) 12:55 · Day-ahead prices · NO1, SE3 · 28 Nov 2026',
    });
    await later('12:55:10');
    expect(statusBar().tooltip).toContain('next request at 12:55 · no data for SE3');
    await later('13:00');
    expect(editor.told).toEqual(['Published: Day-ahead prices · NO1, SE3 · 28 Nov 2026']);
    expect(shown).toEqual(['open r2']);
    expect(statusBar().isShown).toBe(false);
    await later('18:00');
    expect(editor.messages).toHaveLength(1);
  });

  it('sees the tab fill itself, and the history has the query as theirs', async () => {
    const { waits, shown, results } = windowOf(undefined, undefined, true);
    void waits.wait(subjectOf(), person);
    await later('12:56');
    expect(shown).toEqual(['fill r1']);
    expect(results.get('r1')).toMatchObject({ by: 'person', onBehalf: false });
  });

  it('cancels in the status bar, after which nothing is sent or shown', async () => {
    const { waits, sent } = windowOf();
    const waited = waits.wait(subjectOf(), person);
    await settled();
    editor.pick = ([only]) => only;
    await waits.promptToCancel();
    expect(editor.menus).toMatchObject([
      [{ label: '$(close) Day-ahead prices · NO1 · 28 Nov 2026', description: 'next request at 12:55' }],
    ]);
    expect(await waited).toMatchObject({ outcome: 'cancelled' });
    await later('14:00');
    expect([sent, editor.messages, statusBar().isShown]).toEqual([[], [], false]);
    await waits.promptToCancel();
    expect(editor.told).toEqual(['No queries are waiting until their data is published.']);
  });

  it('cancels in the tab', async () => {
    const { waits } = windowOf();
    const changes = vi.fn();
    waits.onDidChange(changes);
    const waited = waits.wait(subjectOf(), person);
    await settled();
    expect(waits.nextRequest(subjectOf())).toBe(at('12:55'));
    expect(waits.nextRequest(subjectOf('SE3'))).toBeUndefined();
    waits.cancel(subjectOf());
    expect(await waited).toMatchObject({ outcome: 'cancelled' });
    expect(waits.nextRequest(subjectOf())).toBeUndefined();
    expect(changes).toHaveBeenCalled();
  });

  it('is told why the wait ended without the requested data', async () => {
    const { waits } = windowOf(() => 'badRequest');
    void waits.wait(subjectOf(), person);
    await later('12:56');
    expect(editor.told).toEqual([
      'No longer waiting for Day-ahead prices · NO1 · 28 Nov 2026. Last response: The service rejected the request',
    ]);
  });
});

describe('after a reload', () => {
  it('a query that a person started continues to wait, unlike one that a program started', async () => {
    const stored = memoryOf();
    const before = windowOf(() => 'noData', stored);
    void before.waits.wait(subjectOf('NO1'), person);
    void before.waits.wait(subjectOf('SE3'), program);
    await later('12:55:50');
    expect(before.sent).toHaveLength(4);
    before.waits.dispose();
    const after = windowOf(() => 'all', stored);
    after.waits.restore();
    await later('12:56:14');
    expect(after.sent).toEqual([]);
    await later('12:56:15');
    expect(after.sent).toHaveLength(1);
    expect(before.sent).toHaveLength(4);
    expect(editor.told).toEqual(['Published: Day-ahead prices · NO1 · 28 Nov 2026']);
    const third = windowOf(() => 'all', stored);
    third.waits.restore();
    await later('14:00');
    expect(third.sent).toEqual([]);
  });

  it("forgets days that are over, and what isn't a waiting query", async () => {
    const stored = memoryOf();
    const before = windowOf(() => 'noData', stored);
    void before.waits.wait(subjectOf(), person);
    await settled();
    before.waits.dispose();
    const kept = stored.get('marketData.waitingQueries') as object[];
    stored.keep('marketData.waitingQueries', [...kept, { ...kept[0], dataset: 'no-such' }, 'text', null]);
    vi.setSystemTime(Date.parse('2026-11-29T00:00+01:00'));
    const after = windowOf(() => 'all', stored);
    after.waits.restore();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(after.sent).toEqual([]);
    expect(stored.get('marketData.waitingQueries')).toEqual([]);
  });
});

describe('one waiting query', () => {
  it('is sent once for all callers that wait for the same data, in any order of areas', async () => {
    const { waits, sent } = windowOf();
    const all = [subjectOf('NO1,SE3'), subjectOf('SE3,NO1')].map((subject) => waits.wait(subject, program));
    void waits.wait(subjectOf('NO1,SE3', 'dayahead-prices', 'other'), program);
    await later('13:00');
    expect(sent).toHaveLength(2);
    expect((await Promise.all(all)).map(({ id }) => id)).toEqual(['r1', 'r1']);
  });

  it('continues for the other callers when one of them cancels, and ends with the last', async () => {
    const { waits, sent } = windowOf();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = waits.wait(subjectOf(), program, first.signal);
    const other = waits.wait(subjectOf(), program, second.signal);
    first.abort();
    expect(await one).toMatchObject({ outcome: 'cancelled' });
    expect(waits.nextRequest(subjectOf())).toBe(at('12:55'));
    second.abort();
    expect(await other).toMatchObject({ outcome: 'cancelled' });
    await settled();
    expect(waits.nextRequest(subjectOf())).toBeUndefined();
    await later('14:00');
    expect(sent).toEqual([]);
  });

  it('continues for a person when the program that started the wait cancels', async () => {
    const { waits, sent } = windowOf();
    const program1 = new AbortController();
    const one = waits.wait(subjectOf(), program, program1.signal);
    const other = waits.wait(subjectOf(), person);
    program1.abort();
    expect(await one).toMatchObject({ outcome: 'cancelled' });
    await later('13:00');
    expect(await other).toMatchObject({ outcome: 'success' });
    expect(sent).toHaveLength(1);
  });
});

it('at most five queries of a window can wait, and data without a time of publication has nothing to wait for', async () => {
  const { waits } = windowOf();
  const areas = ['NO1', 'NO2', 'NO3', 'NO4', 'NO5'];
  for (const area of areas) void waits.wait(subjectOf(area), person);
  await settled();
  expect(statusBar().text).toBe('$(watch) 12:55 · 5 queries');
  await expect(waits.wait(subjectOf('SE3'), program)).rejects.toThrow(
    '5 queries are already waiting until their data is published. Cancel one of them first.',
  );
  await showingFailure(() => waits.wait(subjectOf('SE3'), person));
  expect(editor.messages.at(-1)).toMatchObject({ buttons: ['Select Query to Cancel…'] });
  void waits.wait(subjectOf('NO1'), program);
  await expect(waits.wait(subjectOf('NO1', 'intraday-orders'), program)).rejects.toThrow(
    "isn't published at a set time",
  );
});

it('a program that shows its result opens a tab if no open tab can be filled', async () => {
  const { waits, shown } = windowOf();
  void waits.wait(subjectOf(), { by: 'command', show: true });
  await settled();
  expect(statusBar().isShown).toBe(true);
  await later('13:00');
  expect(shown).toEqual(['show r1']);
  expect(editor.messages).toEqual([]);
});
