import { describe, expect, it } from 'vitest';
import { progressFigures } from '#view/frame/status/progressFigures';
import { resultState } from '../resultStates';

describe('size, rate and time beside the status', () => {
  it('are those of a query that runs', () => {
    const running = resultState({ phase: { kind: 'receiving' }, wireBytes: 8_000_000 });
    expect(progressFigures(running, 1_004_084)).toBe('63.5 kB · 2 MB/s · 4 s');
  });

  it('leave the line to the findings once the query has ended: Request has them', () => {
    expect(progressFigures(resultState(), 1_004_084)).toBe('');
  });
});
