import { describe, expect, it } from 'vitest';
import {
  haveSameQuery,
  isReplaceable,
  newTab,
  nextTab,
  stateDelay,
  type ShownTab,
  type TabEvent,
} from '#src/editor/result/shownTab';
import { requireDataset } from '#src/market/datasets/datasets';
import { openedFile } from '../../results/openedFiles';
import { emptyTable, newResult, type Progress, type Result } from '#src/results/result';

const success: Progress = { kind: 'ended', outcome: { kind: 'success', status: 200 } };
const noData: Progress = { kind: 'ended', outcome: { kind: 'noData', status: 204 } };
const failure: Progress = { kind: 'ended', outcome: { kind: 'unreachable' } };

const resultOf = (id: string, progress: Progress = success, rows = 96, area = 'NO1'): Result => {
  const query = { dataset: requireDataset('dayahead-prices'), parameters: { deliveryarea: area } };
  return { ...newResult(id, query, 'sandbox', ''), progress, table: { ...emptyTable, rows } };
};

const after = (tab: ShownTab, ...events: TabEvent[]) => events.reduce(nextTab, tab);
const show = (result: Result): TabEvent => ({ kind: 'show', result });
const opened = (result: Result) => nextTab(newTab(result, 'UTC'), { kind: 'changed' });
const idsOf = ({ result, earlier }: ShownTab) => [...earlier.map((each) => each.result.id), result.id];

describe('the next state of a tab', () => {
  it('leaves the one before as it was', () => {
    const tab = Object.freeze(opened(resultOf('one')));
    const next = after(
      tab,
      show(resultOf('two')),
      { kind: 'keep' },
      { kind: 'timeZone', zone: 'Europe/Oslo' },
    );
    expect(idsOf(tab)).toEqual(['one']);
    expect(next).toMatchObject({ isKept: true, timeZone: 'Europe/Oslo', result: { id: 'two' } });
  });

  it.each<[string, TabEvent]>([
    ['going back from the first result', { kind: 'back' }],
    ['removing a result that is not in the chart', { kind: 'removeOverlay', id: 'other' }],
    ['findings of another result', { kind: 'judged', result: resultOf('other'), integrity: [] }],
    ['keeping a tab that is kept', { kind: 'keep' }],
  ])('is the same object if there is nothing to tell: %s', (_, event) => {
    const tab = after(opened(resultOf('one')), { kind: 'keep' });
    expect(nextTab(tab, event)).toBe(tab);
  });

  it('is a new one after an unknown time zone, so that the view is told the one that stays', () => {
    const tab = opened(resultOf('one'));
    const next = nextTab(tab, { kind: 'timeZone', zone: 'Mars' });
    expect(next).not.toBe(tab);
    expect(next).toEqual(tab);
  });

  it('goes back 50 results, each of which it knows as shown', () => {
    const events = Array.from({ length: 60 }, (_, at) => show(resultOf(`r${at}`)));
    const tab = after(opened(resultOf('first')), ...events);
    expect(tab.earlier).toHaveLength(50);
    expect(idsOf(after(tab, { kind: 'back' })).at(-1)).toBe('r58');
    expect(tab.everShown.has('first')).toBe(true);
  });

  it('keeps no result to go back to that was still running', () => {
    const running = resultOf('running', { kind: 'receiving' });
    expect(idsOf(after(opened(resultOf('one')), show(running), show(resultOf('two'))))).toEqual([
      'one',
      'two',
    ]);
  });

  it.each<[string, Result, string[], string | undefined]>([
    ['a failure of the same query leaves the rows before it', resultOf('two', failure, 0), ['one'], 'two'],
    ['a failure with rows is shown', resultOf('two', failure, 1), ['one', 'two'], undefined],
    ['a response without rows is shown', resultOf('two', success, 0), ['one', 'two'], undefined],
    ['a response without data is shown', resultOf('two', noData, 0), ['one', 'two'], undefined],
    ['a failure of another query is shown', resultOf('two', failure, 0, 'NO2'), ['one', 'two'], undefined],
  ])('%s', (_, second, ids, failedAgain) => {
    const tab = after(opened(resultOf('one')), show(second));
    expect(idsOf(tab)).toEqual(ids);
    expect(tab.failedAgain?.id).toBe(failedAgain);
  });

  it.each([
    ['had no rows', resultOf('one', success, 0)],
    ['is no longer in memory', resultOf('one', { kind: 'gone' })],
  ])('shows a failure of the same query if the result before it %s', (_, first) => {
    const tab = after(opened(first), show(resultOf('two', failure, 0)));
    expect([idsOf(tab), tab.failedAgain]).toEqual([['one', 'two'], undefined]);
  });

  it('has the rows from before a query that was stopped if the same query then fails', () => {
    const stopped = resultOf('stopped', { kind: 'receiving' });
    const tab = after(opened(resultOf('one')), show(stopped), show(resultOf('two', failure, 0)));
    expect([idsOf(tab), tab.failedAgain?.id]).toEqual([['one'], 'two']);
  });

  it('has nothing to go back to after showing the same result again', () => {
    expect(idsOf(after(opened(resultOf('one')), show(resultOf('one'))))).toEqual(['one']);
  });

  it('removes only the one result from the chart', () => {
    const overlaid = ['a', 'b'].map((id): TabEvent => ({ kind: 'overlay', other: resultOf(id) }));
    const tab = after(opened(resultOf('one')), ...overlaid, { kind: 'removeOverlay', id: 'a' });
    expect(tab.overlaid.map(({ id }) => id)).toEqual(['b']);
  });

  it('keeps the other results in the chart as long as the query is the same, and restores those that are still there', () => {
    const dropped = resultOf('dropped');
    const overlaid = [resultOf('other'), dropped].map((other): TabEvent => ({ kind: 'overlay', other }));
    const tab = after(opened(resultOf('one')), ...overlaid);
    expect(nextTab(tab, show(resultOf('again'))).overlaid).toHaveLength(2);
    const elsewhere = nextTab(tab, show(resultOf('two', success, 96, 'NO2')));
    expect(elsewhere.overlaid).toEqual([]);
    dropped.progress = { kind: 'gone' };
    expect(nextTab(elsewhere, { kind: 'back' }).overlaid.map(({ id }) => id)).toEqual(['other']);
  });

  it('asks for findings once, when the result has ended and has rows', () => {
    const running = resultOf('one', { kind: 'receiving' });
    const tab = opened(running);
    expect(tab.integrity).toBe('unknown');
    running.progress = success;
    const ended = nextTab(tab, { kind: 'changed' });
    expect(ended.integrity).toBe('asked');
    const judged = nextTab(ended, { kind: 'judged', result: running, integrity: [] });
    expect(nextTab(judged, { kind: 'changed' }).integrity).toEqual([]);
    expect(nextTab(judged, { kind: 'judged', result: running, integrity: null })).toBe(judged);
    expect(nextTab(judged, show(resultOf('two'))).integrity).toBe('asked');
    expect(opened(resultOf('empty', success, 0)).integrity).toBeNull();
  });

  it('may be replaced by the next query unless it is kept, still arrives, or is a comparison', () => {
    const tab = opened(resultOf('one'));
    expect(isReplaceable(tab)).toBe(true);
    expect(isReplaceable(nextTab(tab, { kind: 'keep' }))).toBe(false);
    expect(isReplaceable(opened(resultOf('one', { kind: 'receiving' })))).toBe(false);
    expect(isReplaceable(opened(resultOf('one', { kind: 'gone' })))).toBe(true);
    const original = { ...resultOf('one'), label: '' };
    const source = { kind: 'comparison', first: original, second: original, summary: null } as const;
    expect(isReplaceable(opened({ ...resultOf('two'), source }))).toBe(false);
  });
});

