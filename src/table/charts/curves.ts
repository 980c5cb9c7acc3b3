import { crossing, settledCrossing } from '../../market/records/curveCrossing';
import type { ChartQuestion } from '../../protocol/charts/chartQuestion';
import type { CurveChart, CurveSide } from '../../protocol/charts/curveChart';
import type { NumericColumn } from '../columns/columns';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import { curvePeriods } from '../series/curvePeriods';
import { intervalEnds } from '../series/intervalEnds';
import { attributeName } from '../series/seriesNames';

/** One period of the auction and its rows, as ranges whose `end` is exclusive. */
interface CurvePeriod {
  readonly start: number;
  readonly end: number;
  readonly rows: [from: number, end: number][];
}

const periodsOf = perTable(function* (table): Sliced<CurvePeriod[]> {
  const [starts, ends] = [numbersOf(table, 'startTime'), yield* intervalEnds(table)];
  const { firsts } = yield* curvePeriods(table);
  const periods = new Map<string, CurvePeriod>();
  firsts.forEach((first, index) => {
    const [start, end] = [starts.value(first), ends.value(first)];
    // Curves of different hours without a readable time would become one picture.
    if (Number.isNaN(start)) return;
    const key = `${start} ${end}`;
    const period = periods.get(key) ?? { start, end, rows: [] };
    periods.set(key, period);
    period.rows.push([first, firsts[index + 1] ?? table.rows]);
  });
  return [...periods.values()];
});

/**
 * Supply and demand of one period, with points in the order sent, and the crossing of the curves. Unless the
 * question says which period, it's the current one, or the first if that isn't in the response.
 */
export function* curveChart(table: Table, question: ChartQuestion): Sliced<CurveChart> {
  const now = Date.now();
  const periods = yield* periodsOf(table);
  const current = periods.findIndex(({ start, end }) => start <= now && now < end);
  const requested = Math.trunc(question.period ?? current) || 0;
  const period = Math.max(0, Math.min(requested, periods.length - 1));
  const rows = periods[period]?.rows ?? [];
  const sell = sideOf(table, rows, 'sell');
  const buy = sideOf(table, rows, 'buy');
  const figure = (key: string) => firstNumber(numbersOf(table, key), rows);
  const offCurve = {
    volumeAcceptedBlocksBuy: figure('volumeAcceptedBlocksBuy'),
    volumeAcceptedBlocksSell: figure('volumeAcceptedBlocksSell'),
    volumeNetFlows: figure('volumeNetFlows'),
  };
  return {
    kind: 'curves',
    periods: Float64Array.from(periods.flatMap(({ start, end }) => [start, end])),
    period,
    currency: currencyOf(table, rows[0]?.[0] ?? 0),
    sell,
    buy,
    crossing: crossing(sell, buy),
    settled: settledCrossing(sell, buy, offCurve),
    minVolume: figure('minVolume'),
    maxVolume: figure('maxVolume'),
    ...offCurve,
  };
}

function currencyOf(table: Table, row: number): string {
  const column = table.columns.find((each) => attributeName(each) === 'currency');
  return (column && textsOf(table, column.key).text(row)) ?? '';
}

/** Points without a price or a volume are left out. */
function sideOf(table: Table, rows: CurvePeriod['rows'], side: 'sell' | 'buy'): CurveSide {
  const sides = textsOf(table, 'side');
  const [price, volume] = [numbersOf(table, 'price'), numbersOf(table, 'volume')];
  const code = sides.codeOf(side);
  const points: number[] = [];
  for (const [from, end] of rows) {
    for (let row = from; row < end; row += 1) {
      if (sides.code(row) !== code) continue;
      if (!Number.isNaN(price.value(row)) && !Number.isNaN(volume.value(row))) points.push(row);
    }
  }
  return {
    price: Float64Array.from(points, (row) => price.value(row)),
    volume: Float64Array.from(points, (row) => volume.value(row)),
  };
}

function firstNumber(column: NumericColumn, rows: CurvePeriod['rows']): number | null {
  const value = column.value(rows[0]?.[0] ?? 0);
  return rows.length === 0 || Number.isNaN(value) ? null : value;
}
