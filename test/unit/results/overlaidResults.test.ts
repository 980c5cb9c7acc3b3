import { describe, expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import { canOverlay, overlaysOf } from '#src/results/overlaidResults';
import { newResult, type Result } from '#src/results/result';

const result = (id: string, startTime: string, endTime: string, dataset = 'dayahead-prices') =>
  newResult(id, { dataset: findDataset(dataset)!, parameters: { startTime, endTime } }, 'sandbox', '');

/** The autumn day of 25 hours, the day before it, and the day after. */
const long = result('long', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
const before = result('before', '2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z');
const after = result('after', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z');

describe('a result overlaid on another', () => {
  it.each([
    ['the day before', before, -1],
    ['the day after', after, 1],
  ])('is moved by whole delivery days, whatever their length: %s', (_, other, days) => {
    expect(overlaysOf(long, [other], 'Europe/Oslo', 'sandbox')).toMatchObject([{ result: other.id, days }]);
  });

  it('leads to distinct labels of both results, not only of the one that is added', () => {
    const [overlay] = overlaysOf(long, [before], 'Europe/Oslo', 'sandbox');
    expect([overlay?.ownLabel, overlay?.label]).toEqual(['25 Oct 2026', '24 Oct 2026']);
  });

  it("isn't moved if it covers the same time, and is named after its dataset if that differs", () => {
    const turnover = result('volumes', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'dayahead-turnover');
    expect(overlaysOf(long, [turnover], 'Europe/Oslo', 'sandbox')[0]).toEqual({
      result: 'volumes',
      label: 'Day-ahead turnover · 25 Oct 2026',
      ownLabel: 'Day-ahead prices',
      days: 0,
      asked: {
        start: Date.parse('2026-10-24T22:00:00Z'),
        end: Date.parse('2026-10-25T23:00:00Z'),
        due: expect.any(Number) as number,
      },
    });
  });

  it('is distinguished from other overlaid results, not only from the first result', () => {
    const elsewhere = { ...before, id: 'elsewhere', connection: 'production' };
    const labels = overlaysOf(long, [before, elsewhere], 'Europe/Oslo', 'sandbox').map(({ label }) => label);
    expect(labels).toEqual(['24 Oct 2026 · sandbox', '24 Oct 2026 · production']);
  });

  it("ends in its connection if that isn't the selected one, also if nothing else differs", () => {
    const elsewhere = { ...long, id: 'elsewhere', connection: 'production' };
    const named = (base: Result, other: Result, selected: string) =>
      overlaysOf(base, [other], 'Europe/Oslo', selected).map(({ label, ownLabel }) => [ownLabel, label]);
    const title = 'Day-ahead prices · 25 Oct 2026';
    expect(named(long, elsewhere, 'sandbox')).toEqual([[title, `${title} · production`]]);
    expect(named(long, elsewhere, 'production')).toEqual([[`${title} · sandbox`, title]]);
    expect(named(long, before, 'sandbox')).toEqual([['25 Oct 2026', '24 Oct 2026']]);
    expect(named(long, before, 'production')).toEqual([['25 Oct 2026 · sandbox', '24 Oct 2026 · sandbox']]);
  });

  it('must be complete: an interrupted or canceled one would look complete', () => {
    const ended = (kind: 'success' | 'cancelled' | 'unexpectedResponse') =>
      Object.assign(result(kind, '2026-03-19T23:00:00Z', '2026-03-20T23:00:00Z'), {
        progress: { kind: 'ended', outcome: { kind } },
        table: { records: 1, rows: 96, bytes: 100, memory: 1, columns: [] },
      });
    const offered = [ended('success'), ended('cancelled'), ended('unexpectedResponse')].filter((other) =>
      canOverlay(long, other),
    );
    expect(offered.map(({ id }) => id)).toEqual(['success']);
  });
});
