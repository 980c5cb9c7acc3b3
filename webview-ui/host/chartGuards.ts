import * as v from 'valibot';
import type { Chart } from '../../src/table/chartTypes';

const numbers = v.instance(Float64Array);
const numberOrNull = v.nullable(v.number());

/** On its way through the editor a `NaN` becomes `null`. */
const bound = v.pipe(
  v.nullable(v.union([v.number(), v.nan()])),
  v.transform((value) => value ?? NaN),
);

const series = v.object({
  label: v.string(),
  unit: v.string(),
  preliminary: v.exactOptional(v.boolean()),
  endpoint: v.exactOptional(v.string()),
  start: numbers,
  end: numbers,
  value: numbers,
  reduced: v.boolean(),
  low: v.exactOptional(numbers),
  summary: v.object({
    count: v.number(),
    missing: v.number(),
    min: bound,
    max: bound,
    mean: bound,
  }),
});
const side = v.object({ price: numbers, volume: numbers });
const clearingPoint = v.nullable(v.object({ price: v.number(), volume: v.number() }));
const contracts = v.array(v.object({ id: v.string(), events: v.number(), deliveryStart: bound }));
const depthSide = v.object({ price: numbers, quantity: numbers, orders: v.number() });
const points = v.object({ time: numbers, price: numbers });
const cells = v.object({
  column: v.instance(Uint16Array),
  row: v.instance(Uint16Array),
  count: v.instance(Uint32Array),
  lowest: numbers,
  highest: numbers,
});

/** An answer to a question about the chart. */
export const chartAnswer: v.GenericSchema<unknown, Chart> = v.variant('kind', [
  v.object({
    kind: v.literal('series'),
    from: bound,
    to: bound,
    axis: v.exactOptional(v.object({ from: v.number(), to: v.number() })),
    series: v.array(series),
    omitted: v.number(),
  }),
  v.object({
    kind: v.literal('curves'),
    periods: numbers,
    period: v.number(),
    sell: side,
    buy: side,
    crossing: clearingPoint,
    settled: v.nullable(
      v.object({
        sellShift: v.number(),
        buyShift: v.number(),
        ifImports: clearingPoint,
        ifExports: clearingPoint,
      }),
    ),
    minVolume: numberOrNull,
    maxVolume: numberOrNull,
    volumeAcceptedBlocksBuy: numberOrNull,
    volumeAcceptedBlocksSell: numberOrNull,
    volumeNetFlows: numberOrNull,
  }),
  v.object({
    kind: v.literal('orders'),
    from: bound,
    to: bound,
    low: bound,
    high: bound,
    unit: v.string(),
    shown: v.object({ from: bound, to: bound, low: bound, high: bound }),
    counts: v.object({
      buy: v.number(),
      sell: v.number(),
      outlying: v.number(),
      withoutPrice: v.number(),
      withoutSide: v.number(),
      withoutTime: v.number(),
    }),
    orders: v.variant('detail', [
      v.object({ detail: v.literal('each'), buy: points, sell: points }),
      v.object({
        detail: v.literal('cells'),
        columns: v.number(),
        rows: v.number(),
        buy: cells,
        sell: cells,
      }),
    ]),
    contracts,
  }),
  v.object({
    kind: v.literal('depth'),
    contract: v.string(),
    areas: v.array(v.string()),
    area: v.string(),
    times: numbers,
    at: bound,
    priceUnit: v.string(),
    quantityUnit: v.string(),
    buy: depthSide,
    sell: depthSide,
    leftOut: v.array(
      v.object({
        why: v.picklist(['event', 'state', 'side', 'unit', 'price', 'quantity', 'far']),
        text: v.string(),
        orders: v.number(),
      }),
    ),
    contracts,
  }),
  v.object({
    kind: v.literal('capacities'),
    pairs: v.array(
      v.object({
        areaFrom: v.string(),
        areaTo: v.string(),
        deliveryStart: bound,
        deliveryEnd: bound,
        publicationTime: bound,
        publications: v.number(),
        out: numberOrNull,
        in: numberOrNull,
      }),
    ),
    omitted: v.number(),
  }),
]);
