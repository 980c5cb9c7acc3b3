import type { Chart } from '../../src/table/chartTypes';
import { element } from '../controls/dom';
import { curveKeyFigures } from './curves/curveDrawing';
import { depthKeyFigures } from './orders/depthSummary';

/** The figures below the picture; times in `zone`. */
export function createKeyFigures(): {
  readonly element: HTMLElement;
  show(chart: Chart | undefined, zone: string): void;
} {
  const list = element('dl', { class: 'chart-facts' });
  return {
    element: list,
    show(chart, zone) {
      const facts = keyFiguresOf(chart, zone);
      list.hidden = facts.length === 0;
      list.replaceChildren(
        ...facts.map(({ name, value }) =>
          element('div', {}, element('dt', {}, name), element('dd', {}, value)),
        ),
      );
    },
  };
}

function keyFiguresOf(chart: Chart | undefined, zone: string): { name: string; value: string }[] {
  if (chart?.kind === 'curves') return curveKeyFigures(chart);
  return chart?.kind === 'depth' ? depthKeyFigures(chart, zone) : [];
}
