import { t } from '../../src/text/l10n';
import type { ResultState } from '../../src/messages';
import type { Chart, ChartQuestion } from '../../src/table/chartTypes';
import { button } from '../controls/controls';
import { element, setAttribute, setText } from '../controls/dom';
import { icon } from '../controls/icons';
import type { Host, Pane } from '../host/pane';
import { isRunning } from '../frame/statusLine';
import { createAsking } from './asking';
import { createCapacityTools } from './capacities/capacityTools';
import { createCurveTools } from './curves/curveTools';
import { createDepthTools } from './orders/depthTools';
import type { Drawing, HorizontalAxis, Range, Reading } from './model/drawing';
import { drawingOf } from './drawingOf';
import { createFacts } from './facts';
import { listenTo } from './canvas/gestures';
import { createLegend } from './canvas/legend';
import { freshMemory, readMemory } from './memory';
import { createNavigation } from './canvas/navigation';
import { createOrderTools } from './orders/orderTools';
import { createOverlay } from './canvas/overlay';
import { createOverlayChips } from './overlayChips';
import { pngOf } from './canvas/picture';
import { quantitiesOf, shownQuantities } from './series/quantities';
import { createQuantityTools } from './series/quantityTools';
import type { Sight } from './model/chartOptions';
import { createStage, rowHeight } from './canvas/canvas';
import { onThemeChange, readTheme } from './model/theme';
import { fitted } from './model/timeRange';
import { errorText } from '../../src/text/errorText';

/** While rows come in, a new picture is asked for no more often than this, in milliseconds. */
const refreshMs = 400;

const keysHint = t(
  'Arrow keys move the crosshair, plus and minus zoom, Shift with arrow keys moves the range, 0 shows everything, Escape leaves the chart.',
);

const partOfRows = t('Drawn from the rows so far…');

const isWhole = ({ visible, extent }: HorizontalAxis) =>
  visible.from === extent.from && visible.to === extent.to;

