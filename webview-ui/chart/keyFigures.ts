import { element } from '../controls/dom';
import type { KeyFigure } from './model/drawing';

/** Characters. A longer value takes two columns. */
const longText = 18;

/** The key figures below the picture. */
export function createKeyFigures() {
  const list = element('dl', { class: 'chart-key-figures' });
  return {
    element: list,
    show(figures: readonly KeyFigure[]) {
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
