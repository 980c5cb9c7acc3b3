import { formatUtcMs } from '../../../market/time/zones';
import type { NumericColumn } from '../../../table/columns/columns';
import { NumberText } from '../../../table/columns/numberText';
import { Malformed } from './compactReader';
import type { ValueKind } from './footer';
import { encodings, hasIndexes, readIndexes, type PageMemory, type PageValues } from './pageValues';

/** Values that a double doesn't represent, by their place among others: what a column is set to. */
type Exact = Map<number, unknown>;

/** Numbers or times; NaN is null. */
interface Numbers {
  readonly values: Float64Array;
  readonly exact: Exact;
}

/** The kinds of values that `NumericColumn` takes. */
export type NumberKind = Exclude<ValueKind, 'boolean' | 'text'>;

/** The values of a dictionary. */
export function readNumberDictionary(page: PageValues, kind: NumberKind): Numbers {
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

function readPlain(page: PageValues, kind: NumberKind, out: Float64Array): Exact {
  if (page.bytes.length - page.at !== page.count * 8) throw new Malformed('values');
  if (kind !== 'double') return readIntegers(page, kind, out);
  const { bytes, at, rows, present } = page;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let next = at;
  for (let row = 0; row < rows; row += 1) {
    if (present !== null && present[row] === 0) {
      out[row] = Number.NaN;
      continue;
    }
    const value = view.getFloat64(next, true);
    // JSON has no infinite numbers, so these count as null.
    out[row] = value === Infinity || value === -Infinity ? Number.NaN : value;
    next += 8;
  }
  return new Map();
}

/** How many units of a kind are one of the column's. */
const units = { milliseconds: 1, microseconds: 1000, integer: 1 };
const latestMs = 8.64e15;

function readIntegers(page: PageValues, kind: keyof typeof units, out: Float64Array): Exact {
  const { bytes, at, rows, present } = page;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const exact: Exact = new Map();
  const perUnit = units[kind];
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
      if (kind === 'integer') exact.set(row, new NumberText(String(exactly)));
      else if (kind === 'microseconds') exact.set(row, microsecondsText(exactly));
    }
    next += 8;
  }
  if (kind === 'milliseconds' && out.some((value) => Math.abs(value) > latestMs)) throw new Malformed('time');
  return exact;
}

/** A time in RFC 3339 UTC. */
function microsecondsText(microseconds: bigint): string {
  const fraction = ((microseconds % 1000n) + 1000n) % 1000n;
  const ms = Number((microseconds - fraction) / 1000n);
  if (Math.abs(ms) > latestMs) throw new Malformed('time');
  const text = formatUtcMs(ms);
  return fraction === 0n ? text : text.replace(/Z$/, `${String(fraction).padStart(3, '0')}Z`);
}
