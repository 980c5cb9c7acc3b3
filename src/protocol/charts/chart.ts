import type { CapacityChart } from './capacityChart';
import type { ContractsChart } from './contractsChart';
import type { CurveChart } from './curveChart';
import type { DepthChart } from './depthChart';
import type { DurationChart } from './durationChart';
import type { HeatChart } from './heatChart';
import type { OrdersChart } from './ordersChart';
import type { SeriesChart } from './seriesChart';

/**
 * What the thread returns when the view requests a chart. Never more points than pixels can show; typed
 * arrays cross the webview boundary as bytes. All times are epoch milliseconds, UTC.
 */
export type Chart =
  | SeriesChart
  | HeatChart
  | DurationChart
  | CurveChart
  | ContractsChart
  | OrdersChart
  | DepthChart
  | CapacityChart;
