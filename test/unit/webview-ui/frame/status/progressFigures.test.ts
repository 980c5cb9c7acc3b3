import { describe, expect, it } from 'vitest';
import type { ResultState } from '#src/protocol/messages';
import { transferFigures } from '#view/frame/status/transferFigures';
import { resultState } from '../resultStates';

describe('size, rate and time in the header', () => {
  it('shows records, both sizes, the time taken and when it was, once the query has ended', () => {
    expect(transferFigures(resultState(), 0).map(({ text }) => text)).toEqual([
      '2 series',
      '63.5 kB (7.94 kB received)',
      '1.24 s',
      '01:16',
    ]);
  });

  it('shows the number of series once: the integrity strip has it already', () => {
    const traits = { kind: 'series', severity: 'note', shows: 'nothing' } as const;
    const integrity = [{ ...traits, count: 2, text: '2 series' }];
    const said = transferFigures(resultState({ integrity }), 0).map(({ text }) => text);
    expect(said).toEqual(['63.5 kB (7.94 kB received)', '1.24 s', '01:16']);
  });

  it.each<[string, Partial<ResultState>]>([
    ['a row for each record', { records: 92, rows: 92 }],
    ['records that are still counted', { phase: { kind: 'receiving' } }],
  ])('omits what the status already says: %s', (_, state) => {
    expect(transferFigures(resultState(state), 0)[0]?.text).toBe('63.5 kB (7.94 kB received)');
  });

  it('shows the rate and the running time while receiving', () => {
    const running = resultState({ phase: { kind: 'receiving' }, wireBytes: 8_000_000 });
    expect(transferFigures(running, 1_004_084).map(({ text }) => text)).toContain('2 MB/s');
    expect(transferFigures(running, 1_004_084).at(-1)?.text).toBe('4 s');
  });
});
