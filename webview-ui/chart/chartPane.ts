import * as l10n from '@vscode/l10n';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import { element } from '../controls/dom';
import type { ShownResolution } from '../frame/shownResolution';
import type { Host, Pane } from '../host/pane';
import { createChartBar } from './chartBar';
import { createChartRequests } from './chartRequests';
import {
  begun,
  canStay,
  chartQuestion,
  chosenRange,
  hiddenAfter,
  hiddenExcept,
  isBeside,
  isDrawnAnew,
  isDrawnInPart,
  keptChoices,
  noChart,
  whenToAsk,
} from './chartState';
import { createChartView } from './chartView';
import { imageItems } from './imageItems';
import { noChoices, type ChartChoices } from './model/chartOptions';
import type { Range } from './model/drawing';
import { createOverlays } from './overlays';
import { differenceItems, showing } from './series/differences';

/** Shortest time between two chart requests while rows arrive, in milliseconds. */
const refreshMs = 400;

/** The chart of a result, drawn from the data that the worker sends for the visible range. */
export function createChartPane(host: Host, resolution: ShownResolution): Pane {
  const state = { ...noChart };
  const choices = () => ({ ...state.choices, resolution: resolution.get() });
  let refresh: ReturnType<typeof setTimeout> | undefined;
  const requests = createChartRequests(
    host,
    () => state.result?.revision ?? 0,
    (chart, revision) => {
      state.chart = chart;
      state.drawnRevision = revision;
      showAnswer(null);
      const { range } = state.choices;
      // Rows of the range may still arrive.
      if (state.drawing && range && !isDrawnInPart(state) && isBeside(state.drawing.x, range))
        showRange(null);
    },
    (message) => showAnswer(l10n.t("Couldn't draw the chart: {0}", message)),
  );
  const overlaid = createOverlays(host);
  const bar = createChartBar(resolution, choose, () => {
    view.focus(); // the button is hidden next
    showRange(null);
  });
  const view = createChartView(state, bar, {
    choices,
    onChoose: choose,
    onToggle: (label) => choose({ hidden: hiddenAfter(state, label) }),
    onOnly: (label) => choose({ hidden: hiddenExcept(state, label) }),
    onDifference: (second, first) => choose(showing({ first, second })),
    onShow: showRange,
    onResize() {
      const asked = question();
      if (asked && !requests.isLatest(asked)) ask();
    },
  });
  resolution.onChange(() => view.isVisible() && choose({}));

  function showAnswer(problem: string | null): void {
    state.isEarlier = false;
    state.problem = problem;
    view.draw();
  }

  /** The question for the visible range at the current size; `null` while the chart is hidden. */
  function question(): ChartQuestion | null {
    if (!state.result || !view.isVisible()) return null;
    return chartQuestion(state.result, choices(), view.size(), devicePixelRatio);
  }

  function ask(): void {
    clearTimeout(refresh);
    refresh = undefined;
    const asked = question();
    if (!asked || state.result?.rows === 0) return;
    // Values of another resolution need other axes.
    if (state.askedResolution !== resolution.get()) state.axesBefore = [];
    state.askedResolution = resolution.get();
    requests.ask(asked);
  }

  /** Shows a range of the horizontal axis; `null` for the initial range. */
  function showRange(range: Range | null): void {
    const axis = state.drawing?.x;
    if (axis && axis.least !== null) choose({ range: range && chosenRange(axis, axis.least, range) });
  }

  function choose(chosen: Partial<ChartChoices>): void {
    state.choices = { ...state.choices, ...chosen };
    state.axesBefore = [];
    view.draw();
    ask();
  }

  return {
    element: view.element,
    bar: {
      beside: bar.element,
      below: element('div', { class: 'chart-legends' }, bar.place, view.legend, overlaid.element),
    },
    menu: imageItems(host, view.picture),
    differences: () => differenceItems(state.chart, choices(), choose),
    show(next) {
      const before = state.result;
      const when = whenToAsk(state, next, resolution.get());
      overlaid.show(next);
      if (before && before.id !== next.id) {
        Object.assign(state, begun(state, next));
        view.point(null);
        requests.forget();
      }
      state.result = next;
      if (isDrawnAnew(before, next) || view.isNowLineStale()) view.draw();
      if (when === 'now') ask();
      else if (when === 'soon') refresh ??= setTimeout(ask, refreshMs);
    },
    canWait: (next) => canStay(state, next),
    memory: {
      save: () => ({ chart: keptChoices(state) }),
      restore({ chart }) {
        state.choices = { ...noChoices, ...chart };
      },
    },
  };
}
