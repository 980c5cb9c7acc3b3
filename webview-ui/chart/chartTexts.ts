import { element, setText } from '../controls/dom';
import type { ChartWords } from './chartWords';
import type { KeyFigure } from './model/drawing';

/** The texts below the picture, and those that only assistive technology finds there. */
export function createChartTexts() {
  const hint = element('span', { id: 'chart-keys', class: 'unseen' });
  const caption = element('p', { class: 'chart-caption quiet' });
  const read = element('p', { class: 'chart-readout unseen', 'aria-live': 'polite' });
  const list = element('dl', { class: 'chart-key-figures' });
  return {
    elements: [list, caption, read, hint],
    /** Before a picture is drawn, the key figures stay those of the one before. */
    show(words: ChartWords) {
      setText(hint, words.hint);
      setText(caption, words.caption);
      caption.title = words.caption;
    },
    /** Shows the figures that fit; all of them are in the title. */
    showFigures(figures: readonly KeyFigure[]) {
      list.hidden = figures.length === 0;
      list.title = figures.map(({ name, value, detail = value }) => `${name}: ${detail}`).join('\n');
      const items = figures.map(({ name, value }) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, value)),
      );
      list.replaceChildren(...items);
      for (const item of items) item.hidden = item.offsetWidth > list.clientWidth;
    },
    read: (text: string) => setText(read, text),
  };
}
