import type { ChartPlan } from '../../market/datasets/dataset';
import type { Chart } from '../../protocol/charts/chart';
import type { JudgedChartQuestion } from '../../protocol/charts/chartQuestion';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { capacityChart } from './capacities';
import { comparisonChart } from './comparedSeries';
import { curveChart } from './curves';
import { contractsChart } from './orders/contractsChart';
import { depthChart } from './orders/depth';
import { ordersChart } from './orders/orderChart';
import { seriesChart, type OverlaidTable } from './series';

type Draw = (
  table: Table,
  question: JudgedChartQuestion,
  overlays: readonly OverlaidTable[],
) => Sliced<Chart>;

const charts: { [Plan in ChartPlan]: Draw } = {
  steps: seriesChart,
  bars: seriesChart,
  flows: seriesChart,
  curves: curveChart,
  orders: (table, question) => {
    if (question.contract === undefined) return contractsChart(table, question.judged === true);
    return (question.depth ? depthChart : ordersChart)(table, question);
  },
  capacities: capacityChart,
  comparison: comparisonChart,
};

/**
 * The plan's chart, as points that fit the drawing area. A chart of series also contains the overlaid
 * results. Times are epoch milliseconds.
 */
export function chartOf(
  table: Table,
  plan: ChartPlan,
  question: JudgedChartQuestion,
  overlays: readonly OverlaidTable[] = [],
): Sliced<Chart> {
  return charts[plan](table, question, overlays);
}
