import { describe, expect, it } from 'vitest';
import type { CurveChart } from '#src/protocol/charts/curveChart';
import type { ResultState } from '#src/protocol/messages';
import {
  begun,
  chartQuestion,
  chosenRange,
  drawn,
  hasPictureFor,
  isBeside,
  isDrawnInPart,
  isZoomed,
  keptChoices,
  noChart,
  optionsOf,
  whenToAsk,
  type ChartState,
} from '#view/chart/chartState';
import { chartWords, pictureWords, rowsSoFar } from '#view/chart/chartWords';
import { noChoices } from '#view/chart/model/chartOptions';
import { drawSeries, hour, seriesRecord, start, values } from '../../table/charts/tables';
import { resultState } from '../frame/resultStates';

/** A price for each of two hours of one area. */
const chart = drawSeries([seriesRecord({ deliveryArea: 'NO1' }, values([40, 50]))]);
const shown = { now: 0, width: 800, receiving: false };

/** The state after the chart of a result was drawn from all of its rows. */
function drawnState(result = resultState(), differing: Partial<ChartState> = {}): ChartState {
  const state = { ...noChart, result, chart, drawnRevision: result.revision, ...differing };
  return { ...state, drawing: drawn(state, optionsOf(result, state.choices, shown)) };
}

const receiving: Partial<ResultState> = { phase: { kind: 'receiving' } };
const otherDataset = { ...resultState().dataset, id: 'flows' };

describe('another result of the same dataset', () => {
  const before = drawnState();

  it('keeps the picture and its axes until its own is drawn', () => {
    const state = begun(before, resultState({ id: 'r2' }));
    expect(state).toMatchObject({
      isEarlier: true,
      drawing: before.drawing,
      chart: undefined,
      readout: null,
    });
    expect(state.axesBefore).toEqual(before.drawing?.y);
  });

  it('has no picture if the dataset differs, or if nothing was drawn', () => {
    expect(hasPictureFor(before, resultState({ id: 'r2', dataset: otherDataset }))).toBe(false);
    expect(begun(before, resultState({ dataset: otherDataset }))).toMatchObject({
      isEarlier: false,
      drawing: undefined,
      axesBefore: [],
    });
    expect(hasPictureFor(noChart, resultState())).toBe(false);
  });

  it('is not saved, nor described, as the picture of the result before', () => {
    const next = resultState({ id: 'r2', ...receiving });
    const words = chartWords(next, { ...begun(before, next), result: next });
    expect(words).toMatchObject({ label: 'Receiving…', missing: null, isSoFar: false, isReady: false });
  });
});

describe('a chart is requested', () => {
  const state = { ...drawnState(), askedResolution: null };
  const result = resultState();

  it('at once for another result, time zone of a heat map, resolution, or overlay, and at the end', () => {
    const heat = { ...state, choices: { ...noChoices, view: 'heat' as const } };
    const running = { ...state, result: resultState(receiving) };
    expect(whenToAsk(noChart, result, null)).toBe('now');
    expect(whenToAsk(state, resultState({ id: 'r2' }), null)).toBe('now');
    expect(whenToAsk(state, result, 'P1D')).toBe('now');
    expect(whenToAsk(heat, resultState({ timeZone: 'UTC' }), null)).toBe('now');
    expect(whenToAsk(state, resultState({ overlays: [{ result: 'r2', label: 'NO2' }] }), null)).toBe('now');
    expect(whenToAsk(running, result, null)).toBe('now');
  });

  it('later while rows arrive, and not at all if nothing has changed', () => {
    expect(whenToAsk(state, resultState({ revision: 4 }), null)).toBe('soon');
    expect(whenToAsk(state, result, null)).toBeNull();
    expect(whenToAsk(state, resultState({ timeZone: 'UTC' }), null)).toBeNull();
  });

  it('for the pixels of the screen, and only with what differs from the initial chart', () => {
    const size = { width: 400.2, height: 300 };
    const range = { from: 0, to: hour };
    expect(chartQuestion(result, noChoices, size, 2)).toEqual({ width: 800, height: 600 });
    expect(chartQuestion(result, { ...noChoices, range }, size, 1)).toEqual({
      ...range,
      width: 400,
      height: 300,
    });
  });

  it('without a time range if its horizontal axis is not time', () => {
    const range = { from: 0, to: 50 };
    const curves = resultState({ dataset: { ...result.dataset, chart: 'curves' } });
    const size = { width: 400, height: 300 };
    expect(chartQuestion(curves, { ...noChoices, range, period: 3 }, size, 1)).toEqual({
      ...size,
      period: 3,
    });
    const duration = { ...noChoices, range, view: 'duration' as const };
    expect(chartQuestion(result, duration, size, 1)).toEqual({ ...size, view: 'duration' });
  });
});

