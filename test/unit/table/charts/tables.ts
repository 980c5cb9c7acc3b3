import type { RecordKind } from '#src/market/records/recordKinds';
import { recordShapes } from '#src/market/records/recordKinds';
import type { ChartPlan } from '#src/market/datasets/dataset';
import { chartOf } from '#src/table/charts/chart';
import type { Chart } from '#src/protocol/charts/chart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { SeriesChart } from '#src/protocol/charts/seriesChart';
import { addRecord } from '#src/table/body/recordRows';
import { Table } from '#src/table/columns/table';
import { atOnce } from '../atOnce';

/** A table of records as the body reader would fill it. */
export function tableOf(kind: RecordKind, records: readonly object[]): Table {
  const table = new Table(recordShapes[kind]);
  for (const record of records) addRecord(table, kind, record);
  return table;
}

export const minute = 60_000;
export const hour = 60 * minute;
/** Midnight that begins the delivery day of 20 March 2026. */
export const start = Date.UTC(2026, 2, 19, 23);

export const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** One value as sent: from and to in minutes after `start`. */
export const value = (from: number | null, to: number | null, amount: number | null) => ({
  startTime: from === null ? null : iso(start + from * minute),
  endTime: to === null ? null : iso(start + to * minute),
  value: amount,
});

/** Consecutive values, each `minutes` long. */
export const values = (amounts: readonly (number | null)[], minutes = 60, from = 0) =>
  amounts.map((amount, place) => value(from + place * minutes, from + (place + 1) * minutes, amount));

/** Consecutive values from one instant to another, each `minutes` long, `valueAt` by their index. */
export function between(
  from: number | string,
  to: number | string,
  minutes: number,
  valueAt: (index: number) => number | null,
) {
  const [first, end] = [new Date(from).getTime(), new Date(to).getTime()];
  const amounts = Array.from({ length: (end - first) / (minutes * minute) }, (_, index) => valueAt(index));
  return values(amounts, minutes, (first - start) / minute);
}

/** A series record with these attributes, and with additional `fields`. */
export const seriesRecord = (
  attributes: Readonly<Record<string, string | null>>,
  list: readonly object[],
  fields: object = {},
) => ({
  type: 'price',
  SubType: 'area',
  unit: 'EUR/MWh',
  category: 'dayAhead',
  ...fields,
  attributes: Object.entries(attributes).map(([name, text]) => ({ role: null, name, value: text })),
  values: list,
});

/** An event of an order to buy, in minutes after `start`. */
export const order = (minutes: number | null, id: string, price: number | null, fields: object = {}) => ({
  id,
  price,
  quantity: 10,
  side: 'BUY',
  action: 'USER_ADDED',
  state: 'ACTI',
  contractId: 'C1',
  deliveryArea: 'NO1',
  priceUnit: 'EUR/MWh',
  quantityUnit: 'kW',
  updatedTime: minutes === null ? null : iso(start + minutes * minute),
  ...fields,
});

/** The chart, made in one go. */
export const chartAtOnce = (table: Table, plan: ChartPlan, question: ChartQuestion): Chart =>
  atOnce(chartOf(table, plan, question));

/** The lines of these records, as sent or as steps of another resolution. */
export function drawSeries(records: readonly object[], question: Partial<ChartQuestion> = {}): SeriesChart {
  const whole = { width: 1000, height: 400, ...question };
  const chart = chartAtOnce(tableOf('timeSeries', records), 'steps', whole);
  if (chart.kind !== 'series') throw new Error(chart.kind);
  return chart;
}

/** What is drawn of a series: from and to in minutes after `start`, and the value. */
export const drawn = ({ series }: SeriesChart, place = 0) => {
  const { start: starts, end, value: amounts } = series[place]!;
  return [...starts].map((at, n) => [(at - start) / minute, (end[n]! - start) / minute, amounts[n]]);
};
