import * as l10n from '@vscode/l10n';
import type { Chart } from '#src/protocol/chartTypes';
import { button } from '../controls/controls';
import { element, placeShown } from '../controls/dom';
import { toolbar } from '../controls/toolbar';
import type { ShownResolution } from '../frame/shownResolution';
import { createCapacityTools } from './capacities/capacityTools';
import { createCurveTools } from './curves/curveTools';
import { seriesPlans, type ChartOptions, type Choose } from './model/chartOptions';
import { createDepthTools } from './orders/depthTools';
import { createOrderTools } from './orders/orderTools';
import { createQuantityTools } from './series/quantityTools';
import { createViewTools } from './series/seriesTools';

/** The controls beside the tabs: those of the kind of chart, and those of any chart. `add` adds a result. */
export function createChartBar(
  resolution: ShownResolution,
  add: HTMLElement,
  listener: { onChoose: Choose; onShowAll: () => void; onSave: () => void },
) {
  const curveTools = createCurveTools(listener.onChoose);
  const tools = [
    createViewTools(listener.onChoose, resolution),
    curveTools,
    createOrderTools(listener.onChoose),
    createDepthTools(listener.onChoose),
    createCapacityTools(listener.onChoose),
    createQuantityTools(listener.onChoose),
  ];
  const elements = tools.map((each) => each.element);
  const reset = button({
    label: l10n.t('Reset Zoom'),
    look: 'icon',
    icon: 'showAll',
    onClick: listener.onShowAll,
  });
  const save = button({
    label: l10n.t('Save Image'),
    look: 'icon',
    icon: 'picture',
    onClick: listener.onSave,
  });
  const toolBar = element('div', { class: 'chart-tool-bar' });
  const actions = element('div', { class: 'chart-actions' }, add, reset.element, save.element);
  return {
    element: element('div', { class: 'chart-bar' }, toolBar, toolbar(actions, l10n.t('Chart'))),
    /** `isZoomed` is whether another range than the initial one is shown; `null` if none can be. */
    show(chart: Chart | undefined, options: ChartOptions, isZoomed: boolean | null) {
      for (const each of tools) each.show(chart, options);
      placeShown(toolBar, elements);
      // The controls of series are short enough to always be beside the tabs.
      const isLong =
        !seriesPlans.includes(options.plan) || elements.filter(({ hidden }) => !hidden).length > 1;
      toolBar.classList.toggle('long', isLong);
      reset.element.hidden = isZoomed === null;
      reset.setEnabled(isZoomed === true);
    },
    allowSaving: (isAllowed: boolean) => save.setEnabled(isAllowed),
    /** Call when another result begins. */
    stop: () => curveTools.stop(),
  };
}
