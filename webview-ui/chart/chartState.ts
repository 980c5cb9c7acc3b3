import type { Resolution } from '#src/market/time/resolutions';
import type { Chart } from '#src/protocol/charts/chart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { ResultState } from '#src/protocol/messages';
import { isRunning } from '../frame/status/statusLine';
import { drawingOf } from './chartDrawing';
import {
  isTimeless,
  noChoices,
  viewQuestion,
  type ChartChoices,
  type ChartOptions,
} from './model/chartOptions';
import type { CrosshairReadout, Drawing, HorizontalAxis, Range, ValueAxis } from './model/drawing';
import { keptAxes } from './model/valueAxes';
import { fitted } from './model/visibleRange';

/** What the chart pane shows, and what was chosen for it. */
export interface ChartState {
  result: ResultState | undefined;
  chart: Chart | undefined;
  /** Revision of the rows that the chart was drawn from. */
  drawnRevision: number;
  drawing: Drawing | undefined;
  /** Whether the picture still shows the previous result, because this one hasn't been drawn yet. */
  isEarlier: boolean;
  /** The axes of the result before, which the picture keeps until something is chosen. */
  axesBefore: readonly ValueAxis[];
  readout: CrosshairReadout | null;
  /** Why the chart couldn't be drawn. */
  problem: string | null;
  choices: ChartChoices;
  /** The resolution that was last requested: another one may be chosen while the chart is hidden. */
  askedResolution: Resolution | null;
}

/** Before the first result. */
export const noChart: ChartState = {
  result: undefined,
  chart: undefined,
  drawnRevision: 0,
  drawing: undefined,
  isEarlier: false,
  axesBefore: [],
  readout: null,
  problem: null,
  choices: noChoices,
  askedResolution: null,
};

/** Whether rows are still expected, or arrived after the chart was requested. */
export const isDrawnInPart = ({ result, drawnRevision }: ChartState): boolean =>
  result !== undefined &&
  (isRunning(result) || (result.phase.kind === 'ended' && result.revision !== drawnRevision));

/** Whether there is a picture of the same dataset, which is better than none until the next one is drawn. */
export const hasPictureFor = ({ result, drawing }: ChartState, next: ResultState): boolean =>
  drawing?.empty === null && result?.dataset.id === next.dataset.id;

/** Whether that picture can stay until the first rows of the next result arrive. */
export const canStay = (state: ChartState, next: ResultState): boolean =>
  next.rows === 0 &&
  (next.phase.kind === 'asking' || next.phase.kind === 'receiving') &&
  hasPictureFor(state, next);

/**
 * What to remember of the choices. The period that was current when the curves were drawn stays, although another one
 * may be current when the tab comes back.
 */
export function keptChoices(state: ChartState): ChartChoices {
  const { chart, choices } = state;
  if (chart?.kind !== 'curves' || isDrawnInPart(state)) return choices;
  return { ...choices, period: choices.period ?? chart.period };
}

/** The state in which another result begins. */
export function begun(state: ChartState, next: ResultState): ChartState {
  const isEarlier = hasPictureFor(state, next);
  const drawing = isEarlier ? state.drawing : undefined;
  return {
    ...state,
    isEarlier,
    drawing,
    axesBefore: drawing?.y ?? [],
    chart: undefined,
    problem: null,
    readout: null,
  };
}

/** Whether texts change with the state of the result, even if the chart itself is the same. */
export const isDrawnAnew = (before: ResultState | undefined, next: ResultState): boolean =>
  before?.id !== next.id || before.timeZone !== next.timeZone || before.phase.kind !== next.phase.kind;

/** When to request a chart for the next state of a result: at once, or later while rows arrive. */
export function whenToAsk(
  { result: before, chart, drawnRevision, choices, askedResolution }: ChartState,
  next: ResultState,
  resolution: Resolution | null,
): 'now' | 'soon' | null {
  const overlaysChanged = JSON.stringify(before?.overlays) !== JSON.stringify(next.overlays);
  // A time without rows counts as a gap only when all rows have arrived.
  const hasEnded = before?.phase.kind !== next.phase.kind && next.phase.kind === 'ended';
  // The days of a heat map begin at midnight in the time zone.
  const daysMoved = before?.timeZone !== next.timeZone && choices.view === 'heat';
  const isCombinedAnew = askedResolution !== resolution;
  const isAnother = before?.id !== next.id || !chart;
  if (isAnother || overlaysChanged || hasEnded || daysMoved || isCombinedAnew) return 'now';
  return drawnRevision === next.revision ? null : 'soon';
}

/**
 * The question for the visible range in a picture of this size in CSS pixels: only what differs from the
 * initial chart, which the host may have requested already.
 */
export function chartQuestion(
  { dataset, overlays, timeZone }: ResultState,
  choices: ChartChoices,
  { width, height }: { width: number; height: number },
  pixelRatio: number,
): ChartQuestion {
  const { range, period, contract, allPrices, depth, pair } = choices;
  const plan = dataset.chart;
  const viewed = viewQuestion(choices, { plan, isOverlaid: overlays.length > 0, zone: timeZone });
  return {
    ...(!isTimeless(plan, { depth, view: viewed.view ?? 'line' }) && range),
    width: Math.round(width * pixelRatio),
    height: Math.round(height * pixelRatio),
    ...(period !== null && { period }),
    ...(contract !== null && { contract, ...(depth && { depth }) }),
    ...(allPrices && { allPrices }),
    ...(pair !== null && { pair }),
    ...viewed,
  };
}

/** What the drawing of a result depends on besides its data. */
export const optionsOf = (
  { dataset, timeZone }: ResultState,
  choices: ChartChoices,
  shown: Pick<ChartOptions, 'now' | 'width' | 'seen' | 'receiving'>,
): ChartOptions => ({
  ...choices,
  ...shown,
  plan: dataset.chart,
  title: dataset.title,
  zone: timeZone,
});

/** The drawing with the axes of the result before, if its values fit them; a list has no such axes. */
export function drawn({ chart, axesBefore }: ChartState, options: ChartOptions): Drawing | undefined {
  const drawing = chart && drawingOf(chart, options);
  return drawing && !drawing.list ? { ...drawing, y: keptAxes(drawing.y, axesBefore) } : drawing;
}

/** The range to choose in order to show this one, at least `least` wide; `null` for the initial range. */
export const chosenRange = ({ extent, home }: HorizontalAxis, least: number, range: Range): Range | null =>
  fitted(range, extent, least) ?? (home ? extent : null);

/** Whether a range chosen earlier is outside the current data. */
export const isBeside = ({ extent }: HorizontalAxis, range: Range): boolean =>
  !Number.isNaN(extent.from) && (range.from >= extent.to || range.to <= extent.from);

/** Whether another range than the initial one is shown; `null` if the chart can't be zoomed. */
export const isZoomed = ({ drawing, choices }: ChartState): boolean | null =>
  drawing?.x.least === null ? null : choices.range !== null;

/** The labels that are hidden once one of them was hidden or shown. */
export const hiddenAfter = ({ choices: { hidden } }: ChartState, label: string): string[] =>
  hidden.includes(label) ? hidden.filter((other) => other !== label) : [...hidden, label];

/** All other labels or, if they are hidden already, none. */
export function hiddenExcept({ drawing, choices: { hidden } }: ChartState, label: string): string[] {
  const others = (drawing?.legend ?? []).map((entry) => entry.label).filter((one) => one !== label);
  return others.every((other) => hidden.includes(other)) ? [] : others;
}
