import { element, setAttribute, setText } from '../controls/dom';
import { icon } from '../controls/icons';
import { setMenuSection } from '../controls/menuSection';
import { createChartCanvas, listRowHeight } from './canvas/canvas';
import { createCrosshairLayer } from './canvas/crosshair';
import { rowsSoFar, type ChartWords } from './chartWords';
import type { Drawing, Range } from './model/drawing';
import type { Box } from './model/firstFree';
import type { Theme } from './model/theme';

type List = NonNullable<Drawing['list']>;

/** The picture, and the texts on it or instead of it. `onResize` is called at most once per frame. */
export function createChartPlot(onResize: () => void) {
  const frame = element('div', { class: 'chart-frame' });
  /** As high as the rows of a list that don't fit. */
  const spacer = element('div', {});
  const plot = element(
    'div',
    { class: 'chart-plot', role: 'img', tabindex: '0', 'aria-describedby': 'chart-keys' },
    frame,
    spacer,
  );
  let resizing: number | undefined;
  // The library reports a new size before it lays out the axes, and may report several in one frame.
  const canvas = createChartCanvas(frame, () => {
    resizing ??= requestAnimationFrame(() => {
      resizing = undefined;
      onResize();
    });
  });
  const crosshair = createCrosshairLayer();
  const soFarNote = element('p', { class: 'chart-part line quiet' }, icon('waiting'), rowsSoFar());
  const emptyText = element('p', {});
  const empty = element('div', { class: 'chart-empty quiet' }, icon('empty'), emptyText);
  frame.append(crosshair.element, soFarNote, empty);
  /** The area between the axes when the chart was last drawn. */
  let drawnArea: Box | undefined;

  /** The rows of a list between the axes. */
  function seenRows(list: List): Range {
    const from = plot.scrollTop / listRowHeight(list);
    return { from, to: from + canvas.area().height / listRowHeight(list) };
  }

  return {
    element: plot,
    frame,
    canvas,
    crosshair,
    isVisible: () => frame.clientWidth > 0,
    /** In pixels, between the axes if there are any yet. */
    size: () => ({
      width: canvas.area().width || frame.clientWidth,
      height: canvas.area().height || frame.clientHeight,
    }),
    /** Whether the size has changed since the chart was drawn. */
    isOutdated: () => JSON.stringify(canvas.area()) !== JSON.stringify(drawnArea),
    seenRows,
    /** Says what the picture shows, or why there is none. */
    say({ label, missing, isSoFar, isReady }: ChartWords, isEarlier: boolean) {
      plot.classList.toggle('earlier', isEarlier);
      setAttribute(plot, 'aria-busy', String(isEarlier));
      setAttribute(plot, 'aria-label', label);
      soFarNote.hidden = !isSoFar;
      empty.hidden = missing === null;
      setText(emptyText, missing ?? '');
      setMenuSection(plot, isReady ? 'chart' : null);
    },
    draw(drawing: Drawing | undefined, theme: Theme) {
      const list = drawing?.list;
      plot.classList.toggle('listing', list !== undefined);
      if (drawing) canvas.draw(drawing, theme, list ? plot.scrollTop / listRowHeight(list) : 0);
      drawnArea = canvas.area();
      const rest = list ? Math.max(0, list.rows * listRowHeight(list) - canvas.area().height) : 0;
      spacer.style.setProperty('height', `${rest}px`);
    },
    reveal(row: number, list: List) {
      const height = listRowHeight(list);
      const [top, bottom] = [row * height, (row + 1) * height - canvas.area().height];
      plot.scrollTop = Math.max(bottom, Math.min(top, plot.scrollTop));
    },
  };
}
