import type { ChartPlan } from '../../market/dataset';
import type { Chart, ChartQuestion } from '../chartTypes';
import type { Sliced } from '../slices';
import type { Table } from '../table';
import { capacityChart } from './capacities';
import { curveChart } from './curves';
import { ordersChart } from './orders';
import { seriesChart } from './series';

const charts: { [Plan in ChartPlan]: (table: Table, question: ChartQuestion) => Sliced<Chart> } = {
  steps: seriesChart,
  bars: seriesChart,
  flows: seriesChart,
  curves: curveChart,
  orders: ordersChart,
  capacities: capacityChart,
};

/** The picture of the table the plan asks for, as points that fit the drawing area. Times in epoch milliseconds. */
export function chartOf(table: Table, plan: ChartPlan, question: ChartQuestion): Sliced<Chart> {
  return charts[plan](table, question);
}
