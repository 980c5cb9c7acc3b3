import type { Finality } from '../../market/records/dayFacts';
import { isOfficial, isPreliminary } from '../../market/records/statusWords';
import type { Period } from '../../market/time/deliveryDay';
import type { TextColumn } from '../columns/columns';
import { numbersOf, textsOf } from '../columns/perTable';
import { sliceRows, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { distinguishingColumns, recordsOfGroups } from '../series/seriesGroups';
import { attributeName, finalityNames } from '../series/seriesNames';
import { rowStartsIn } from '../series/startRows';

/** What the records of series say about the values that start in the period. */
export function* finalityOf(table: Table, period: Period): Sliced<Finality> {
  const [start, end, value] = ['startTime', 'endTime', 'value'].map((key) => numbersOf(table, key));
  const startsIn = rowStartsIn(table, 'timeSeries', period);
  const statuses = table.columns.flatMap((column) =>
    column.kind === 'text' && isStatus(column) ? [meaningsOf(textsOf(table, column.key))] : [],
  );
  const unit = textsOf(table, 'unit');
  const inEuros = unit.texts().map((text) => isEuro.test(text));
  const stated: number[] = [];
  const early = new Set<number>();
  let isInEuros = true;
  for (let row = 0; row < table.rows; row += 1) {
    if (row % sliceRows === sliceRows - 1) yield;
    if (value?.isNull(row) !== false || startsIn(row) !== true) continue;
    if (inEuros[unit.code(row)] !== true) isInEuros = false;
    let meaning = 0;
    for (const { column, meanings } of statuses) meaning |= meanings[column.code(row)] ?? 0;
    if (meaning > 0) stated.push(row);
    if (meaning & says.preliminary) early.add(row);
  }
  const found = { isStated: stated.length > 0, isInEuros };
  // Whether there is a settled value of the same interval matters only if there are values of both kinds.
  if (early.size === 0 || early.size === stated.length) return { ...found, preliminary: early.size };
  const keys = distinguishingColumns(table).filter((column) => !saysHowFinal(column));
  const rows = Float64Array.from(stated);
  let preliminary = 0;
  for (const group of yield* recordsOfGroups(rows, keys)) {
    const series = Array.from(group, (index) => rows[index] as number);
    const interval = (row: number) => `${start?.value(row)} ${end?.value(row)}`;
    const official = new Set(series.filter((row) => !early.has(row)).map(interval));
    preliminary += series.filter((row) => early.has(row) && !official.has(interval(row))).length;
  }
  return { ...found, preliminary };
}

const says = { preliminary: 1, official: 2 } as const;

/** What each text of a column with statuses says, by its code. */
const meaningsOf = (column: TextColumn) => ({
  column,
  meanings: Uint8Array.from(
    column.texts(),
    (text) => (isPreliminary(text) ? says.preliminary : 0) | (isOfficial(text) ? says.official : 0),
  ),
});

const nameOf = (column: TextColumn) => attributeName(column) ?? column.key.toLowerCase();
const isStatus = (column: TextColumn) => nameOf(column) === 'status';
const saysHowFinal = (column: TextColumn) => finalityNames.includes(nameOf(column));

/** Units such as `EUR/MWh`, `EUR`, `€ / MWh`, and `Euro per MWh`. */
const isEuro = /^\s*(?:eur|euros?|€)\s*(?:\/|\bper\b|$)/i;
