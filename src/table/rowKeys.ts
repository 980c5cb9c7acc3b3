import { dayPlace } from '../market/alignedDays';
import type { TableColumn } from './columns';
import { slices, type Sliced } from './slices';
import type { Table } from './table';

/** One of two results that are held against each other, and the rows of it that count. */
export interface Side {
  readonly table: Table;
  readonly rows: Uint32Array;
  /** How many delivery days its times lie behind those of the other; see `dayPlace`. */
  readonly days: number;
}
export type Sides = readonly [first: Side, second: Side];

/** Numbers from 0 on, one for each counted row of both sides; equal ones where the rows are equal. */
export interface RowNumbers {
  readonly of: readonly [Uint32Array, Uint32Array];
  readonly count: number;
}

type Known = Map<string | number | null, number>;

const numberFor = (value: string | number | null, known: Known): number => {
  const number = known.get(value) ?? known.size;
  if (number === known.size) known.set(value, number);
  return number;
};

/** Reads a column's rows as numbers that both sides share. A column that is not there is null everywhere. */
function numbering(
  column: TableColumn | undefined,
  known: Known,
  place: ((instant: number) => number) | null,
): (row: number) => number {
  if (column === undefined) return () => numberFor(null, known);
  if (column.kind === 'boolean') return (row) => numberFor(column.code(row) || null, known);
  if (column.kind === 'numeric') {
    const read = column.type === 'time' && place !== null ? place : (value: number) => value;
    return (row) => {
      const value = column.value(row);
      return numberFor(Number.isNaN(value) ? column.text(row) : read(value), known);
    };
  }
  // A text that many rows share is looked up once.
  const numbers = new Int32Array(column.entryCount).fill(-1);
  return (row) => {
    const code = column.code(row);
    const number = numbers[code] ?? -1;
    if (number >= 0) return number;
    return (numbers[code] = numberFor(code === 0 ? null : column.entryText(code), known));
  };
}

/** Numbers the rows by one column; `meet` says whether any value is on both sides. */
export function* numbersBy(
  sides: Sides,
  key: string,
): Sliced<RowNumbers & { readonly meet: boolean }> {
  const known: Known = new Map();
  const isAligned = sides.some(({ days }) => days !== 0);
  const number = function* ({ table, rows, days }: Side): Sliced<Uint32Array> {
    const place = isAligned ? (instant: number) => dayPlace(instant, days) : null;
    const numberOf = numbering(table.column(key), known, place);
    const numbers = new Uint32Array(rows.length);
    yield* slices(rows.length, (from, to) => {
      for (let at = from; at < to; at += 1) numbers[at] = numberOf(rows[at] as number);
    });
    return numbers;
  };
  const first = yield* number(sides[0]);
  const ofFirst = known.size;
  const second = yield* number(sides[1]);
  let meet = false;
  yield* slices(second.length, (from, to) => {
    for (let at = from; at < to && !meet; at += 1) meet = (second[at] as number) < ofFirst;
  });
  return { of: [first, second], count: known.size, meet };
}

/** Numbers the rows by all of it: equal only where they are equal in each. */
export function* numbersByAll(sides: Sides, parts: readonly RowNumbers[]): Sliced<RowNumbers> {
  let all: RowNumbers = {
    of: [new Uint32Array(sides[0].rows.length), new Uint32Array(sides[1].rows.length)],
    count: 1,
  };
  for (const part of parts) {
    if (part.count > 1) all = yield* paired(all, part);
  }
  return all;
}

function* paired(all: RowNumbers, part: RowNumbers): Sliced<RowNumbers> {
  const known = new Map<number, number>();
  const number = function* (side: 0 | 1): Sliced<Uint32Array> {
    const [mine, other] = [all.of[side], part.of[side]];
    const numbers = new Uint32Array(mine.length);
    yield* slices(mine.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const pair = (mine[at] as number) * part.count + (other[at] as number);
        const found = known.get(pair) ?? known.size;
        if (found === known.size) known.set(pair, found);
        numbers[at] = found;
      }
    });
    return numbers;
  };
  const of = [yield* number(0), yield* number(1)] as const;
  return { of, count: known.size };
}