describe('the words of a chart', () => {
  it('say that rows are still missing, also in the saved picture', () => {
    const result = resultState(receiving);
    const state = drawnState(result);
    const words = chartWords(result, state);
    expect(isDrawnInPart(state)).toBe(true);
    expect(words).toMatchObject({ missing: null, isSoFar: true, isReady: true });
    expect(words.label).toMatch(/\. Based on the rows received so far…$/);
    expect(pictureWords(result, state.drawing!, true).summary).toBe(
      `${state.drawing?.summary}. ${rowsSoFar()}`,
    );
  });

  it('name the result as long as there is no picture, and say why', () => {
    const result = resultState();
    expect(chartWords(result, { ...noChart, result })).toMatchObject({
      label: 'Day-ahead prices. Drawing…',
      missing: 'Drawing…',
      isReady: false,
    });
    const failed = chartWords(result, { ...drawnState(), problem: "Couldn't draw the chart: gone" });
    expect(failed).toMatchObject({ missing: "Couldn't draw the chart: gone", isReady: false });
  });

  it('say on a saved picture that the data is not real', () => {
    const { drawing } = drawnState();
    const titleOf = (madeUp: ResultState['madeUp']) =>
      pictureWords(resultState({ madeUp }), drawing!, false).title;
    expect([titleOf(null), titleOf('sample'), titleOf('synthetic')]).toEqual([
      'Day-ahead prices',
      'Day-ahead prices (sample data)',
      'Day-ahead prices (seeded data)',
    ]);
  });
});

describe('the visible range', () => {
  const { x } = drawnState().drawing!;

  it('is the whole extent for a range that is wider, unless the chart begins zoomed in', () => {
    const wide = { from: start - hour, to: start + 9 * hour };
    expect(chosenRange(x, 1, wide)).toBeNull();
    expect(chosenRange({ ...x, home: { from: 0, to: 1 } }, 1, wide)).toEqual(x.extent);
  });

  it('that was chosen earlier is given up if the data is elsewhere', () => {
    expect(isBeside(x, { from: start + hour, to: start + 9 * hour })).toBe(false);
    expect(isBeside(x, { from: start + 2 * hour, to: start + 9 * hour })).toBe(true);
    const unknown = { ...x, extent: { from: NaN, to: NaN } };
    expect(isBeside(unknown, { from: start + 2 * hour, to: start + 9 * hour })).toBe(false);
  });

  it('can be reset once it was chosen', () => {
    expect(isZoomed(drawnState())).toBe(false);
    const range = { from: 0, to: hour };
    expect(isZoomed(drawnState(resultState(), { choices: { ...noChoices, range } }))).toBe(true);
  });
});

describe('the period of curves', () => {
  const empty = { price: new Float64Array(), volume: new Float64Array() };
  const curves: CurveChart = {
    kind: 'curves',
    periods: Float64Array.of(0, hour, hour, 2 * hour),
    period: 1,
    currency: 'EUR',
    sell: empty,
    buy: empty,
    crossing: null,
    settled: null,
    minVolume: null,
    maxVolume: null,
    volumeAcceptedBlocksBuy: null,
    volumeAcceptedBlocksSell: null,
    volumeNetFlows: null,
  };

  it('is remembered, even if nobody chose it: it was the current one, and may not be later', () => {
    expect(keptChoices(drawnState(undefined, { chart: curves })).period).toBe(1);
    const choices = { ...noChoices, period: 0 };
    expect(keptChoices(drawnState(undefined, { chart: curves, choices })).period).toBe(0);
  });

  it('is not remembered before all periods have arrived', () => {
    expect(keptChoices(drawnState(resultState(receiving), { chart: curves })).period).toBeNull();
  });
});
