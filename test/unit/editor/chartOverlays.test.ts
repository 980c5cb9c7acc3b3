import { describe, expect, it, vi } from 'vitest';
import { overlayOf } from '../../../src/editor/chartOverlays';
import { findDataset } from '../../../src/market/datasets';
import { newResult } from '../../../src/results/result';

vi.mock('vscode', () => ({}));

const hour = 3_600_000;
const result = (id: string, startTime: string, endTime: string, dataset = 'dayahead-prices') =>
  newResult(id, { dataset: findDataset(dataset)!, parameters: { startTime, endTime } }, 'sandbox', ''); // prettier-ignore

/** The autumn day of 25 hours, the day before it, and the day after. */
const long = result('long', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
const before = result('before', '2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z');
const after = result('after', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z');

describe('a result laid over another', () => {
  it.each([
    ['a day before the change', before, 24 * hour],
    ['the day after it, period on period', after, -25 * hour],
  ])('begins with its delivery day: %s', (_, other, shiftMs) => {
    expect(overlayOf(long, other, 'Europe/Oslo')).toMatchObject({ result: other.id, shiftMs });
  });

  it('stays where it is when it is of the same time, named by its dataset if that is another', () => {
    const turnover = result('volumes', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'dayahead-turnover'); // prettier-ignore
    expect(overlayOf(long, turnover, 'Europe/Oslo')).toEqual({
      result: 'volumes',
      label: 'Day-ahead turnover · 25 Oct 2026',
      shiftMs: 0,
    });
  });
});
