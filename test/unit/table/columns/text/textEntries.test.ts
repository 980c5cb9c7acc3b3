import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextColumn } from '#src/table/columns/columns';
import { withView } from '#src/table/columns/pendingBytes';
import { segmentMask, segmentOf, uint32s } from '#src/table/columns/segments';
import { hashOf } from '#src/table/columns/text/textHash';
import { containing } from '#src/table/columns/text/textMatch';
import { atOnce } from '../../atOnce';
import { propertyRuns } from '#test/unit/propertyRuns';
import { anyCharacter } from '#test/unit/anyText';

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '\ufffd', 'NO1', 'EUR/MWh'),
  fc.nat({ max: 3 }).map((more) => 'a'.repeat((1 << 20) - 5 + more)),
);

const loneSurrogate = fc.constantFrom('\ud800', '\udc00x');

/** Half the texts as a reader of bytes gives them, half as strings. */
function filled(texts: readonly (string | null)[]): TextColumn {
  const column = new TextColumn('id', 'Id');
  texts.forEach((text, row) => {
    const bytes = text?.isWellFormed() === true ? withView(Buffer.from(text)) : null;
    if (bytes === null || row % 2 === 0) column.set(row, text);
    else
      segmentOf(column.segments, row, uint32s)[row & segmentMask] = column.entries.encode(
        bytes,
        0,
        bytes.buffer.length,
        hashOf(bytes, 0, bytes.buffer.length),
      );
  });
  return column;
}

/** Enough different texts that the column gives up looking each one up. */
const orderIds = (count: number) =>
  Array.from({ length: count }, (_, order) => `0190-${(order * 7919).toString(36)}-å`);

describe('texts of a column', () => {
  it('give the same search results together as one by one, across chunks', () => {
    const part = fc.constantFrom('90-', 'A', 'k', 'å', '-å', 'ab', '', '\u0000', '3z-Å');
    const beyondAscii = fc.constantFrom([], ['K', 'İ']);
    const longIds = orderIds(30_000).map((id) => `${id} ${'-'.repeat(30)}`);
    fc.assert(
      fc.property(
        fc.array(anyText, { maxLength: 30 }),
        part,
        beyondAscii,
        fc.boolean(),
        (some, wanted, odd, many) => {
          const texts = [...some, ...(many ? longIds : []), ...odd];
          const column = filled(texts);
          const { bytes, inBytes } = containing(wanted);
          const verdicts = atOnce(column.entries.judge(bytes, inBytes));
          texts.forEach((text, row) => {
            const holds = text.toLowerCase().includes(wanted.toLowerCase());
            if ((verdicts[column.code(row)] === 1) !== holds)
              expect(text).toBe(`judged as if it held ${wanted}: ${!holds}`);
          });
        },
      ),
      { numRuns: propertyRuns(10, 800) },
    );
  });

  it('that are removed leave room for the next one', () => {
    const column = filled(['NO1']);
    const before = column.bytes();
    for (let again = 0; again < 100; again += 1) {
      column.set(1, 'x'.repeat(1000));
      column.entries.dropLast();
    }
    expect(column.bytes()).toBeLessThan(before + 4096);
    column.set(1, 'x'.repeat(1 << 21));
    column.entries.dropLast();
    column.set(1, 'SE3');
    expect([column.text(0), column.text(1)]).toEqual(['NO1', 'SE3']);
  });

  it('are returned unchanged, whatever they contain and however they were added', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.oneof(anyText, loneSurrogate)), { maxLength: 60 }), (texts) => {
        const column = filled(texts);
        expect(texts.map((_, row) => column.text(row))).toEqual(texts);
        const distinct = new Set(texts.filter((text) => text !== null));
        expect(column.entries.count).toBe(distinct.size + 1);
        for (const text of distinct)
          if (text.isWellFormed()) expect(column.entries.text(column.codeOf(text) ?? 0)).toBe(text);
      }),
    );
  });

  it('are found by their bytes', () => {
    const column = filled(['NO1', 'Østlandet']);
    expect(column.entries.bytesOf(column.code(1)).toString('utf8')).toBe('Østlandet');
    expect(column.codeOf('SE3')).toBeUndefined();
  });

  it('that hardly repeat are stored without a search, and are made distinct on request', () => {
    const ids = orderIds(70_000);
    const twice = [...ids, '\ud800', ...ids, '\ud800', null];
    const column = filled(twice);
    expect(column.entries.distinct).toBe(false);
    expect(column.codeOf(ids[5] as string)).toBe(column.code(5));
    expect(column.entries.distinct).toBe(true);
    expect(column.entries.count).toBe(ids.length + 2);
    expect(column.code(ids.length + 1)).toBe(column.code(0));
    expect(twice.map((_, row) => column.text(row))).toEqual(twice);
    column.set(twice.length, ids[7]);
    expect(column.code(twice.length)).toBe(column.code(7));
  });

  it('are constant if every row has the same text, or none has any', () => {
    const column = filled(['NO1', 'NO1']);
    expect(column.isConstant(2)).toBe(true);
    column.set(2, 'NO1');
    expect(column.isConstant(3)).toBe(true);
    column.set(4, 'NO1');
    expect(column.isConstant(5)).toBe(false); // row 3 has none: the column tells it apart
    expect(filled([]).isConstant(3)).toBe(true);
    expect(filled(['NO1', 'NO2']).isConstant(2)).toBe(false);
  });

  it('that repeat stay distinct, however many rows there are', () => {
    const contracts = orderIds(5000);
    const column = filled(Array.from({ length: 60_000 }, (_, row) => contracts[row % 5000] ?? ''));
    expect(column.entries.distinct).toBe(true);
    expect(column.entries.count).toBe(5001);
  });
});
