import { describe, expect, it } from 'vitest';
import { stateOf } from '#src/editor/result/resultState';
import type { ShownRun } from '#src/protocol/messages';
import { findDataset } from '#src/market/datasets/datasets';
import type { Finding } from '#src/market/integrity/findings';
import { addDays, dayOf, dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { formatUtc } from '#src/market/time/zones';
import type { OutcomeKind } from '#src/request/outcome';
import { originalOf } from '#src/results/comparedResults';
import { newResult, type Result } from '#src/results/result';
import type { Source } from '#src/protocol/source';
import { openedFile } from '../../results/openedFiles';
import { openTab } from './openTab';

const query = { dataset: findDataset('dayahead-prices')!, parameters: {} };

/** The next steps that a tab suggests when the service is unreachable. */
function nextOf(connection: string) {
  const result = newResult('one', query, connection, '');
  result.progress = { kind: 'ended', outcome: { kind: 'unreachable' } };
  const { phase } = stateOf(...openTab(result));
  return phase.kind === 'ended' ? phase.advice.next : [];
}

it('a wrong address can be corrected from the tab, but not for the sample service', () => {
  expect(nextOf('mine')).toEqual(['runAgain', 'editConnection', 'showLog']);
  expect(nextOf('sandbox')).toEqual(['runAgain', 'showLog']);
});

it('the JSON of an earlier run is never called the JSON just received', () => {
  const failed = newResult('two', query, 'mine', '');
  failed.progress = { kind: 'ended', outcome: { kind: 'unexpectedResponse' } };
  const words = (run: ShownRun | null) => (run?.phase.kind === 'ended' ? run.phase.advice.remedy : undefined);
  expect(words(stateOf(...openTab(failed)))).toBe('The JSON tab shows what was received.');
  const state = stateOf(...openTab(newResult('one', query, 'mine', ''), { failedAgain: failed }));
  expect(words(state.failedAgain)).toBe('');
});

describe('running when published', () => {
  const now = Date.now();
  /** The period of a day, so many days from now, as sent. */
  const ofDay = (days: number) => {
    const { start, end } = dayPeriod(addDays(dayOf(now, marketZone), days), marketZone);
    return { startTime: formatUtc(start), endTime: formatUtc(end) };
  };
  const offerOf = (
    parameters: Record<string, string>,
    {
      kind = 'noData',
      integrity = null,
      of = query.dataset.id,
      source = {},
    }: {
      kind?: OutcomeKind;
      integrity?: readonly Finding[] | null;
      of?: string;
      source?: Partial<Result>;
    } = {},
  ) => {
    const result = newResult('one', { dataset: findDataset(of)!, parameters }, 'mine', '');
    result.progress = { kind: 'ended', outcome: { kind } };
    if (integrity) result.table = { ...result.table, rows: 96 };
    return stateOf(...openTab({ ...result, ...source }, { integrity })).whenPublished;
  };
  const finding = (kind: Finding['kind']): Finding => ({
    kind,
    count: 1,
    text: '',
    severity: 'note',
    shows: 'nothing',
  });

  it('is offered for what is empty, still to come, or of another day, until its day is over', () => {
    const coming = { isComing: true, nextRequest: null };
    expect(offerOf(ofDay(1))).toEqual(coming);
    expect(offerOf(ofDay(0))).toEqual({ isComing: false, nextRequest: null });
    for (const kind of ['toCome', 'outside'] as const) {
      expect(offerOf(ofDay(1), { kind: 'success', integrity: [finding(kind)] })).toEqual(coming);
    }
    expect(offerOf(ofDay(-1))).toBeNull();
  });

  it("isn't offered for what is there, failed, was read from a file, or has no time of publication", () => {
    expect(offerOf(ofDay(1), { kind: 'success', integrity: [finding('received')] })).toBeNull();
    expect(offerOf(ofDay(1), { kind: 'unauthorized' })).toBeNull();
    expect(offerOf(ofDay(1), { source: { source: openedFile({}) } })).toBeNull();
    expect(offerOf(ofDay(1), { of: 'intraday-orders' })).toBeNull();
    expect(offerOf({})).toBeNull();
  });

  it('says when the next request is sent while the query waits', () => {
    const result = newResult('one', query, 'mine', '');
    expect(stateOf(...openTab(result, { nextRequest: 5 })).whenPublished?.nextRequest).toBe(5);
  });
});

/** A file that was read, with what differs. */
const saved = (differing = {}, parameters: Record<string, string> = {}) => ({
  ...newResult('saved', { dataset: query.dataset, parameters }, 'file', ''),
  source: openedFile(differing),
});

it("a file is named in place of a connection, and offers no change of its query that couldn't be run", () => {
  const day = { startTime: '2026-03-19T23:00:00Z', endTime: '2026-03-20T23:00:00Z', deliveryarea: 'NO1' };
  const state = stateOf(...openTab(saved({}, day)));
  expect(state.connection).toBe('prices.json');
  expect([state.canChangeParts, state.deliveryDays]).toEqual([false, null]);
  expect(state.parts.some(({ text }) => text === 'NO1')).toBe(true);
});

it.each([
  ['a fixture', saved({ madeUp: 'synthetic' }), 'synthetic'],
  ['a saved response of the sample service', saved({ madeUp: 'sample' }), 'sample'],
  ['a saved response of another service', saved(), null],
  ['a response of the sample service', newResult('live', query, 'sandbox', ''), 'sample'],
])('%s says who made up its values', (_, result, madeUp) => {
  expect(stateOf(...openTab(result)).madeUp).toBe(madeUp);
});

it('an empty file gets no advice on what to query instead', () => {
  const empty = saved({ hasQuery: false });
  empty.progress = { kind: 'ended', outcome: { kind: 'noData' } };
  const { likelyReasons, phase } = stateOf(...openTab(empty));
  expect(likelyReasons).toEqual([]);
  expect(phase).toMatchObject({ advice: { next: [] } });
});

it('two results that have nothing to compare get no advice on what to query instead', () => {
  const side = (name: string) => originalOf(newResult(name, query, 'mine', ''), name);
  const compared = newResult('c', query, 'mine', '', {
    kind: 'comparison',
    first: side('a'),
    second: side('b'),
    summary: null,
  });
  compared.progress = { kind: 'ended', outcome: { kind: 'success' } };
  expect(stateOf(...openTab(compared)).likelyReasons).toEqual([]);
});

it('a comparison that has no chart opens with its table', () => {
  const viewOf = (id: string) => {
    const of = { dataset: findDataset(id)!, parameters: {} };
    const side = (name: string) => originalOf(newResult(name, of, 'mine', ''), name);
    const source = { kind: 'comparison', first: side('a'), second: side('b'), summary: null } as const;
    return stateOf(...openTab(newResult('c', of, 'mine', '', source))).defaultView;
  };
  expect([viewOf('intraday-orders'), viewOf('dayahead-prices')]).toEqual(['table', 'chart']);
});

describe('a range of delivery days', () => {
  const days = [
    { day: '2026-03-28', outcome: 'success' as const, rows: 96, bytes: 7, findings: [] },
    { day: '2026-03-29', outcome: 'noData' as const, rows: 0, bytes: 0, findings: [] },
  ];
  const source: Source = {
    kind: 'range',
    uri: 'file:///w/r/x',
    target: 'r/x',
    from: '2026-03-28',
    to: '2026-03-29',
    days,
  };
  const period = { startTime: '2026-03-27T23:00:00Z', endTime: '2026-03-29T22:00:00Z' };
  const opened = (id: string): Result => ({
    ...newResult('range', { dataset: findDataset(id)!, parameters: period }, 'Work', ''),
    source,
    progress: { kind: 'ended', outcome: { kind: 'success', message: 'One has no rows.' } },
  });

  it('opens with its days unless it is short and whole, because quarter hours of many days are a thicket of lines', () => {
    const viewOf = (...outcomes: ('success' | 'preliminary' | 'timeout')[]) => {
      const all = outcomes.map((outcome, at) => ({ ...days[0]!, day: `2026-03-0${at + 1}`, outcome }));
      const range = { ...opened('dayahead-prices'), source: { ...source, days: all } };
      return stateOf(...openTab(range)).defaultView;
    };
    expect(viewOf('success', 'success', 'preliminary')).toBe('chart');
    expect(viewOf('success', 'success', 'success', 'success')).toBe('days');
    expect(viewOf('success', 'timeout')).toBe('days');
  });

  it('is shown with its days and connection, and offers nothing that would request all days at once', () => {
    const state = stateOf(...openTab(opened('dayahead-prices')));
    expect(state.source).toEqual(source);
    expect([state.connection, state.canChangeParts]).toEqual(['Work', false]);
    expect(state.phase).toMatchObject({ advice: { explanation: 'One has no rows.', next: [] } });
  });

  it('is shown with the delivery days that it has, whatever its query asks for', () => {
    const { from, to } = source;
    expect(stateOf(...openTab(opened('dayahead-curves'))).deliveryDays).toEqual({ from, to });
  });
});
