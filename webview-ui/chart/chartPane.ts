import * as l10n from '@vscode/l10n';
import type { Resolution } from '../../src/market/time/resolutions';
import type { ResultState } from '../../src/protocol/messages';
import type { Chart, ChartQuestion } from '../../src/protocol/chartTypes';
import { button } from '../controls/controls';
import { errorText } from '../../src/text/errorText';
import { formatCount } from '../../src/text/l10n';
import { element, placeShown, setAttribute, setText } from '../controls/dom';
import { icon } from '../controls/icons';
import type { Host, Pane } from '../host/pane';
import type { ShownResolution } from '../frame/shownResolution';
import { setMenuSection } from '../controls/menuSection';
import { toolbar } from '../controls/toolbar';
import { isRunning } from '../frame/statusLine';
import { capacityDrawing } from './capacities/capacityDrawing';
import { createCapacityTools } from './capacities/capacityTools';
import { createChartCanvas, rowHeight, type Area } from './canvas/canvas';
import { createCrosshairLayer } from './canvas/crosshair';
import { createLegend } from './canvas/legend';
import { pngOf } from './canvas/picture';
import { listenToZoomAndPan } from './canvas/zoomAndPan';
import { createChartRequests } from './chartRequests';
import { curveDrawing } from './curves/curveDrawing';
import { createCurveTools } from './curves/curveTools';
import { createKeyFigures } from './keyFigures';
import type { ChartChoices, ChartOptions } from './model/chartOptions';
import { noChoices, readChoices, seriesPlans, viewQuestion } from './model/chartOptions';
import type { CrosshairReadout, Drawing, HorizontalAxis, Range, ValueAxis } from './model/drawing';
import { nowMovesIn } from './model/now';
import { onThemeChange, readTheme } from './model/theme';
import { keptAxes } from './model/valueAxes';
import { fitted } from './model/visibleRange';
import { durationDrawing } from './duration/durationDrawing';
import { heatDrawing } from './heat/heatDrawing';
import { depthDrawing } from './orders/depthDrawing';
import { createDepthTools } from './orders/depthTools';
import { ordersDrawing } from './orders/ordersDrawing';
import { createOrderTools } from './orders/orderTools';
import { createOverlaidResults } from './overlays';
import { createQuantityTools } from './series/quantityTools';
import { seriesDrawing } from './series/seriesDrawing';
import { createViewTools } from './series/seriesTools';

/** Shortest time between two chart requests while rows arrive, in milliseconds. */
const refreshMs = 400;

const cellKeysHint = () =>
  l10n.t(
    'Use the left and right arrow keys to move the crosshair by day, the up and down arrow keys to move it by time of day, Plus and Minus to zoom, Shift with an arrow key to move the visible range, 0 to reset the zoom, and Escape to leave the chart.',
  );

const keysHint = () =>
  l10n.t(
    'Use the arrow keys to move the crosshair, Plus and Minus to zoom, Shift with an arrow key to move the visible range, 0 to reset the zoom, and Escape to leave the chart.',
  );

function drawingOf(chart: Chart, options: ChartOptions): Drawing {
  switch (chart.kind) {
    case 'series':
      return seriesDrawing(chart, options);
    case 'heat':
      return heatDrawing(chart, options);
    case 'duration':
      return durationDrawing(chart, options);
    case 'curves':
      return curveDrawing(chart, options);
    case 'orders':
      return ordersDrawing(chart, options);
    case 'depth':
      return depthDrawing(chart, options);
    case 'capacities':
      return capacityDrawing(chart, options);
  }
}

const rowsSoFar = () => l10n.t('Based on the rows received so far…');

/** Whether rows may still arrive. A range has all of its rows when it's shown, although it's still checked. */
const isArriving = (state: ResultState) => isRunning(state) && state.source.kind !== 'range';

/** What is said as long as the result has no picture. */
const waitingText = (state: ResultState) => (isArriving(state) ? l10n.t('Receiving…') : l10n.t('Drawing…'));

/** The drawing with the axes of the result before, if its values fit them; a list has no such axes. */
const withAxes = (drawing: Drawing, before: readonly ValueAxis[]): Drawing =>
  drawing.list ? drawing : { ...drawing, y: keptAxes(drawing.y, before) };

const isWhole = ({ visible, extent }: HorizontalAxis) =>
  visible.from === extent.from && visible.to === extent.to;

