import type { Chart } from '#src/protocol/charts/chart';
import { element } from '../../controls/dom';
import type { ChartOptions, Choose } from '../model/chartOptions';
import { createContractList } from './contractList';

/** Where the picture is, or the list of contracts in its place. */
export function createStage(plot: HTMLElement, place: HTMLElement, choose: Choose) {
  const contracts = createContractList(choose);
  return {
    element: element('div', { class: 'chart-stage' }, plot, contracts.element),
    /** `showBar` shows the chart's controls. The focus goes from a contract to those of its depth, and back. */
    show(chart: Chart | undefined, options: ChartOptions, showBar: () => void) {
      const listed = chart?.kind === 'contracts' && chart.contracts.length > 0 ? chart : undefined;
      const wasListed = !contracts.element.hidden;
      const [isFromList, isFromPlace] = [contracts.element, place].map((part) =>
        part.contains(document.activeElement),
      );
      contracts.show(listed, options);
      plot.classList.toggle('covered', listed !== undefined);
      showBar();
      if (isFromList && !listed) place.querySelector<HTMLElement>('.of-depth .chart-time')?.focus();
      else if (isFromPlace && listed && !wasListed) contracts.focus();
    },
  };
}
