import { epochInstant, isEpochTime } from '../../market/records/epochs';
import { hourMs } from '../../market/time/zones';
import { TextColumn, type NumericColumn, type TableColumn } from '../columns/columns';
import { ExactSum } from '../columns/exactSum';
import { numbersOf } from '../columns/perTable';
import { sliceRows, type Sliced } from '../columns/slices';
import { notMeasured, type Table } from '../columns/table';
import { intervalEnds } from '../series/intervalEnds';
import { unreadableKind } from '../series/rowPlacement';
import { decimalsOf } from '../../text/numbers';
import type { Figures } from '../../protocol/tableTypes';
import type { RowRange } from '../../protocol/rowsQuestion';

/** Rows per batch. Several columns of each can be selected. */
const figureRows = sliceRows / 4;

/** More decimals than any price has. Numbers with more are shown rounded. */
const mostDecimals = 9;

const isMeasured = (column: TableColumn): column is NumericColumn =>
  column.kind === 'numeric' &&
  column.type !== 'time' &&
  !notMeasured.has(column.key) &&
  !isEpochTime(column) &&
  epochInstant(Date.UTC(2026, 0), column) === null;

/** `null` for a sum beyond the largest double, which no message could carry either. */
const finite = (sum: number) => (Number.isFinite(sum) ? sum : null);

/**
 * Figures for the numbers in the columns, over ranges of sorted rows; `sorted` is undefined for the table's
 * own order. Missing values are ignored. Numbers with several units, or from several fields without a known
 * unit, are counted but neither added nor compared: power (MW) and energy (MWh) have no sum.
 */
export function* figuresOfCells(
  table: Table,
  columns: readonly TableColumn[],
  sorted: Uint32Array | undefined,
  ranges: readonly RowRange[],
): Sliced<Figures> {
  const measured = columns.filter(isMeasured).map((column) => {
    const unit = table.column(table.unitColumnOf(column.key) ?? '');
    const units = unit instanceof TextColumn ? unit : null;
    return {
      column,
      units,
      codes: new Set<number>(),
      isValue: column.key === 'value' || table.ownUnits.has(column.key),
    };
  });
  const [start, end] = [numbersOf(table, 'startTime'), yield* intervalEnds(table)];
  const sum = new ExactSum();
  const weighted = new ExactSum();
  let hours = 0;
  let [count, missing, min, max, decimals, unweighted] = [0, 0, Infinity, -Infinity, 0, 0];
  const unreadable = { texts: 0, tooLarge: 0 };
  const rows = sorted?.length ?? table.rows;
  let seen = 0;

  for (const [from, to] of ranges) {
    for (let index = from; index < Math.min(to, rows); index += 1) {
      const row = sorted ? (sorted[index] as number) : index;
      for (const { column, units, codes, isValue } of measured) {
        const value = column.value(row);
        if (Number.isNaN(value)) {
          const json = column.exact.get(row);
          if (json === undefined) missing += 1;
          else unreadable[unreadableKind(json)] += 1;
          continue;
        }
        count += 1;
        codes.add(units?.code(row) ?? 0);
        sum.add(value);
        min = Math.min(min, value);
        max = Math.max(max, value);
        decimals = Math.min(decimalsOf(value, decimals), mostDecimals);
        const length = isValue ? (end.value(row) - start.value(row)) / hourMs : Number.NaN;
        if (length > 0) {
          weighted.add(value * length);
          hours += length;
        } else unweighted += 1;
      }
      seen += 1;
      if (seen % figureRows === 0) yield;
    }
  }

  const quantities = new Set(
    measured.flatMap(({ column, units, codes }) =>
      [...codes].map((code) =>
        units && code > 0 ? units.entries.text(code) : (table.ownUnits.get(column.key) ?? column.title),
      ),
    ),
  );
  const { texts, tooLarge } = unreadable;
  const known = {
    count,
    missing,
    ...(texts > 0 && { texts }),
    ...(tooLarge > 0 && { tooLarge }),
    quantities: [...quantities],
  };
  if (count === 0 || quantities.size > 1) return { ...known, numbers: null };
  const timeWeightedMean = hours > 0 && unweighted === 0 ? finite(weighted.total / hours) : null;
  const total = sum.total;
  return {
    ...known,
    numbers: { sum: finite(total), mean: finite(total / count), min, max, decimals, timeWeightedMean },
  };
}