it('two results have the same query only on the same connection, or from the same file, and of one dataset', () => {
  const fileNamed = (uri: string) => ({ ...resultOf(uri), source: openedFile({ uri }) });
  expect(haveSameQuery(fileNamed('file:///a'), fileNamed('file:///a'))).toBe(true);
  expect(haveSameQuery(fileNamed('file:///a'), fileNamed('file:///b'))).toBe(false);
  const turnover = { ...resultOf('two').query, dataset: requireDataset('dayahead-turnover') };
  expect(haveSameQuery(resultOf('one'), { ...resultOf('two'), query: turnover })).toBe(false);
  expect(haveSameQuery(resultOf('one'), resultOf('two'))).toBe(true);
  expect(haveSameQuery(resultOf('one'), { ...resultOf('two'), connection: 'mine' })).toBe(false);
  expect(haveSameQuery(resultOf('one'), resultOf('two', success, 96, 'NO2'))).toBe(false);
});

describe('the view is told of a result', () => {
  const receiving = (rows: number) => resultOf('one', { kind: 'receiving' }, rows);
  const delay = (before: Result, now: Result, elapsedMs = 0) =>
    stateDelay(opened(before), opened(now), now.startedEpochMs + elapsedMs);

  it.each<[string, number, number]>([
    ['at once when it has ended', delay(receiving(1), resultOf('one')), 0],
    ['at once when it has ended without rows', delay(receiving(0), resultOf('one', noData, 0)), 0],
    ['at once when its first rows arrive', delay(receiving(0), receiving(1)), 0],
    ['a little later as long as it has none', delay(resultOf('before'), receiving(0)), 40],
    ['ten times a second at first', delay(receiving(1), receiving(2), 999), 100],
    ['less often later', delay(receiving(1), receiving(2), 1000), 400],
  ])('%s', (_, actual, expected) => expect(actual).toBe(expected));
});
