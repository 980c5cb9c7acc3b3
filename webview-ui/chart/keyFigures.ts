import type { Chart } from '../../src/table/chartTypes';
import { element } from '../controls/dom';
import { curveKeyFigures } from './curves/curveSummary';
import type { KeyFigure } from './model/drawing';
import { depthKeyFigures } from './orders/depthSummary';

/** Characters. A longer value takes two columns. */
const longText = 18;

/** The key figures below the picture; times in `zone`. */
export function createKeyFigures() {
  const list = element('dl', { class: 'chart-key-figures' });
  return {
    element: list,
    show(chart: Chart | undefined, zone: string) {
      const figures = keyFiguresOf(chart, zone);
      list.hidden = figures.length === 0;
      list.replaceChildren(
        ...figures.map(({ name, value }) =>
          element(
            'div',
            value.length > longText ? { class: 'long' } : {},
            element('dt', {}, name),
            element('dd', {}, value),
          ),
        ),
      );
    },
  };
}

function keyFiguresOf(chart: Chart | undefined, zone: string): KeyFigure[] {
  if (chart?.kind === 'curves') return curveKeyFigures(chart);
  return chart?.kind === 'depth' ? depthKeyFigures(chart, zone) : [];
}
