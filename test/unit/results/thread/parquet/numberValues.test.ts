import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumericColumn } from '#src/table/columns/columns';
import { setNumbers } from '#src/results/thread/parquet/numberValues';
import { PageMemory } from '#src/results/thread/parquet/pageValues';
import type { NumberKind } from '#src/results/thread/parquet/valueKinds';
import { propertyRuns } from '#test/unit/propertyRuns';

/** The text of a value that a page contains. */
function textOf(bytes: Buffer, kind: NumberKind, type: NumericColumn['type']): string | null {
  const column = new NumericColumn('', '', type);
  const page = { bytes, at: 0, rows: 1, present: null, count: 1, encoding: 0 };
  setNumbers(column, 0, page, { kind, dictionary: undefined, memory: new PageMemory() });
  return column.text(0);
}

const eightBytes = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
};

const dayNanoseconds = 86_400_000_000_000n;

/** Nanoseconds of the day, and the Julian day. */
function int96(nanoseconds: bigint): Buffer {
  const ofDay = ((nanoseconds % dayNanoseconds) + dayNanoseconds) % dayNanoseconds;
  const day = Buffer.alloc(4);
  day.writeInt32LE(Number((nanoseconds - ofDay) / dayNanoseconds) + 2_440_588);
  return Buffer.concat([eightBytes(ofDay), day]);
}

it('a time is the same in every unit, with all of its digits', () => {
  const [earliest, latest] = ['1700-01-01', '2250-01-01'].map((day) => BigInt(Date.parse(day)) * 1000n);
  fc.assert(
    fc.property(fc.bigInt(earliest ?? 0n, latest ?? 0n), fc.integer({ min: 0, max: 999 }), (us, ns) => {
      const micros = textOf(eightBytes(us), 'microseconds', 'time');
      expect(textOf(eightBytes(us * 1000n), 'nanoseconds', 'time')).toBe(micros);
      expect(textOf(int96(us * 1000n), 'int96', 'time')).toBe(micros);
      const finer = textOf(int96(us * 1000n + BigInt(ns)), 'int96', 'time');
      expect(textOf(eightBytes(us * 1000n + BigInt(ns)), 'nanoseconds', 'time')).toBe(finer);
      if (ns === 0) expect(finer).toBe(micros);
      else expect(finer).toMatch(new RegExp(`\\.\\d{6}${String(ns).padStart(3, '0')}Z$`));
    }),
    { numRuns: propertyRuns(300, 20_000) },
  );
  expect(textOf(int96(-1n), 'int96', 'time')).toBe('1969-12-31T23:59:59.999999999Z');
});

it('whole numbers keep their digits, whatever their width', () => {
  expect(textOf(eightBytes(-1n), 'uint64', 'integer')).toBe('18446744073709551615');
  expect(textOf(eightBytes(7n), 'uint64', 'integer')).toBe('7');
  expect(textOf(Buffer.from([255, 255, 255, 255]), 'int32', 'integer')).toBe('-1');
  expect(textOf(Buffer.from([255, 255, 255, 255]), 'uint32', 'integer')).toBe('4294967295');
});

it.each([
  ['milliseconds', eightBytes(9_000_000_000_000_000n)],
  ['microseconds', eightBytes(9_000_000_000_000_000_000n)],
  ['int96', Buffer.from('0000000000000000ffffff7f', 'hex')],
] as const)('a time that no calendar has is rejected: %s', (kind, bytes) => {
  expect(() => textOf(bytes, kind, 'time')).toThrow('time');
});

it("numbers that JSON doesn't have are null", () => {
  const infinite = Buffer.alloc(4);
  infinite.writeFloatLE(Infinity);
  expect(textOf(infinite, 'float', 'number')).toBeNull();
});
