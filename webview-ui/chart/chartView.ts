import * as l10n from '@vscode/l10n';
import { element } from '../controls/dom';
import { createLegend } from './canvas/legend';
import { pngOf } from './canvas/picture';
import { listenToZoomAndPan } from './canvas/zoomAndPan';
import type { createChartBar } from './chartBar';
import { createChartPlot } from './chartPlot';
import { drawn, isDrawnInPart, isZoomed, optionsOf, type ChartState } from './chartState';
import { createChartTexts } from './chartTexts';
import { chartWords, pictureWords } from './chartWords';
import type { ChartChoices, Choose } from './model/chartOptions';
import type { CrosshairReadout, Range } from './model/drawing';
import { onThemeChange, readTheme } from './model/theme';
import type { Picture } from './imageItems';
import { createNowTimer } from './nowTimer';
import { createStage } from './orders/contractList';

/** Draws the state: the picture, what is at the crosshair, the words below it, and the legend. */
export function createChartView(
  state: ChartState,
  bar: ReturnType<typeof createChartBar>,
  listener: {
    /** The choices as they are now. */
    choices: () => ChartChoices;
    onChoose: Choose;
    onToggle: (label: string) => void;
    onOnly: (label: string) => void;
    onDifference: (label: string, other: string) => void;
    onShow: (range: Range | null) => void;
    onResize: () => void;
  },
) {
  let theme = readTheme();
  const plot = createChartPlot(() => {
    listener.onResize();
    if (plot.isOutdated()) draw();
  });
  const now = createNowTimer(plot.isVisible, draw);
  const legend = createLegend(listener);
  const texts = createChartTexts();
  const pane = element('section', { class: 'chart-pane', 'aria-label': l10n.t('Chart') });
  const stage = createStage(plot.element, bar.place, listener.onChoose);
  pane.append(stage.element, ...texts.elements);

  function draw(): void {
    const { result, chart, readout } = state;
    if (!result) return;
    const before = state.drawing?.list;
    const options = optionsOf(result, listener.choices(), {
      now: Date.now(),
      width: plot.size().width,
      receiving: isDrawnInPart(state),
      ...(before && { seen: plot.seenRows(before) }),
    });
    if (!state.isEarlier) state.drawing = drawn(state, options);
    const words = chartWords(result, state);
    plot.say(words, state.isEarlier);
    texts.show(words);
    if (state.isEarlier) return;
    const { drawing } = state;
    legend.show(drawing ?? {}, theme);
    stage.show(chart, options, () => bar.show(chart, options, isZoomed(state)));
    texts.showFigures(drawing?.keyFigures ?? []);
    // Last, because the texts around the canvas determine its size.
    plot.draw(drawing, theme);
    // Only after the layout is it known which rows are seen.
    if (drawing?.list && drawing.list.lines !== before?.lines) {
      draw();
      return;
    }
    now.drawn(drawing?.x, plot.canvas.area().width);
    const y = drawing?.list ? readout?.x : (readout?.cell?.y ?? readout?.dots?.[0]?.y);
    point(readout && drawing ? drawing.readoutAt(readout.x, y ?? null) : null);
  }

  function point(next: CrosshairReadout | null): void {
    state.readout = state.drawing?.empty === null ? next : null;
    texts.read(state.readout?.text ?? '');
    const isInLegend = legend.point(state.readout?.lines ?? null);
    const beside = state.readout && isInLegend ? { ...state.readout, lines: [] } : state.readout;
    if (state.drawing) plot.crosshair.point(beside, state.drawing, plot.canvas, theme);
  }

  async function picture(): Promise<Picture | undefined> {
    const { result, drawing } = state;
    if (!result || !drawing) return undefined;
    const { title, summary } = pictureWords(result, drawing, isDrawnInPart(state));
    const png = await pngOf(plot.canvas.element, title, { ...drawing, summary }, theme);
    return { png, result: result.id };
  }

  listenToZoomAndPan({
    ...plot,
    plot: plot.element,
    point,
    show: listener.onShow,
    drawing: () => (state.isEarlier ? undefined : state.drawing),
    readout: () => state.readout,
    reveal(row) {
      if (state.drawing?.list) plot.reveal(row, state.drawing.list);
    },
  });
  plot.element.addEventListener('scroll', () => {
    if (state.drawing?.list) draw();
  });
  onThemeChange(() => {
    const next = readTheme();
    if (JSON.stringify(next) === JSON.stringify(theme)) return;
    theme = next;
    draw();
  });

  return {
    element: pane,
    legend: legend.element,
    isVisible: plot.isVisible,
    size: plot.size,
    isNowLineStale: now.isStale,
    draw,
    point,
    focus: () => plot.element.focus(),
    picture,
  };
}
