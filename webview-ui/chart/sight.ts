import type { ChartPlan } from '../../src/market/dataset';
import type { Column } from '../../src/table/tableTypes';
import type { Range } from './drawing';

/** What of a chart a person wants to see, and what the chart itself does not say. */
export interface Sight {
  plan: ChartPlan;
  title: string;
  /** IANA zone, or `UTC`. */
  zone: string;
  /** `null` for all there is. */
  range: Range | null;
  /** Labels of what is switched off in the legend. */
  hidden: ReadonlySet<string>;
  /** Of the table, for units that the chart does not carry. */
  columns: readonly Column[];
  /** True while more rows are to come. */
  receiving: boolean;
  /** Orders: the chosen contract. */
  contract: string | null;
  /** Orders: outlying prices as well. */
  allPrices: boolean;
}
