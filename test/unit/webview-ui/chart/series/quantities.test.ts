import { describe, expect, it } from 'vitest';
import type { Series, SeriesChart } from '#src/protocol/charts/seriesChart';
import { styleOf } from '#view/chart/model/seriesStyles';
import { toggledQuantities } from '#view/chart/series/quantities';
import { seriesDrawing } from '#view/chart/series/seriesDrawing';
import { drawSeries, seriesRecord, values } from '../../../table/charts/tables';
import { chartOptions } from '../chartOptions';

const options = chartOptions({ plan: 'flows', title: 'Flows' });
const [drawn] = drawSeries([seriesRecord({}, values([100]))]).series;
const series = (label: string, unit: string, endpoint?: string): Series => ({
  ...drawn!,
  label,
  unit,
  ...(endpoint !== undefined && { endpoint }),
});
/** This many cables with both ends of each, and the price at one of them. */
const flows = (cables: number): SeriesChart => ({
  kind: 'series',
  from: 0,
  to: 3_600_000,
  omitted: 0,
  series: [
    ...Array.from({ length: cables }, (_, cable) =>
      ['Sending', 'Receiving'].map((end) => series(`${cable} · ${end}`, 'MW', end)),
    ).flat(),
    series('UK', 'EUR/MWh'),
  ],
});
const labels = (chart: SeriesChart, seen = options) =>
  seriesDrawing(chart, seen).legend.map(({ label }) => label);

describe('a chart of many series', () => {
  it('shows one quantity at first, on one axis, and says so in its summary', () => {
    const { legend, y, summary } = seriesDrawing(flows(4), options);
    expect(legend.map(({ label }) => label)).toEqual(
      ['0', '1', '2', '3'].map((cable) => `${cable} · Sending`),
    );
    expect(legend.every(({ note }) => note === undefined)).toBe(true);
    expect(y.map(({ title }) => title.split(',')[0])).toEqual(['MW']);
    expect(summary).toContain('Flows, 4 series (0 · Sending, 1 · Sending, 2 · Sending, and 1 more)');
  });

  it('shows the other quantities when they are chosen, or none', () => {
    const chosen = (...quantities: string[]) => ({ ...options, quantities });
    expect(labels(flows(4), chosen('Receiving, MW', 'EUR/MWh'))).toHaveLength(5);
    expect(seriesDrawing(flows(4), chosen()).empty).toMatch(/are hidden/);
  });

  it('draws both ends of a cable in one color, with different dashes', () => {
    const all = ['Sending, MW', 'Receiving, MW', 'EUR/MWh'];
    const { legend } = seriesDrawing(flows(9), { ...options, quantities: all });
    const styles = legend.map(({ style }) => styleOf(style));
    for (let cable = 0; cable < 9; cable += 1) {
      const [sending, receiving] = [styles[2 * cable], styles[2 * cable + 1]];
      expect(receiving?.color).toBe(sending?.color);
      expect(receiving?.dash).not.toEqual(sending?.dash);
    }
    expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(styles.length);
  });
});

it('a difference is shown next to its prices, however many series there are', () => {
  const prices = ['NO1', 'DK1', 'SE3'].flatMap((area) => [
    ...['first', 'second'].map((side) => series(`${area} · ${side}`, 'EUR/MWh')),
    { ...series(`${area} · second minus first`, 'EUR/MWh'), isDifference: true },
  ]);
  const chart: SeriesChart = { kind: 'series', from: 0, to: 3_600_000, omitted: 0, series: prices };
  expect(labels(chart, { ...options, plan: 'comparison' })).toHaveLength(9);
});

it('a comparison shows one quantity at a time, so that no axis has two units; flows show several', () => {
  expect(toggledQuantities(['Sending, MW'], 'EUR/MWh', 'comparison')).toEqual(['EUR/MWh']);
  expect(toggledQuantities(['EUR/MWh'], 'EUR/MWh', 'comparison')).toEqual(['EUR/MWh']);
  expect(toggledQuantities(['Sending, MW'], 'EUR/MWh', 'flows')).toEqual(['Sending, MW', 'EUR/MWh']);
  expect(toggledQuantities(['Sending, MW', 'EUR/MWh'], 'Sending, MW', 'flows')).toEqual(['EUR/MWh']);
});

it('few series are all shown at once', () => {
  expect(labels(flows(3))).toHaveLength(7);
});
