import * as l10n from '@vscode/l10n';
import type { Chart } from '#src/protocol/charts/chart';
import { iconButton } from '../controls/controls';
import { element, placeShown } from '../controls/dom';
import { toolbar } from '../controls/toolbar';
import type { ShownResolution } from '../frame/shownResolution';
import { createCapacityTools } from './capacities/capacityTools';
import { createCurveTools } from './curves/curveTools';
import type { ChartOptions, Choose } from './model/chartOptions';
import { createDepthTools } from './orders/depthTools';
import { createOrderTools } from './orders/orderTools';
import { createQuantityTools } from './series/quantityTools';
import { createViewTools } from './series/seriesTools';

/** The controls beside the tabs: those of the kind of chart, and while it's zoomed, the one that ends that. */
export function createChartBar(resolution: ShownResolution, onChoose: Choose, onReset: () => void) {
  const tools = [
    createViewTools(onChoose, resolution),
    createCurveTools(onChoose),
    createOrderTools(onChoose),
    createDepthTools(onChoose),
    createCapacityTools(onChoose),
    createQuantityTools(onChoose),
  ];
  const reset = iconButton(l10n.t('Reset Zoom'), 'showAll', onReset);
  const elements = [...tools, reset].map((each) => each.element);
  const bar = toolbar(element('div', { class: 'chart-tool-bar lines' }), l10n.t('Chart'));
  const places = tools.flatMap(({ place }) => place ?? []);
  const place = toolbar(element('div', { class: 'chart-places' }, ...places), l10n.t('Place'));
  return {
    element: bar,
    place,
    /** `isZoomed` is whether another range than the initial one is shown; `null` if none can be. */
    show(chart: Chart | undefined, options: ChartOptions, isZoomed: boolean | null) {
      for (const each of tools) each.show(chart, options);
      reset.element.hidden = isZoomed !== true;
      placeShown(bar, elements);
      place.hidden = places.every(({ hidden }) => hidden);
    },
  };
}
