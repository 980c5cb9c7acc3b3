import * as v from 'valibot';
import type { ChartPlan } from '../../market/datasets/dataset';
import type { AskedPeriod } from '../../market/integrity/integrity';
import { resolutions } from '../../market/time/resolutions';
import { index, zone } from '../rowsQuestion';

/** The largest width or height of a chart. */
export const mostPixels = 10_000;

const finite = v.pipe(v.number(), v.finite());
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPixels));

/** Chart plans that draw series. Only these have overlays, and views other than the values as sent. */
export const seriesPlans: readonly ChartPlan[] = ['steps', 'bars', 'flows'];

export const seriesViews = ['line', 'heat', 'duration'] as const;
/** Over time, day by time of day, or sorted by value. */
export type SeriesView = (typeof seriesViews)[number];

/** The second minus the first. */
export const spreadShape = v.object({ first: v.string(), second: v.string() });
export type SpreadKey = v.InferOutput<typeof spreadShape>;

/**
 * A contract of orders and its delivery. In a result without this contract, it stands for the contract of the same
 * product: the one that delivers at the same time of day.
 */
export const contractShape = v.object({
  id: v.string(),
  deliveryStart: v.exactOptional(finite),
  deliveryEnd: v.exactOptional(finite),
});
export type ContractKey = v.InferOutput<typeof contractShape>;
/** The events of all contracts together. */
export const allContracts = 'all';

/**
 * The delivery area and the time. If left out, the area with the most events, and the last time. The time is on the
 * calendar of the contract's own delivery: for the same product of another day, it's as many days later.
 */
export const depthShape = v.object({ area: v.exactOptional(v.string()), at: v.exactOptional(finite) });
export type DepthKey = v.InferOutput<typeof depthShape>;

/** A pair of areas and the start of an hour of delivery. */
export const capacityShape = v.object({ areaFrom: v.string(), areaTo: v.string(), deliveryStart: finite });
export type CapacityKey = v.InferOutput<typeof capacityShape>;

/** What a chart shows. */
export const chartShape = v.object({
  /** Visible range; the whole extent if left out. */
  from: v.exactOptional(finite),
  to: v.exactOptional(finite),
  /** Width and height of the drawing area in device pixels. */
  width: pixels,
  height: pixels,
  /** Curves: index of the period. */
  period: v.exactOptional(index),
  /** Orders: one contract, or all of them; the list of contracts if left out. */
  contract: v.exactOptional(v.union([v.literal(allContracts), contractShape])),
  /** Orders: whether outlying prices are shown as well. */
  allPrices: v.exactOptional(v.boolean()),
  /** Orders: the orders that are open in the contract at a time, instead of its events. */
  depth: v.exactOptional(depthShape),
  /** Capacities: the pair and hour whose publications are shown over time. */
  pair: v.exactOptional(capacityShape),
  /** Series: how they are shown; as lines if left out. */
  view: v.exactOptional(v.picklist(seriesViews)),
  /** Series: the buckets that intervals are combined into; as sent if left out. */
  resolution: v.exactOptional(v.picklist(resolutions)),
  /** Series: the labels of two series whose difference is shown. */
  spread: v.exactOptional(spreadShape),
  /** Heat map: the label of its series. If left out, the spread or, without one, the first series. */
  heated: v.exactOptional(v.string()),
  /** Heat map: the time zone whose midnights start the days; the market's if left out. */
  zone: v.exactOptional(zone),
});
export type ChartQuestion = v.InferOutput<typeof chartShape>;

/** A chart's question with the period that was requested, which the chart is checked against. */
export interface JudgedChartQuestion extends ChartQuestion {
  asked?: AskedPeriod;
  /** Series: whether all rows have arrived, so that a time without any is a gap. */
  judged?: boolean;
}
