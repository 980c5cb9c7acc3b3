import { describe, expect, it } from 'vitest';
import type { ResultState } from '../../../../src/messages';
import {
  transferFigures,
  isPartial,
  parameterTexts,
  progressOf,
  serviceWords,
  statusSentence,
} from '../../../../webview-ui/frame/statusLine';
import { ended, resultState } from './resultStates';

describe('the status sentence', () => {
  it.each<[string, Partial<ResultState>]>([
    ['92 rows, complete', {}],
    ['1 row, complete', { rows: 1 }],
    ['92 intervals: 1 changed', { comparison: { sentence: '92 intervals: 1 changed', originals: [] } }],
    ['Asking the service…', { phase: { kind: 'asking' }, records: 0, rows: 0 }],
    [
      'Waiting 12 s: the service is busy',
      { phase: { kind: 'waiting', untilEpochMs: 1_011_001, reason: 'the service is busy' } },
    ],
    [
      'Waiting 0 s: the service is busy',
      { phase: { kind: 'waiting', untilEpochMs: 1, reason: 'the service is busy' } },
    ],
    ['Receiving: 120,000 records', { phase: { kind: 'receiving' }, records: 120_000 }],
    ['No data', { phase: ended('noData', 'No data'), records: 0, rows: 0 }],
    ['Incomplete: 92 rows (Connection lost)', { phase: ended('unreachable', 'Connection lost') }],
    ['Timed out', { phase: ended('timeout', 'Timed out'), records: 0, rows: 0 }],
    ['No longer in memory', { phase: { kind: 'gone' } }],
  ])('%s', (sentence, differing) => {
    expect(statusSentence(resultState(differing), 1_000_000)).toBe(sentence);
  });

  it('never calls a broken-off answer complete', () => {
    const broken = resultState({ phase: ended('unexpectedAnswer', 'Incomplete answer') });
    expect(isPartial(broken)).toBe(true);
    expect(statusSentence(broken, 0)).not.toMatch(/, complete/);
  });
});

describe('the words of the service', () => {
  const refused = {
    kind: 'ended' as const,
    advice: { title: 'Refused', explanation: '', next: [] },
  };

  it('are marked as such, cut at 300 characters and kept on one line', () => {
    const message = `a\n\u202Eb\t${'x'.repeat(500)}`;
    const outcome = { kind: 'badRequest' as const, message, isQuote: true as const };
    const words = serviceWords(resultState({ phase: { ...refused, outcome } }).phase);
    expect(words).toMatch(/^The service says: a b x+…$/);
    expect(words?.length).toBe('The service says: '.length + 300);
  });

  it('are not claimed for what the extension itself found', () => {
    expect(serviceWords(ended('unreachable', 'Lost', 'The connection was reset.'))).toBe(
      'The connection was reset.',
    );
  });

  it('are left out where there are none', () => {
    expect(serviceWords(ended('badRequest', 'Refused'))).toBeNull();
    expect(serviceWords(ended('badRequest', 'Refused', ' \n '))).toBeNull();
  });

  it('do not say a second time that the person cancelled', () => {
    expect(serviceWords(ended('cancelled', 'Cancelled', 'Cancelled.'))).toBeNull();
  });
});

describe('figures while and after a query runs', () => {
  it('gives records, both sizes and the time taken', () => {
    expect(transferFigures(resultState(), 0).map(({ text }) => text)).toEqual([
      '2 series',
      '63.5 kB (7.94 kB received)',
      '1.24 s',
    ]);
  });

  it('says the number of series once', () => {
    const traits = { kind: 'series', severity: 'note', shows: 'nothing' } as const;
    const integrity = [{ ...traits, count: 2, text: '2 series' }];
    const said = transferFigures(resultState({ integrity }), 0).map(({ text }) => text);
    expect(said).toEqual(['63.5 kB (7.94 kB received)', '1.24 s']);
  });

  it.each<[string, Partial<ResultState>]>([
    ['a row for each record', { records: 92, rows: 92 }],
    ['records that are still counted', { phase: { kind: 'receiving' } }],
  ])('leaves what the status says already: %s', (_, state) => {
    expect(transferFigures(resultState(state), 0)[0]?.text).toBe('63.5 kB (7.94 kB received)');
  });

  it('gives the rate and the running time while receiving', () => {
    const running = resultState({ phase: { kind: 'receiving' }, wireBytes: 8_000_000 });
    expect(transferFigures(running, 1_004_084).map(({ text }) => text)).toContain('2 MB/s');
    expect(transferFigures(running, 1_004_084).at(-1)?.text).toBe('4 s');
  });

  it('shows a share only where the service announced a size', () => {
    const receiving = { phase: { kind: 'receiving' as const }, wireBytes: 50 };
    expect(progressOf(resultState({ ...receiving, expectedWireBytes: 200 }))).toBe(0.25);
    expect(progressOf(resultState({ ...receiving, expectedWireBytes: 20 }))).toBe(1);
    expect(progressOf(resultState(receiving))).toBe('undetermined');
    expect(progressOf(resultState())).toBeNull();
  });
});

describe('parameters', () => {
  it('show times in the zone, all with the offset where one is of a day the clocks change', () => {
    const bounds = (start: string, end: string, zone = 'Europe/Oslo') =>
      parameterTexts(['NO1', start, end], zone);
    expect(bounds('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toEqual([
      'NO1',
      '2026-03-29 00:00 +01:00',
      '2026-03-30 00:00 +02:00',
    ]);
    expect(bounds('2026-03-10T23:00:00Z', '2026-03-11T23:00:00Z')).toEqual([
      'NO1',
      '2026-03-11 00:00',
      '2026-03-12 00:00',
    ]);
    expect(bounds('2026-03-10T23:00:00Z', '', 'UTC')[1]).toBe('2026-03-10 23:00');
  });

  it('show everything else as sent', () => {
    const odd = ['NO1,NO2', '2026-03-29', '2026-99-99T99:99Z'];
    expect(parameterTexts(odd, 'Europe/Oslo')).toEqual(odd);
  });
});
