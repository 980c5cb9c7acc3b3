import type { ChartPlan } from '../../../src/market/datasets/dataset';
import type { Range } from './drawing';

/** What of a chart a person wants to see. */
export interface ChartOptions {
  plan: ChartPlan;
  title: string;
  /** IANA zone, or `UTC`. */
  zone: string;
  /** `null` for all there is. */
  range: Range | null;
  /** Labels of what is switched off in the legend. */
  hidden: ReadonlySet<string>;
  /** Quantities of many series that are shown, by name; `null` before anybody has chosen any. */
  quantities: readonly string[] | null;
  /** True while more rows are to come. */
  receiving: boolean;
  /** Orders: the chosen contract. */
  contract: string | null;
  /** Orders: outlying prices as well. */
  allPrices: boolean;
}
