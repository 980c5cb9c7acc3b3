import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnRows } from '#src/table/columns/columnRows';
import { nans, segmentMask, segmentOf } from '#src/table/columns/segments';
import { propertyRuns } from '../../propertyRuns';

/** Runs of rows with the same number, with rows between them that nothing was written to. */
const runs = fc.array(
  fc.record({
    gap: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
    rows: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(70_000)),
    number: fc.constantFrom(1, 2, -0, 1_774_738_800_000),
    isWritten: fc.boolean(),
  }),
  { maxLength: 8 },
);

describe('rows of a column', () => {
  it('are the same whether they were noted or written, and whoever asks for them first', () => {
    const asked = fc.array(fc.nat(), { maxLength: 6 });
    fc.assert(
      fc.property(runs, asked, fc.boolean(), (all, places, isReadBetween) => {
        const rows = new ColumnRows(nans);
        const expected: number[] = [];
        for (const { gap, rows: count, number, isWritten } of all) {
          for (let row = 0; row < gap; row += 1) expected.push(Number.NaN);
          const from = expected.length;
          for (let row = 0; row < count; row += 1) expected.push(number);
          if (isWritten) {
            for (let row = from; row < expected.length; row += 1) {
              segmentOf(rows.segments, row, nans)[row & segmentMask] = number;
            }
          } else rows.note(from, expected.length, number);
          const row = (places[0] ?? 0) % expected.length;
          if (isReadBetween) expect(rows.at(row)).toBe(expected[row]);
        }
        for (const place of places) {
          const from = place % (expected.length + 1);
          for (const number of [1, expected[from] ?? 2]) {
            const other = expected.findIndex((each, row) => row >= from && !Object.is(each, number));
            expect(rows.firstOther(number, from, expected.length)).toBe(other < 0 ? expected.length : other);
          }
          expect(rows.at(from)).toBe(expected[from] ?? Number.NaN);
        }
        const { segments } = rows;
        const read = expected.map((_, row) => segments[row >>> 16]?.[row & segmentMask] ?? Number.NaN);
        expect(read).toEqual(expected);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it("aren't in memory while one record after the other has the same number", () => {
    const rows = new ColumnRows(nans);
    for (let record = 0; record < 5_000; record += 1) rows.note(record * 96, (record + 1) * 96, 7);
    expect(rows.firstOther(7, 0, 480_000)).toBe(480_000);
    expect(rows.at(100_000)).toBe(7);
    expect(rows.arrays()).toEqual([]);
    // They count for the limit of a result's memory, since a question can need them.
    expect(rows.bytes()).toBe(480_000 * 8);
  });
});
