import type { Chart } from '../../src/table/chartTypes';
import { capacityDrawing } from './capacities/capacityDrawing';
import { curveDrawing } from './curves/curveDrawing';
import { depthDrawing } from './orders/depthDrawing';
import type { Drawing } from './model/drawing';
import { ordersDrawing } from './orders/ordersDrawing';
import { seriesDrawing } from './series/seriesDrawing';
import type { ChartOptions } from './model/chartOptions';

/** What is to be drawn of an answer, by its kind. */
export function drawingOf(chart: Chart, sight: ChartOptions): Drawing {
  switch (chart.kind) {
    case 'series':
      return seriesDrawing(chart, sight);
    case 'curves':
      return curveDrawing(chart, sight);
    case 'orders':
      return ordersDrawing(chart, sight);
    case 'depth':
      return depthDrawing(chart, sight);
    case 'capacities':
      return capacityDrawing(chart, sight);
  }
}
