import type { Chart } from '../../src/table/chartTypes';
import { capacityDrawing } from './capacityDrawing';
import { curveDrawing } from './curveDrawing';
import { depthDrawing } from './depthDrawing';
import type { Drawing } from './drawing';
import { ordersDrawing } from './ordersDrawing';
import { seriesDrawing } from './seriesDrawing';
import type { Sight } from './sight';

/** What is to be drawn of an answer, by its kind. */
export function drawingOf(chart: Chart, sight: Sight): Drawing {
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
