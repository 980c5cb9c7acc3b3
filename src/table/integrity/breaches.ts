import { decimalOrder, isDecimal } from '../columns/decimalOrder';
import type { NumericColumn, TableColumn } from '../columns/columns';
import { numbersOf } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { comparedTime } from '../columns/timeText';
import { intervalEnds } from '../series/intervalEnds';
import { placeOfRow } from '../series/seriesLabels';
import type { Cell } from '../../protocol/tableTypes';
import {
  breachKinds,
  type BreachKind,
  type ColumnFacts,
  type ColumnExpectation,
  type BreachRow,
} from '../../protocol/figureTypes';

const mostSpots = 4;
const mostOthers = 10;
const longestText = 80;

const cut = (text: string) => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text);

/** Compares every row of a column with what was expected. `null` if the table has no such column. */
export function* columnFacts(
  table: Table,
  key: string,
  expected: ColumnExpectation,
): Sliced<ColumnFacts | null> {
  const column = table.column(key);
  if (!column) return null;
  const found = new Map<BreachKind, { count: number; spots: BreachRow[] }>();
  const others = new Set<string>();
  const [start, end] = [numbersOf(table, 'startTime'), yield* intervalEnds(table)];
  const instant = (of: NumericColumn, row: number) => {
    const value = of.type === 'time' ? of.value(row) : Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  const note = (kind: BreachKind, row: number) => {
    const breach = found.get(kind) ?? { count: 0, spots: [] };
    found.set(kind, breach);
    breach.count += 1;
    if (breach.spots.length >= mostSpots && (kind !== 'other' || others.size >= mostOthers)) return;
    const text = column.text(row);
    if (kind === 'other' && others.size < mostOthers) others.add(cut(text ?? 'null'));
    if (breach.spots.length >= mostSpots) return;
    const spot = {
      start: instant(start, row),
      end: instant(end, row),
      place: cut(placeOfRow(table, row, key)),
      text: text === null ? null : cut(text),
    };
    breach.spots.push({ row, ...spot });
  };
  const isListed = expected.in && listTest(column, expected.in);
  const isBounded = expected['>='] !== undefined || expected['<='] !== undefined;
  const extremes = new Extremes(column);
  let nulls = 0;
  yield* eachIndex(table.rows, (row) => {
    if (column.isNull(row)) {
      nulls += 1;
      if (expected.notNull) note('null', row);
      // `in` may list null, but doesn't forbid it: only `notNull` does.
      return;
    }
    if (isBounded) {
      const breach = extremes.breachOf(row, expected);
      if (breach) note(breach, row);
    }
    if (isListed && !isListed(row)) note('other', row);
  });
  return {
    breaches: breachKinds.flatMap((kind) => {
      const breach = found.get(kind);
      return breach ? [{ kind, ...breach }] : [];
    }),
    isNumeric: column.kind === 'numeric',
    nulls,
    ...extremes.texts(),
    others: [...others],
  };
}

/** Compares numbers with bounds, and remembers the least and the greatest. */
class Extremes {
  private readonly numbers: NumericColumn | null;
  private least: { value: number; row: number } | null = null;
  private greatest: { value: number; row: number } | null = null;

  constructor(private readonly column: TableColumn) {
    this.numbers = column.kind === 'numeric' ? column : null;
  }

  /** How the row's value is outside the bounds; `null` if it isn't. */
  breachOf(row: number, { '>=': low, '<=': high }: ColumnExpectation): 'below' | 'above' | 'unlike' | null {
    const { numbers } = this;
    const isExact = numbers !== null && numbers.type !== 'time' && numbers.exact.has(row);
    const value = numbers && !isExact ? numbers.value(row) : Number.NaN;
    if (!Number.isNaN(value)) {
      this.take(value, row);
      if (low !== undefined && value < low) return 'below';
      return high !== undefined && value > high ? 'above' : null;
    }
    // A number that was sent as text isn't compared, as in the table's filters.
    const text = numbers?.exact.get(row) ?? '';
    if (!isDecimal(text)) return 'unlike';
    this.take(Number(text), row);
    if (low !== undefined && decimalOrder(text, String(low)) < 0) return 'below';
    return high !== undefined && decimalOrder(text, String(high)) > 0 ? 'above' : null;
  }

  private take(value: number, row: number): void {
    if (this.least === null || this.isBefore(value, row, this.least)) this.least = { value, row };
    const { greatest } = this;
    if (greatest === null || this.isBefore(greatest.value, greatest.row, { value, row })) {
      this.greatest = { value, row };
    }
  }

  /** If the doubles are equal, the digits decide: 2^53 and the next integer are the same double. */
  private isBefore(value: number, row: number, other: { value: number; row: number }): boolean {
    if (value !== other.value) return value < other.value;
    if (this.numbers && this.numbers.exact.size === 0) return false;
    return decimalOrder(this.column.text(row) ?? '', this.column.text(other.row) ?? '') < 0;
  }

  texts(): Pick<ColumnFacts, 'least' | 'greatest'> {
    const text = (at: { row: number } | null) => (at ? cut(this.column.text(at.row) ?? '') : null);
    return { least: text(this.least), greatest: text(this.greatest) };
  }
}

/**
 * Whether a row's value is in the list. Numbers are compared by value, however they are written, and times as
 * instants.
 */
function listTest(column: TableColumn, listed: readonly Cell[]): (row: number) => boolean {
  // The text "true" isn't true.
  if (column.type === 'boolean') return (row) => listed.some((value) => value === column.cell(row));
  if (column.kind === 'text') {
    const texts = new Set(listed.flatMap((value) => (value === null ? [] : [String(value)])));
    // Texts that hardly repeat aren't cached.
    const known = new Map<number, boolean>();
    return (row) => {
      if (!column.entries.distinct) return texts.has(column.text(row) ?? '');
      const code = column.code(row);
      let verdict = known.get(code);
      if (verdict === undefined) known.set(code, (verdict = texts.has(column.text(row) ?? '')));
      return verdict;
    };
  }
  if (column.type === 'time') {
    const instants = new Set(listed.map(comparedTime).filter((instant) => !Number.isNaN(instant)));
    return (row) => instants.has(column.value(row)) || listed.some((value) => value === column.text(row));
  }
  const doubles = new Set(listed);
  const texts = listed.flatMap((value) => (value === null ? [] : [String(value)]));
  return (row) => {
    if (!column.exact.has(row)) return doubles.has(column.value(row));
    const text = column.text(row) ?? '';
    return texts.some((each) => each === text || decimalOrder(each, text) === 0);
  };
}