/** The chart of a result, drawn from the data that the worker sends for the visible range. */
export function createChartPane(host: Host, resolution: ShownResolution): Pane {
  let state: ResultState | undefined;
  let chart: Chart | undefined;
  /** Revision of the rows that the chart was drawn from. */
  let drawnRevision = 0;
  let drawing: Drawing | undefined;
  /** Whether the picture is still that of the result before, because this one hasn't been drawn yet. */
  let isEarlier = false;
  /** The axes of the result before, which the picture keeps until something is chosen. */
  let axesBefore: readonly ValueAxis[] = [];
  let readout: CrosshairReadout | null = null;
  let problem: string | null = null;
  let choices = noChoices;
  /** The resolution that was last requested: another one may be chosen while the chart is hidden. */
  let askedResolution: Resolution | null = null;
  let theme = readTheme();
  let refresh: ReturnType<typeof setTimeout> | undefined;
  let resizing: number | undefined;
  /** The area between the axes when the chart was last drawn. */
  let drawnArea: Area | undefined;
  let moving: ReturnType<typeof setTimeout> | undefined;
  /** Whether the line at the current time was due to move while the chart was hidden. */
  let isNowLineStale = false;

  const requests = createChartRequests(
    host,
    () => state?.revision ?? 0,
    answered,
    (message) => {
      problem = l10n.t("Couldn't draw the chart: {0}", message);
      isEarlier = false;
      draw();
    },
  );
  const legend = createLegend((label) => {
    const { hidden } = choices;
    choose({
      hidden: hidden.includes(label) ? hidden.filter((other) => other !== label) : [...hidden, label],
    });
  });
  const curveTools = createCurveTools(choose);
  const tools = [
    createViewTools(choose, resolution),
    curveTools,
    createOrderTools(choose),
    createDepthTools(choose),
    createCapacityTools(choose),
    createQuantityTools(choose),
  ];
  const reset = button({
    label: l10n.t('Reset Zoom'),
    look: 'icon',
    icon: 'showAll',
    onClick: () => showAll(),
  });
  const save = button({
    label: l10n.t('Save Image'),
    look: 'icon',
    icon: 'picture',
    onClick: () => saveImage(),
  });
  const crosshair = createCrosshairLayer();
  const overlaid = createOverlaidResults(host);
  const emptyText = element('p', {});
  const empty = element('div', { class: 'chart-empty' }, icon('empty'), emptyText);
  const frame = element('div', { class: 'chart-frame' });
  const spacer = element('div', {});
  const hint = element('span', { id: 'chart-keys', class: 'unseen' }, keysHint());
  const plot = element(
    'div',
    { class: 'chart-plot', role: 'img', tabindex: '0', 'aria-describedby': 'chart-keys' },
    frame,
    spacer,
  );
  const caption = element('p', { class: 'chart-caption' });
  const readoutLine = element('p', { class: 'chart-readout unseen', 'aria-live': 'polite' });
  const keyFigures = createKeyFigures();
  const toolElements = tools.map((each) => each.element);
  const toolBar = element('div', { class: 'chart-tool-bar' });
  const beside = element(
    'div',
    { class: 'chart-bar' },
    toolBar,
    toolbar(
      element('div', { class: 'chart-actions' }, overlaid.add, reset.element, save.element),
      l10n.t('Chart'),
    ),
  );
  const below = element('div', { class: 'chart-legends' }, legend.element, overlaid.element);
  const pane = element(
    'section',
    { class: 'chart-pane', 'aria-label': l10n.t('Chart') },
    plot,
    keyFigures.element,
    caption,
    readoutLine,
    hint,
  );
  const canvas = createChartCanvas(frame, resized);
  const soFarNote = element('p', { class: 'chart-part' }, icon('waiting'), rowsSoFar());
  const more = element('p', { class: 'chart-more', 'aria-hidden': 'true' });
  frame.append(crosshair.element, soFarNote, more, empty);

  /** The question for the visible range at the current size; `null` while the chart is hidden. */
  function question(): ChartQuestion | null {
    const { clientWidth, clientHeight } = frame;
    if (!state || clientWidth === 0) return null;
    const { width, height } = canvas.area();
    const { range, period, contract, allPrices, depth, pair, order } = choices;
    const plan = state.dataset.chart;
    const viewed = viewQuestion(
      { ...choices, resolution: resolution.get() },
      {
        plan,
        isOverlaid: state.overlays.length > 0,
        zone: state.timeZone,
      },
    );
    // The horizontal axis is volume, price, or a share of the time, so the range isn't a time range.
    const isTimeless = plan === 'curves' || depth !== null || viewed.view === 'duration';
    // Only what differs from the initial chart, which the host may have requested already.
    return {
      ...(!isTimeless && range),
      width: Math.round((width || clientWidth) * devicePixelRatio),
      height: Math.round((height || clientHeight) * devicePixelRatio),
      ...(period !== null && { period }),
      ...(contract !== null && { contract, ...(depth && { depth }) }),
      ...(allPrices && { allPrices }),
      ...(pair !== null && { pair }),
      ...(order !== noChoices.order && { order }),
      ...viewed,
    };
  }

  function ask(): void {
    clearTimeout(refresh);
    refresh = undefined;
    const asked = question();
    if (!asked || !state || state.rows === 0) return;
    askedResolution = resolution.get();
    requests.ask(asked);
  }

  function resized(): void {
    // The library reports a new size before it lays out the axes, and may report several in one frame.
    resizing ??= requestAnimationFrame(() => {
      resizing = undefined;
      const asked = question();
      if (asked && !requests.isLatest(asked)) ask();
      if (!isSameArea(canvas.area(), drawnArea)) draw();
    });
  }

  function answered(answer: Chart, revision: number): void {
    chart = answer;
    isEarlier = false;
    drawnRevision = revision;
    problem = null;
    draw();
    // A range chosen earlier may be outside the current data.
    if (drawing && choices.range && !overlaps(choices.range, drawing.x.extent)) show(null);
  }

  function draw(): void {
    if (!state) return;
    plot.classList.toggle('earlier', isEarlier);
    setAttribute(plot, 'aria-busy', String(isEarlier));
    if (isEarlier) {
      setAttribute(plot, 'aria-label', waitingText(state));
      soFarNote.hidden = true;
      allowSaving(false);
      return;
    }
    const options: ChartOptions = {
      ...choices,
      resolution: resolution.get(),
      plan: state.dataset.chart,
      title: state.dataset.title,
      zone: state.timeZone,
      receiving: state.phase.kind !== 'ended',
      now: Date.now(),
      width: canvas.area().width || frame.clientWidth,
      ...(drawing?.list && { seen: seenRows(drawing.list) }),
    };
    drawing = chart && withAxes(drawingOf(chart, options), axesBefore);
    const list = drawing?.list;
    const listed = list !== undefined;
    legend.show(drawing ?? {}, theme);
    setText(hint, drawing?.cells ? cellKeysHint() : keysHint());
    const said = drawing ? [drawing.brief, drawing.caption].filter(Boolean).join(' · ') : '';
    setText(caption, said);
    caption.title = said;
    for (const each of tools) each.show(chart, options);
    placeShown(toolBar, toolElements);
    // The controls of series are short enough to always be beside the tabs.
    toolBar.classList.toggle(
      'long',
      !seriesPlans.includes(state.dataset.chart) || toolElements.filter(({ hidden }) => !hidden).length > 1,
    );
    keyFigures.show(drawing?.keyFigures ?? []);
    showTexts(
      drawing?.summary ?? state.dataset.title,
      problem ?? (drawing ? drawing.empty : waitingText(state)),
    );
    plot.classList.toggle('listing', listed);
    // Last, because the texts around the canvas determine its size.
    if (drawing) canvas.draw(drawing, theme, list ? plot.scrollTop / rowHeight(list) : 0);
    // Only after the layout is it known which rows are seen.
    if (list && !options.seen) {
      draw();
      return;
    }
    drawnArea = canvas.area();
    spacer.style.setProperty(
      'height',
      `${list ? Math.max(0, list.rows * rowHeight(list) - canvas.area().height) : 0}px`,
    );
    showMore(list);
    reset.element.hidden = drawing?.x.least === null;
    reset.setEnabled(drawing?.x.home ? !isWhole(drawing.x) : choices.range !== null);
    moveNow();
    point(
      readout && drawing
        ? drawing.readoutAt(readout.x, listed ? readout.x : (readout.cell?.y ?? readout.dots?.[0]?.y ?? null))
        : null,
    );
  }

  /** The rows of a list between the axes. */
  function seenRows(list: NonNullable<Drawing['list']>): Range {
    const from = plot.scrollTop / rowHeight(list);
    return { from, to: from + canvas.area().height / rowHeight(list) };
  }

  /** Says how many rows of a list are below those that are seen. */
  function showMore(list: Drawing['list']): void {
    const below = list ? list.rows - Math.floor(seenRows(list).to + 0.1) : 0;
    more.hidden = below <= 0;
    setText(more, l10n.t('{0} more below: scroll', formatCount(below)));
  }

  /**
   * Redraws the chart when the line at the current time should move, or when a hidden chart is shown again.
   */
  function moveNow(): void {
    clearTimeout(moving);
    moving = undefined;
    isNowLineStale = false;
    const wait = drawing ? nowMovesIn(drawing.x, canvas.area().width, Date.now()) : null;
    if (wait === null) return;
    moving = setTimeout(() => {
      if (frame.clientWidth > 0) draw();
      else isNowLineStale = true;
    }, wait);
  }

  /** Whether rows are still expected, or arrived after the chart was requested. */
  const isPart = () =>
    state !== undefined &&
    (isArriving(state) || (state.phase.kind === 'ended' && state.revision !== drawnRevision));

  function showTexts(text: string, missing: string | null): void {
    const note = missing ?? (isPart() ? rowsSoFar() : null);
    setAttribute(plot, 'aria-label', note === null ? text : `${text}. ${note}`);
    soFarNote.hidden = note !== rowsSoFar();
    empty.hidden = missing === null;
    setText(emptyText, missing ?? '');
    allowSaving(missing === null);
  }

  function point(next: CrosshairReadout | null): void {
    readout = drawing?.empty === null ? next : null;
    setText(readoutLine, readout?.text ?? '');
    if (drawing) crosshair.point(readout, drawing, canvas, theme);
  }

  function showAll(): void {
    show(drawing?.x.home ? drawing.x.extent : null);
  }

  /** Shows a range of the horizontal axis; `null` for the initial range. */
  function show(range: Range | null): void {
    if (!drawing || drawing.x.least === null) return;
    const { extent, home, least } = drawing.x;
    choose({ range: range && (fitted(range, extent, least) ?? (home ? extent : null)) });
  }

  function choose(chosen: Partial<ChartChoices>): void {
    choices = { ...choices, ...chosen };
    axesBefore = [];
    draw();
    ask();
  }

  function allowSaving(isAllowed: boolean): void {
    save.setEnabled(isAllowed);
    setMenuSection(plot, isAllowed ? 'chart' : null);
  }

  function saveImage(): void {
    savePicture().catch((error: unknown) => setText(caption, errorText(error)));
  }

  async function savePicture(): Promise<void> {
    if (!state || !drawing) return;
    const { id, madeUp, dataset } = state;
    const title =
      madeUp === null
        ? dataset.title
        : madeUp === 'synthetic'
          ? l10n.t('{0} (seeded data)', dataset.title)
          : l10n.t('{0} (sample data)', dataset.title);
    const words = isPart() ? `${drawing.summary}. ${rowsSoFar()}` : drawing.summary;
    const png = await pngOf(canvas.element, title, { ...drawing, summary: words }, theme);
    host.act({ kind: 'savePicture', png }, id);
  }

  listenToZoomAndPan({
    plot,
    frame,
    canvas,
    crosshair,
    point,
    show,
    drawing: () => (isEarlier ? undefined : drawing),
    readout: () => readout,
    reveal(row) {
      if (!drawing?.list) return;
      const height = rowHeight(drawing.list);
      const [top, bottom] = [row * height, (row + 1) * height - canvas.area().height];
      plot.scrollTop = Math.max(bottom, Math.min(top, plot.scrollTop));
    },
  });
  plot.addEventListener('scroll', () => {
    if (drawing?.list !== undefined) draw();
  });
  resolution.onChange(() => frame.clientWidth > 0 && choose({}));
  onThemeChange(() => {
    const next = readTheme();
    if (JSON.stringify(next) === JSON.stringify(theme)) return;
    theme = next;
    draw();
  });

  /** Whether there is a picture of the same dataset, which is better than none until the next one is drawn. */
  const hasPictureFor = (next: ResultState, before = state) =>
    drawing?.empty === null && before?.dataset.id === next.dataset.id;

  return {
    element: pane,
    bar: { beside, below },
    menu: { saveImage },
    show(next) {
      const before = state;
      state = next;
      overlaid.show(next);
      if (before && before.id !== next.id) {
        isEarlier = hasPictureFor(next, before);
        axesBefore = isEarlier && drawing ? drawing.y : [];
        chart = undefined;
        if (!isEarlier) drawing = undefined;
        problem = null;
        point(null);
        requests.forget();
        curveTools.stop();
      }
      const drawn =
        before?.id === next.id && before.timeZone === next.timeZone && before.phase.kind === next.phase.kind;
      if (!drawn || isNowLineStale) draw();
      const overlaysChanged = JSON.stringify(before?.overlays) !== JSON.stringify(next.overlays);
      // A time without rows counts as a gap only when all rows have arrived.
      const hasEnded = before?.phase.kind !== next.phase.kind && next.phase.kind === 'ended';
      // The days of a heat map begin at midnight in the time zone.
      const daysMoved = before?.timeZone !== next.timeZone && choices.view === 'heat';
      const isCombinedAnew = askedResolution !== resolution.get();
      if (isCombinedAnew) axesBefore = [];
      if (before?.id !== next.id || !chart || overlaysChanged || hasEnded || daysMoved || isCombinedAnew)
        ask();
      else if (drawnRevision !== next.revision) refresh ??= setTimeout(ask, refreshMs);
    },
    canWait: (next) =>
      next.rows === 0 &&
      (next.phase.kind === 'asking' || next.phase.kind === 'receiving') &&
      hasPictureFor(next),
    memory: {
      save: () => choices,
      restore(saved) {
        choices = readChoices(saved);
      },
    },
  };
}

const isSameArea = (one: Area, other: Area | undefined) => JSON.stringify(one) === JSON.stringify(other);

const overlaps = (a: Range, b: Range) => Number.isNaN(b.from) || (a.from < b.to && a.to > b.from);
