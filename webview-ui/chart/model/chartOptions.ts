import * as v from 'valibot';
import type { ChartPlan } from '../../../src/market/datasets/dataset';
import {
  capacityOrders,
  resolutions,
  seriesViews,
  type CapacityKey,
  type CapacityOrder,
  type Chart,
  type ChartQuestion,
  type DepthKey,
  type Resolution,
  type SeriesView,
  type SpreadKey,
} from '../../../src/protocol/chartTypes';
import type { Range } from './drawing';

/** The user's choices in the chart of one result; small, because they are stored on disk. */
export interface ChartChoices {
  /** `null` for the whole extent. */
  range: Range | null;
  /** Labels of the series hidden in the legend. */
  hidden: string[];
  /** Names of the quantities shown if there are many series; `null` for the first one. */
  quantities: string[] | null;
  /** Curves: the index of the period. */
  period: number;
  /** Orders: the contract; `null` for all contracts. */
  contract: string | null;
  /** Orders: whether outlying prices are shown as well. */
  allPrices: boolean;
  /** Orders: the depth of the contract is shown; `null` for its events. */
  depth: DepthKey | null;
  /** Capacities: the pair and hour whose history is shown; `null` for the latest publication of all pairs. */
  pair: CapacityKey | null;
  /** Capacities: how the pairs are sorted. */
  order: CapacityOrder;
  /** Series: lines, heat map, or duration curves. */
  view: SeriesView;
  /** Series: the buckets that intervals are combined into; `null` for the intervals as sent. */
  resolution: Resolution | null;
  /** Series: the two series whose difference is shown. */
  spread: SpreadKey | null;
  /** Heat map: the label of its series; `null` for the spread, or else the first one. */
  heated: string | null;
}

/** The initial choices. */
export const noChoices: ChartChoices = {
  range: null,
  hidden: [],
  quantities: null,
  period: 0,
  contract: null,
  allPrices: false,
  depth: null,
  pair: null,
  order: 'name',
  view: 'line',
  resolution: null,
  spread: null,
  heated: null,
};

const finite = v.pipe(v.number(), v.finite());

const shape = v.object({
  range: v.nullable(
    v.pipe(
      v.object({ from: finite, to: finite }),
      v.check(({ from, to }) => to > from),
    ),
  ),
  hidden: v.pipe(v.array(v.string()), v.maxLength(50)),
  quantities: v.nullable(v.pipe(v.array(v.string()), v.maxLength(50))),
  period: v.pipe(v.number(), v.integer(), v.minValue(0)),
  contract: v.nullable(v.string()),
  allPrices: v.boolean(),
  depth: v.nullable(v.object({ area: v.exactOptional(v.string()), at: v.exactOptional(finite) })),
  pair: v.nullable(v.object({ areaFrom: v.string(), areaTo: v.string(), deliveryStart: finite })),
  order: v.picklist(capacityOrders),
  view: v.picklist(seriesViews),
  resolution: v.nullable(v.picklist(resolutions)),
  spread: v.nullable(v.object({ first: v.string(), second: v.string() })),
  heated: v.nullable(v.string()),
});

/** Reads the choices stored on disk; returns the initial choices if they are invalid. */
export function readChoices(saved: unknown): ChartChoices {
  const read = v.safeParse(shape, saved);
  return read.success ? read.output : noChoices;
}

/** Only charts of series have views other than that of the values as sent. */
const plansWithViews: readonly ChartPlan[] = ['steps', 'bars', 'flows'];

/**
 * The part of a question about how series are shown: only what differs from the initial choices. A chart
 * without such views, such as one with overlaid results, keeps the choices, but they don't apply to it.
 */
export function viewQuestion(
  { view, resolution, spread, heated }: ChartChoices,
  shown: { plan: ChartPlan; isOverlaid: boolean; zone: string },
): Pick<ChartQuestion, 'view' | 'resolution' | 'spread' | 'heated' | 'zone'> {
  if (shown.isOverlaid || !plansWithViews.includes(shown.plan)) return {};
  return {
    ...(view !== noChoices.view && { view }),
    ...(resolution !== null && { resolution }),
    ...(spread !== null && { spread }),
    ...(view === 'heat' && heated !== null && { heated }),
    ...((view === 'heat' || resolution === 'day') && { zone: shown.zone }),
  };
}

/** Everything besides the data that a chart and its texts depend on: the choices, and the result shown. */
export interface ChartOptions extends ChartChoices {
  plan: ChartPlan;
  title: string;
  /** IANA zone, or `UTC`. */
  zone: string;
  /** True while more rows are expected. */
  receiving: boolean;
  /** The current time in epoch milliseconds. */
  now: number;
  /** The width of the picture in pixels. */
  width: number;
}

/** Controls above one kind of chart, hidden for all others. */
export interface ChartTools {
  readonly element: HTMLElement;
  show(chart: Chart | undefined, options: ChartOptions): void;
}

/** Called with what the user chose with the tools. */
export type Choose = (chosen: Partial<ChartChoices>) => void;
