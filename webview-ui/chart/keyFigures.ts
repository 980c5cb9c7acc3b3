import { element } from '../controls/dom';
import type { KeyFigure } from './model/drawing';

/** The key figures below the picture. */
export function createKeyFigures() {
  const list = element('dl', { class: 'chart-key-figures' });
  return {
    element: list,
    show(figures: readonly KeyFigure[]) {
      list.hidden = figures.length === 0;
      list.replaceChildren(
        ...figures.map(({ name, value, detail = value }) =>
          element('div', { title: `${name}: ${detail}` }, element('dt', {}, name), element('dd', {}, value)),
        ),
      );
    },
  };
}
