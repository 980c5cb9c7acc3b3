import type { Chart } from '#src/protocol/charts/chart';
import { capacityDrawing } from './capacities/capacityDrawing';
import { curveDrawing } from './curves/curveDrawing';
import { durationDrawing } from './duration/durationDrawing';
import { heatDrawing } from './heat/heatDrawing';
import type { ChartOptions } from './model/chartOptions';
import type { Drawing } from './model/drawing';
import { contractsDrawing } from './orders/contractsDrawing';
import { depthDrawing } from './orders/depthDrawing';
import { ordersDrawing } from './orders/ordersDrawing';
import { seriesDrawing } from './series/seriesDrawing';

/** What a chart of any kind draws and says. */
export function drawingOf(chart: Chart, options: ChartOptions): Drawing {
  switch (chart.kind) {
    case 'series':
      return seriesDrawing(chart, options);
    case 'heat':
      return heatDrawing(chart, options);
    case 'duration':
      return durationDrawing(chart, options);
    case 'curves':
      return curveDrawing(chart, options);
    case 'contracts':
      return contractsDrawing(chart, options);
    case 'orders':
      return ordersDrawing(chart, options);
    case 'depth':
      return depthDrawing(chart, options);
    case 'capacities':
      return capacityDrawing(chart, options);
  }
}
