import type { Finality } from '../../market/records/dayFacts';
import { isOfficial, isPreliminary } from '../../market/records/statusWords';
import type { Period } from '../../market/time/deliveryDay';
import type { TextColumn } from '../columns/columns';
import { numbersOf, textsOf } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { distinguishingColumns, recordsOfGroups } from '../series/seriesGroups';
import { attributeName, finalityNames } from '../series/seriesNames';
import { rowStartsIn } from '../series/startRows';

/** What the records of series say about the values that start in the period. */
export function* finalityOf(table: Table, period: Period): Sliced<Finality> {
  const [start, end, value] = ['startTime', 'endTime', 'value'].map((key) => numbersOf(table, key));
  const startsIn = rowStartsIn(table, 'timeSeries', period);
  const statuses = table.columns.flatMap((column) =>
    column.kind === 'text' && isStatus(column) ? [textsOf(table, column.key)] : [],
  );
  const says = (test: (text: string) => boolean) => {
    const meanings = statuses.map((column) => column.texts().map(test));
    return (row: number) => {
      for (let at = 0; at < statuses.length; at += 1) {
        if (meanings[at]?.[statuses[at]?.code(row) ?? 0] === true) return true;
      }
      return false;
    };
  };
  const [saysPreliminary, saysOfficial] = [says(isPreliminary), says(isOfficial)];
  const unit = textsOf(table, 'unit');
  const inEuros = unit.texts().map((text) => isEuro.test(text));
  const stated: number[] = [];
  let preliminary = 0;
  let isInEuros = true;
  yield* eachIndex(table.rows, (row) => {
    if (value?.isNull(row) !== false || startsIn(row) !== true) return;
    if (inEuros[unit.code(row)] !== true) isInEuros = false;
    const isEarly = saysPreliminary(row);
    if (isEarly || saysOfficial(row)) stated.push(row);
    if (isEarly) preliminary += 1;
  });
  const found = { isStated: stated.length > 0, isInEuros };
  // Whether there is a settled value of the same interval matters only if there are values of both kinds.
  if (preliminary === 0 || preliminary === stated.length) return { ...found, preliminary };
  const keys = distinguishingColumns(table).filter((column) => !saysHowFinal(column));
  const rows = Float64Array.from(stated);
  preliminary = 0;
  for (const group of yield* recordsOfGroups(rows, keys)) {
    const series = Array.from(group, (index) => rows[index] as number);
    const interval = (row: number) => `${start?.value(row)} ${end?.value(row)}`;
    const official = new Set(series.filter((row) => !saysPreliminary(row)).map(interval));
    preliminary += series.filter((row) => saysPreliminary(row) && !official.has(interval(row))).length;
  }
  return { ...found, preliminary };
}

const nameOf = (column: TextColumn) => attributeName(column) ?? column.key.toLowerCase();
const isStatus = (column: TextColumn) => nameOf(column) === 'status';
const saysHowFinal = (column: TextColumn) => finalityNames.includes(nameOf(column));

/** Units such as `EUR/MWh`, `EUR`, `€ / MWh`, and `Euro per MWh`. */
const isEuro = /^\s*(?:eur|euros?|€)\s*(?:\/|\bper\b|$)/i;
