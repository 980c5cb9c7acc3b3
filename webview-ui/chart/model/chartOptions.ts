import type { ChartPlan } from '#src/market/datasets/dataset';
import { periodAround } from '#src/market/time/alignedDays';
import type { Resolution } from '#src/market/time/resolutions';
import { hourMs } from '#src/market/time/zones';
import type { Chart } from '#src/protocol/charts/chart';
import { seriesPlans, type ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { ChartMemory } from '../../host/tabMemory';

/** The user's choices in the chart of one result. */
export interface ChartChoices extends ChartMemory {
  /** Series: the buckets that intervals are combined into, also in the table; `null` for the intervals as sent. */
  resolution: Resolution | null;
}

/** The initial choices. */
export const noChoices: ChartChoices = {
  range: null,
  hidden: [],
  quantities: null,
  period: null,
  reading: null,
  contract: null,
  allPrices: false,
  depth: null,
  pair: null,
  view: 'line',
  resolution: null,
  spread: null,
  heated: null,
};

/** Whether the horizontal axis is volume, price, or a share of the time, so that the range isn't one of times. */
export const isTimeless = (plan: ChartPlan, { depth, view }: Pick<ChartChoices, 'depth' | 'view'>): boolean =>
  plan === 'curves' || depth !== null || view === 'duration';

/**
 * The stored choices for the same query some delivery days later, by the market's clock. The thread finds the
 * contract of the same product, and the time of its depth.
 */
export function choicesLater(saved: ChartMemory, days: number, plan: ChartPlan): ChartMemory {
  const choices = { ...saved };
  const { range, pair } = choices;
  if (range && !isTimeless(plan, choices)) {
    const { start, end } = periodAround({ start: Math.round(range.from), end: Math.round(range.to) }, days);
    choices.range = { from: start, to: end };
  }
  if (pair) {
    const { deliveryStart: start } = pair;
    choices.pair = { ...pair, deliveryStart: periodAround({ start, end: start + hourMs }, days).start };
  }
  return choices;
}

/**
 * The part of a question about how series are shown: only what differs from the initial choices. A chart
 * without such views, such as one with overlaid results, keeps the choices, but they don't apply to it.
 */
export function viewQuestion(
  { view, resolution, spread, heated }: ChartChoices,
  shown: { plan: ChartPlan; isOverlaid: boolean; zone: string },
): Pick<ChartQuestion, 'view' | 'resolution' | 'spread' | 'heated' | 'zone'> {
  if (shown.isOverlaid || !seriesPlans.includes(shown.plan)) return {};
  return {
    ...(view !== noChoices.view && { view }),
    ...(resolution !== null && { resolution }),
    ...(spread !== null && { spread }),
    ...(view === 'heat' && heated !== null && { heated }),
    ...(view === 'heat' && { zone: shown.zone }),
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
  /** Rows of a list that are seen; `to` is beyond the last one. */
  seen?: { from: number; to: number };
}

/** Controls above one kind of chart, hidden for all others. */
export interface ChartTools {
  readonly element: HTMLElement;
  /** Those that say and choose which contract, period, or time is shown: in view even if the others are in a menu. */
  readonly place?: HTMLElement;
  show(chart: Chart | undefined, options: ChartOptions): void;
}

/** Called with what the user chose with the tools. */
export type Choose = (chosen: Partial<ChartChoices>) => void;
