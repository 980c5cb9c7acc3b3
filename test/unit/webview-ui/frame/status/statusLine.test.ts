import { describe, expect, it } from 'vitest';
import type { Finding } from '#src/market/integrity/findings';
import type { ResultState } from '#src/protocol/messages';
import type { OpenedDay } from '#src/protocol/openedRange';
import { progressFigures, progressOf, statusMark, statusSentence } from '#view/frame/status/statusLine';
import { openedFile } from '#test/unit/results/openedFiles';
import { ended, resultState, shownComparison } from '../resultStates';

describe('the status line', () => {
  it.each<[string, Partial<ResultState>]>([
    ['92 rows, complete', {}],
    ['1 row, complete', { rows: 1 }],
    ['92 intervals: 1 changed', { source: shownComparison('92 intervals: 1 changed') }],
    ['Waiting for a response…', { phase: { kind: 'asking' }, records: 0, rows: 0 }],
    [
      'Waiting 12 s: the service is busy',
      {
        phase: { kind: 'waiting', untilEpochMs: 1_011_001, reason: 'the service is busy' },
      },
    ],
    [
      'Waiting 0 s: the service is busy',
      { phase: { kind: 'waiting', untilEpochMs: 1, reason: 'the service is busy' } },
    ],
    ['Receiving: 120,000 records', { phase: { kind: 'receiving' }, records: 120_000 }],
    ['No data', { phase: ended('noData', 'No data'), records: 0, rows: 0 }],
    ['Incomplete: 92 rows (Connection lost)', { phase: ended('unreachable', 'Connection lost') }],
    ['Timed out', { phase: ended('timeout', 'Timed out'), records: 0, rows: 0 }],
    // As the view below says: after a reload, nothing was in memory.
    ['Not loaded', { phase: { kind: 'gone' } }],
  ])('%s', (sentence, differing) => {
    expect(statusSentence(resultState(differing), 1_000_000)).toBe(sentence);
  });

  it("of a range says that days aren't complete, whatever the dataset, and never calls it complete then", () => {
    const day = { day: '2026-03-28', outcome: 'success' as const, rows: 92, bytes: 1, findings: [] };
    const of = (...days: OpenedDay[]) =>
      resultState({
        integrity: [],
        source: { kind: 'range', uri: 'file:///r', target: 'r', from: '2026-03-28', to: '2026-03-30', days },
      });
    expect(statusSentence(of(day), 0)).toBe('92 rows, complete');
    expect(statusMark(of(day))).toBe('good');
    const beingRead = { ...of(day), records: 4, phase: { kind: 'receiving' as const } };
    expect(statusSentence(beingRead, 0)).toBe('Reading: 4 records');
    const lacking = of(day, { ...day, outcome: 'noData' }, { ...day, outcome: 'responseMissing' });
    expect(statusSentence(lacking, 0)).toBe('92 rows; 2 days not complete');
    expect(statusMark(lacking)).toBe('bad');
    expect(statusMark(of(day, { ...day, outcome: 'pending' }))).toBe('neutral');
  });

  it.each<[string, Partial<ResultState>]>([
    ['92 rows, complete', { source: openedFile() }],
    ['92 rows read', { source: openedFile({ hasQuery: false }) }],
    ['20 rows, chosen from 92', { source: openedFile({ chosenFrom: 92 }), rows: 20 }],
    [
      '92 rows, complete; the file has changed since it was saved',
      { source: openedFile({ isChanged: true }) },
    ],
    ['Reading: 2 records', { source: openedFile(), phase: { kind: 'receiving' } }],
  ])('of a file: %s', (sentence, differing) => {
    const state = resultState({ integrity: [], ...differing });
    expect(statusSentence(state, 0)).toBe(sentence);
    const isSure = sentence === '92 rows, complete';
    if (state.phase.kind === 'ended') expect(statusMark(state)).toBe(isSure ? 'good' : 'neutral');
  });
});

describe('a response that arrived in full', () => {
  const finding = (
    kind: Finding['kind'],
    count: number,
    text: string,
    more: Partial<Finding> = {},
  ): Finding => ({
    kind,
    count,
    text,
    severity: 'problem',
    shows: 'nothing',
    ...more,
  });
  const received = finding('received', 86, '86 of 96 quarter hours', { severity: 'note' });

  it.each<[string, 'good' | 'bad' | 'neutral', Partial<ResultState>]>([
    [
      '86 rows received; 10 of 96 missing',
      'bad',
      { rows: 86, integrity: [received, finding('missing', 10, '10 missing', { shows: 'gaps' })] },
    ],
    [
      '86 rows received; 10 of 96 missing, no data for SE3',
      'bad',
      {
        rows: 86,
        integrity: [
          received,
          finding('missing', 10, '10 missing', { shows: 'gaps' }),
          finding('absent', 1, 'no data for SE3'),
        ],
      },
    ],
    [
      '86 rows received; 2 values are null',
      'bad',
      { rows: 86, integrity: [finding('nulls', 2, '2 values are null', { shows: 'rows' })] },
    ],
    [
      '86 rows, complete so far',
      'good',
      { rows: 86, integrity: [received, finding('toCome', 10, '10 still to come', { severity: 'note' })] },
    ],
    ['86 rows, complete', 'good', { rows: 86, integrity: [] }],
    ['86 rows received', 'neutral', { rows: 86, integrity: null }],
    [
      "86 rows received; the response doesn't say which area its values are for",
      'neutral',
      {
        rows: 86,
        integrity: [
          received,
          finding('unnamed', 1, "the response doesn't say which area its values are for"),
        ],
      },
    ],
    [
      '1 row received; 1 series without values',
      'neutral',
      { rows: 1, integrity: [finding('empty', 1, '1 series without values', { shows: 'rows' })] },
    ],
    ['No data', 'neutral', { rows: 0, records: 0, integrity: null }],
  ])('is green only if nothing is missing, wrong, or in doubt: %s', (sentence, mark, differing) => {
    const state = resultState(differing);
    expect([statusSentence(state, 0), statusMark(state)]).toEqual([sentence, mark]);
  });
});

describe('the progress bar', () => {
  it('shows a share only if the service announced a size', () => {
    const receiving = { phase: { kind: 'receiving' as const }, wireBytes: 50 };
    expect(progressOf(resultState({ ...receiving, expectedWireBytes: 200 }))).toBe(0.25);
    expect(progressOf(resultState({ ...receiving, expectedWireBytes: 20 }))).toBe(1);
    expect(progressOf(resultState(receiving))).toBe('undetermined');
    expect(progressOf(resultState())).toBeNull();
  });
});

describe('size, rate and time beside the status', () => {
  it('are those of a query that runs', () => {
    const running = resultState({ phase: { kind: 'receiving' }, wireBytes: 8_000_000 });
    expect(progressFigures(running, 1_004_084)).toBe('63.5 kB · 2 MB/s · 4 s');
  });

  it('leave the line to the findings once the query has ended: Request has them', () => {
    expect(progressFigures(resultState(), 1_004_084)).toBe('');
  });
});
