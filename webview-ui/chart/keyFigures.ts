import type { Chart } from '../../src/table/chartTypes';
import { element } from '../controls/dom';
import { curveFacts } from './curves/curveDrawing';
import { depthFacts } from './orders/depthSummary';

/** The figures below the picture; times in `zone`. */
export function createFacts(): {
  readonly element: HTMLElement;
  show(chart: Chart | undefined, zone: string): void;
} {
  const list = element('dl', { class: 'chart-facts' });
  return {
    element: list,
    show(chart, zone) {
      const facts = factsOf(chart, zone);
      list.hidden = facts.length === 0;
      list.replaceChildren(
        ...facts.map(({ name, value }) =>
          element('div', {}, element('dt', {}, name), element('dd', {}, value)),
        ),
      );
    },
  };
}

function factsOf(chart: Chart | undefined, zone: string): { name: string; value: string }[] {
  if (chart?.kind === 'curves') return curveFacts(chart);
  return chart?.kind === 'depth' ? depthFacts(chart, zone) : [];
}