/** The picture of a result, drawn from what the worker sends for the visible range. */
export function createChartPane(host: Host): Pane {
  let state: ResultState | undefined;
  let chart: Chart | undefined;
  /** Of the rows that the chart was drawn from. */
  let drawnRevision = 0;
  let drawing: Drawing | undefined;
  let reading: Reading | null = null;
  let problem: string | null = null;
  let memory = freshMemory;
  let theme = readTheme();
  let refresh: ReturnType<typeof setTimeout> | undefined;

  const asking = createAsking(
    host,
    () => state?.revision ?? 0,
    answered,
    (message) => {
      problem = t('The chart could not be drawn: {0}', message);
      draw();
    },
  );
  const legend = createLegend((label) => {
    const { hidden } = memory;
    choose({
      hidden: hidden.includes(label) ? hidden.filter((other) => other !== label) : [...hidden, label],
    });
  });
  const curveTools = createCurveTools({
    onPeriod: (period) => choose({ period }),
    onCrossing: () => show(null),
  });
  const orderTools = createOrderTools({
    onContract: (contract) =>
      choose(memory.depth ? { contract, range: null, depth: contract === null ? null : {} } : { contract }),
    onAllPrices: (allPrices) => choose({ allPrices }),
    onDepth: (on) => choose({ depth: on ? {} : null, range: null, hidden: [] }),
  });
  const depthTools = createDepthTools((chosen) => choose({ depth: { ...memory.depth, ...chosen } }));
  const quantityTools = createQuantityTools((quantities) => choose({ quantities }));
  const capacityTools = createCapacityTools((pair) => choose({ pair, range: null, hidden: [] }));
  const reset = button({ label: t('Show all'), look: 'toolbar', onClick: () => showAll() });
  const save = button({
    label: t('Save picture'),
    look: 'toolbar',
    icon: 'export',
    onClick: () => void savePicture().catch((error: unknown) => setText(readout, errorText(error))),
  });
  const overlay = createOverlay();
  const added = createOverlayChips(host);
  const emptyText = element('p', {});
  const empty = element('div', { class: 'chart-empty' }, icon('empty'), emptyText);
  const frame = element('div', { class: 'chart-frame' });
  const spacer = element('div', {});
  const hint = element('span', { id: 'chart-keys', class: 'unseen' }, keysHint);
  const focused = element(
    'div',
    { class: 'chart-stage', role: 'img', tabindex: '0', 'aria-describedby': 'chart-keys' },
    frame,
    spacer,
  );
  const readout = element('p', { class: 'chart-readout', 'aria-live': 'polite' });
  const facts = createFacts();
  const summary = element('p', { class: 'chart-summary' });
  const pane = element(
    'section',
    { class: 'chart-pane', 'aria-label': t('Chart') },
    element(
      'div',
      { class: 'pane-bar' },
      curveTools.element,
      orderTools.element,
      depthTools.element,
      capacityTools.element,
      quantityTools.element,
      added.element,
      element('div', { class: 'chart-actions' }, added.add, reset.element, save.element),
    ),
    legend.element,
    focused,
    readout,
    facts.element,
    summary,
    hint,
  );
  const stage = createStage(frame, resized);
  const part = element('p', { class: 'chart-part' }, icon('waiting'), partOfRows);
  frame.append(overlay.element, part, empty);

  /** The visible range in the width there is; `null` while nothing can be seen. */
  function question(): ChartQuestion | null {
    const { clientWidth, clientHeight } = frame;
    if (!state || clientWidth === 0) return null;
    const { width, height } = stage.area();
    const { range, period, contract, allPrices, depth, pair } = memory;
    return {
      // Volume or price is their horizontal axis: the range is not one of time.
      ...(state.dataset.chart !== 'curves' && depth === null && range),
      width: Math.round((width || clientWidth) * devicePixelRatio),
      height: Math.round((height || clientHeight) * devicePixelRatio),
      ...(state.dataset.chart === 'curves' && { period }),
      ...(state.dataset.chart === 'orders' && {
        ...(contract !== null && { contract, ...(depth && { depth }) }),
        allPrices,
      }),
      ...(pair !== null && { pair }),
    };
  }

  function ask(): void {
    clearTimeout(refresh);
    refresh = undefined;
    const asked = question();
    if (asked) asking.ask(asked);
  }

  function resized(): void {
    // The library tells of a new size before it lays out the axes in it.
    requestAnimationFrame(() => {
      const asked = question();
      if (asked && !asking.wants(asked)) ask();
      draw();
    });
  }

  function answered(answer: Chart, revision: number): void {
    chart = answer;
    drawnRevision = revision;
    problem = null;
    draw();
    // A range kept from before may lie elsewhere by now.
    if (drawing && memory.range && !overlaps(memory.range, drawing.x.extent)) show(null);
  }

  function draw(): void {
    if (!state) return;
    const sight: Sight = {
      plan: state.dataset.chart,
      title: state.dataset.title,
      zone: state.timeZone,
      range: memory.range,
      hidden: new Set(memory.hidden),
      receiving: state.phase.kind !== 'ended',
      contract: memory.contract,
      allPrices: memory.allPrices,
      quantities: memory.quantities,
    };
    drawing = chart && drawingOf(chart, sight);
    if (drawing) stage.draw(drawing, theme, focused.scrollTop / rowHeight);
    legend.show(drawing?.legend ?? [], theme);
    curveTools.element.hidden = chart?.kind !== 'curves';
    if (chart?.kind === 'curves') curveTools.show(chart, memory.period, sight.zone, memory.range === null);
    orderTools.element.hidden = chart?.kind !== 'orders' && chart?.kind !== 'depth';
    if (chart?.kind === 'orders' || chart?.kind === 'depth') orderTools.show(chart, sight);
    const quantities = chart?.kind === 'series' ? quantitiesOf(chart.series, sight.plan) : [];
    quantityTools.show(quantities, shownQuantities(quantities, memory.quantities));
    depthTools.element.hidden = chart?.kind !== 'depth';
    if (chart?.kind === 'depth') depthTools.show(chart, memory.depth ?? {}, sight.zone);
    capacityTools.element.hidden = state.dataset.chart !== 'capacities' || !chart;
    capacityTools.show(chart?.kind === 'capacities' ? chart.pairs : null, memory.pair, sight.zone);
    facts.show(chart, sight.zone);
    showTexts(
      drawing?.summary ?? state.dataset.title,
      problem ?? (drawing ? drawing.empty : t('Receiving…')),
    );
    const listed = drawing?.rows !== undefined;
    focused.classList.toggle('listing', listed);
    spacer.style.setProperty(
      'height',
      `${listed ? Math.max(0, (drawing?.rows ?? 0) * rowHeight - stage.area().height) : 0}px`,
    );
    reset.element.hidden = drawing?.x.least === null;
    reset.setEnabled(drawing?.x.home ? !isWhole(drawing.x) : memory.range !== null);
    point(
      reading && drawing
        ? drawing.readAt(reading.x, listed ? reading.x : (reading.dots[0]?.y ?? null))
        : null,
    );
  }

  /** Rows are still to come, or came since the picture was asked for. */
  const isPart = () =>
    state !== undefined &&
    (isRunning(state) || (state.phase.kind === 'ended' && state.revision !== drawnRevision));

  function showTexts(text: string, missing: string | null): void {
    const note = missing ?? (isPart() ? partOfRows : null);
    setAttribute(focused, 'aria-label', note === null ? text : `${text}. ${note}`);
    part.hidden = note !== partOfRows;
    setText(summary, text);
    empty.hidden = missing === null;
    setText(emptyText, missing ?? '');
    save.setEnabled(missing === null);
  }

  function point(next: Reading | null): void {
    reading = drawing?.empty === null ? next : null;
    setText(readout, reading?.text ?? '');
    readout.title = reading?.text ?? '';
    legend.read(reading);
    if (drawing) overlay.point(reading, drawing, stage, theme);
  }

  function showAll(): void {
    show(drawing?.x.home ? drawing.x.extent : null);
  }

  /** Shows a range of the horizontal axis; `null` for what is shown at first. */
  function show(range: Range | null): void {
    if (!drawing || drawing.x.least === null) return;
    const { extent, home, least } = drawing.x;
    choose({ range: range && (fitted(range, extent, least) ?? (home ? extent : null)) });
  }

  function choose(chosen: Partial<typeof memory>): void {
    memory = { ...memory, ...chosen };
    draw();
    ask();
  }

  async function savePicture(): Promise<void> {
    if (!state || !drawing) return;
    const title = state.sample ? t('{0} (sample data)', state.dataset.title) : state.dataset.title;
    const words = isPart() ? `${drawing.summary}. ${partOfRows}` : drawing.summary;
    const parts = { canvas: stage.canvas, title, theme };
    const png = await pngOf({ ...parts, summary: words, legend: drawing.legend });
    host.act({ kind: 'savePicture', png });
  }

  const navigation = createNavigation({
    stage,
    overlay,
    point,
    show,
    drawing: () => drawing,
    reading: () => reading,
    reveal(row) {
      const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight - stage.area().height];
      focused.scrollTop = Math.max(bottom, Math.min(top, focused.scrollTop));
    },
  });
  listenTo(focused, frame, navigation);
  focused.addEventListener('scroll', () => {
    if (drawing?.rows !== undefined) draw();
  });
  onThemeChange(() => {
    theme = readTheme();
    draw();
  });

  return {
    element: pane,
    show(next) {
      const before = state;
      state = next;
      added.show(next);
      if (before && before.id !== next.id) {
        memory = freshMemory;
        chart = drawing = undefined;
        reading = problem = null;
        asking.forget();
        curveTools.rest();
      }
      const drawn =
        before?.id === next.id && before.timeZone === next.timeZone && before.phase.kind === next.phase.kind;
      if (!drawn) draw();
      const another = JSON.stringify(before?.overlays) !== JSON.stringify(next.overlays);
      if (before?.id !== next.id || !chart || another) ask();
      else if (drawnRevision !== next.revision) refresh ??= setTimeout(ask, refreshMs);
    },
    memory: {
      save: () => memory,
      restore(saved) {
        memory = readMemory(saved);
      },
    },
  };
}

const overlaps = (a: Range, b: Range) => Number.isNaN(b.from) || (a.from < b.to && a.to > b.from);
