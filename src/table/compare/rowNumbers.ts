import { alignedStart, clockLength } from '../../market/time/alignedDays';
import type { ComparisonPlan } from '../../market/datasets/comparisonPlans';
import { numbersOf } from '../columns/perTable';
import type { NumericColumn, TableColumn } from '../columns/columns';
import { eachIndex, slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

/** One of two compared results, and the rows of it that are compared. */
export interface Side {
  readonly table: Table;
  readonly rows: Uint32Array;
  /** When the periods of its rows end; see `intervalEnds`. */
  readonly ends: NumericColumn;
  /** How many delivery days its times are after those of the other; see `alignedStart`. */
  readonly days: number;
}
export type Sides = readonly [first: Side, second: Side];

/** A column of one side, in which ends are as they were read. */
export const columnOf = ({ table, ends }: Side, key: string): TableColumn | undefined =>
  key === ends.key ? ends : table.column(key);

/** A number for each counted row of both sides, starting at 0; equal rows have equal numbers. */
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

/** Reads the value by which a row is numbered; NaN if the row has none. */
type KeyReader = (side: Side) => (row: number) => number;

/** For sides that are for different days: how to read the period of a row, by column. */
export function dayKeyReaders({ time, end }: ComparisonPlan): ReadonlyMap<string, KeyReader> {
  if (end === undefined) return new Map();
  const periods = ({ table, ends }: Side) => {
    const starts = numbersOf(table, time);
    return (row: number) => ({ start: starts.value(row), end: ends.value(row) });
  };
  return new Map<string, KeyReader>([
    [
      time,
      (side) => {
        const at = periods(side);
        return (row) => alignedStart(at(row), side.days);
      },
    ],
    [
      end,
      (side) => {
        const at = periods(side);
        return (row) => clockLength(at(row));
      },
    ],
  ]);
}

/** Reads a column's rows as numbers that both sides share. A missing column counts as null in every row. */
function numbering(
  column: TableColumn | undefined,
  known: Known,
  read: ((row: number) => number) | undefined,
): (row: number) => number {
  if (column === undefined) return () => numberFor(null, known);
  if (column.kind === 'numeric') {
    return (row) => {
      const value = read ? read(row) : column.value(row);
      return numberFor(Number.isNaN(value) ? column.text(row) : value, known);
    };
  }
  // A text shared by many rows is looked up only once.
  const numbers = new Int32Array(column.entries.count).fill(-1);
  return (row) => {
    const code = column.code(row);
    const number = numbers[code] ?? -1;
    if (number >= 0) return number;
    return (numbers[code] = numberFor(code === 0 ? null : column.entries.text(code), known));
  };
}

/** Numbers of one column. */
export interface ColumnNumbers extends RowNumbers {
  /** Whether any value occurs on both sides. */
  readonly meet: boolean;
}

/** Numbers the rows by one column, or by what `reading` returns for them. */
export function* numbersBy(sides: Sides, key: string, reading?: KeyReader): Sliced<ColumnNumbers> {
  const known: Known = new Map();
  const number = function* (side: Side): Sliced<Uint32Array> {
    const { rows } = side;
    const numberOf = numbering(columnOf(side, key), known, reading?.(side));
    const numbers = new Uint32Array(rows.length);
    yield* eachIndex(rows.length, (at) => {
      numbers[at] = numberOf(rows[at] as number);
    });
    return numbers;
  };
  const first = yield* number(sides[0]);
  const ofFirst = known.size;
  const second = yield* number(sides[1]);
  let meet = false as boolean; // set inside a slice, which the compiler does not see
  yield* slices(second.length, (from, to) => {
    for (let at = from; at < to && !meet; at += 1) meet = (second[at] as number) < ofFirst;
  });
  return { of: [first, second], count: known.size, meet };
}

/** Numbers the rows by all parts: two rows are equal only if they are equal in every part. */
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
    yield* eachIndex(mine.length, (at) => {
      const pair = (mine[at] as number) * part.count + (other[at] as number);
      const found = known.get(pair) ?? known.size;
      if (found === known.size) known.set(pair, found);
      numbers[at] = found;
    });
    return numbers;
  };
  const of = [yield* number(0), yield* number(1)] as const;
  return { of, count: known.size };
}
