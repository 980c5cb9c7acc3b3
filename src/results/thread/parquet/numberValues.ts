import { formatUtcMs } from '#src/market/time/zones';
import type { NumericColumn } from '#src/table/columns/columns';
import { NumberText } from '#src/table/columns/numberText';
import { Malformed } from './compactReader';
import { encodings, hasIndexes, readIndexes, type PageMemory, type PageValues } from './pageValues';
import type { NumberKind } from './valueKinds';

/** Values that a double doesn't represent, by their place among others: what a column is set to. */
type Exact = Map<number, unknown>;

/** Numbers or times; NaN is null. */
interface Numbers {
  readonly values: Float64Array;
  readonly exact: Exact;
}

/** The values of a dictionary. Throws `Malformed` if they don't take exactly the bytes of the page. */
export function readNumberDictionary(page: PageValues, kind: NumberKind): Numbers {
  refuseLength(page, kind);
  const values = new Float64Array(page.count);
  return { values, exact: readPlain(page, kind, values) };
}

/** Sets the rows of a page, from `first` on. */
export function setNumbers(
  column: NumericColumn,
  first: number,
  page: PageValues,
  { kind, dictionary, memory }: { kind: NumberKind; dictionary: Numbers | undefined; memory: PageMemory },
): void {
  // A row that nothing is written to is null.
  if (page.count === 0) return;
  const values = memory.values(page.rows);
  let exact: Exact;
  if (hasIndexes(page) && dictionary) exact = readIndexed(page, dictionary, values, memory);
  else if (page.encoding === encodings.plain) exact = readPlain(page, kind, values);
  else throw new Malformed('encoding');
  column.setValues(first, values);
  for (const [row, value] of exact) column.set(first + row, value);
}

function readIndexed(page: PageValues, dictionary: Numbers, out: Float64Array, memory: PageMemory): Exact {
  const { values, exact } = dictionary;
  const { rows, present } = page;
  const indexes = readIndexes(page, memory);
  const found: Exact = new Map();
  let next = 0;
  for (let row = 0; row < rows; row += 1) {
    if (present !== null && present[row] === 0) {
      out[row] = Number.NaN;
      continue;
    }
    const index = indexes[next++] as number;
    if (index >= values.length) throw new Malformed('index');
    out[row] = values[index] as number;
    if (exact.size > 0 && exact.has(index)) found.set(row, exact.get(index));
  }
  return found;
}

/** A value that a double represents, or else what a column is set to. */
type ReadValue = (view: DataView, at: number) => number | string | NumberText;

const dayMs = 86_400_000;
/** The Julian day of 1970-01-01. */
const firstDay = 2_440_588;

/** The bytes of a value, and how values that our own files don't have are read. */
const kinds: Readonly<Record<NumberKind, readonly [bytes: number, read: ReadValue | undefined]>> = {
  milliseconds: [8, undefined],
  microseconds: [8, undefined],
  int64: [8, undefined],
  nanoseconds: [8, (view, at) => timeOf(view.getBigInt64(at, true))],
  int96: [
    12,
    (view, at) => {
      const day = BigInt(view.getInt32(at + 8, true) - firstDay) * BigInt(dayMs) * 1_000_000n;
      return timeOf(day + view.getBigInt64(at, true));
    },
  ],
  days: [4, (view, at) => inCalendar(view.getInt32(at, true) * dayMs)],
  int32: [4, (view, at) => view.getInt32(at, true)],
  uint32: [4, (view, at) => view.getUint32(at, true)],
  uint64: [
    8,
    (view, at) => {
      const value = view.getBigUint64(at, true);
      return value > Number.MAX_SAFE_INTEGER ? new NumberText(String(value)) : Number(value);
    },
  ],
  // JSON has no infinite numbers, so these count as null.
  float: [4, (view, at) => finite(view.getFloat32(at, true))],
  double: [8, (view, at) => finite(view.getFloat64(at, true))],
};

const finite = (value: number) => (value === Infinity || value === -Infinity ? Number.NaN : value);

function refuseLength({ bytes, at, count }: PageValues, kind: NumberKind): void {
  if (bytes.length - at !== count * kinds[kind][0]) throw new Malformed('values');
}

function readPlain(page: PageValues, kind: NumberKind, out: Float64Array): Exact {
  refuseLength(page, kind);
  const [width, read] = kinds[kind];
  if (read === undefined) return readIntegers(page, kind, out);
  const { bytes, at, rows, present } = page;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const exact: Exact = new Map();
  let next = at;
  for (let row = 0; row < rows; row += 1) {
    out[row] = Number.NaN;
    if (present !== null && present[row] === 0) continue;
    const value = read(view, next);
    if (typeof value === 'number') out[row] = value;
    else exact.set(row, value);
    next += width;
  }
  return exact;
}

const latestMs = 8.64e15;

function readIntegers(page: PageValues, kind: NumberKind, out: Float64Array): Exact {
  const { bytes, at, rows, present } = page;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const exact: Exact = new Map();
  const perUnit = kind === 'microseconds' ? 1000 : 1;
  let next = at;
  for (let row = 0; row < rows; row += 1) {
    if (present !== null && present[row] === 0) {
      out[row] = Number.NaN;
      continue;
    }
    const high = view.getInt32(next + 4, true);
    const number = high * 0x1_0000_0000 + view.getUint32(next, true);
    const value = perUnit === 1 ? number : Math.round(number / perUnit);
    out[row] = value;
    // Beyond 2^53, the double isn't exact.
    if (value * perUnit !== number || high >= 0x20_0000 || high < -0x20_0000) {
      const exactly = view.getBigInt64(next, true);
      if (kind === 'int64') exact.set(row, new NumberText(String(exactly)));
      else if (kind === 'microseconds') {
        const time = timeOf(exactly * 1000n);
        if (typeof time === 'number') out[row] = time;
        else exact.set(row, time);
      }
    }
    next += 8;
  }
  if (kind === 'milliseconds' && out.some((value) => Math.abs(value) > latestMs)) throw new Malformed('time');
  return exact;
}

/** Epoch milliseconds, or RFC 3339 UTC for a time with digits below them. */
function timeOf(nanoseconds: bigint): number | string {
  const fraction = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const ms = inCalendar(Number((nanoseconds - fraction) / 1_000_000n));
  if (fraction === 0n) return ms;
  const digits = String(fraction).padStart(6, '0').replace(/000$/, '');
  return formatUtcMs(ms).replace(/Z$/, `${digits}Z`);
}

/** Epoch milliseconds, if a date can have them. Throws `Malformed`. */
function inCalendar(ms: number): number {
  if (Math.abs(ms) > latestMs) throw new Malformed('time');
  return ms;
}
