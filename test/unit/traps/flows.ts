import { expect } from 'vitest';
import { readParameter } from '#src/market/query/query';
import { capacityDrawing } from '#view/chart/capacities/capacityDrawing';
import { curveKeyFigures } from '#view/chart/curves/curveSummary';
import { columnTitle } from '#view/table/grid/cellText';
import { answerOf, datasetOf, now, pictureOf, seriesOf, options, strip, type Trap } from './seen';

const capacities = 'hub-to-hub-capacities';

/** The picture of capacities, and what it says of its first pair. */
function capacityPicture(text: string) {
  const chart = pictureOf(capacities, answerOf(capacities, text));
  if (chart.kind !== 'capacities') throw new Error(chart.kind);
  const { marks, readoutAt, caption } = capacityDrawing(chart, { ...options, plan: 'capacities' });
  const rows = marks.flatMap((mark) => (mark.kind === 'capacities' ? mark.rows : []));
  return { chart, rows, caption, first: readoutAt(0, 0)?.text ?? '' };
}

/** Curves, flows and capacities: where they meet and which way they go. */
export const flowTraps: readonly Trap[] = [
  {
    number: 18,
    title: 'the crossing of curves is calculated between their points, with and without blocks and flows',
    fixture: 'clearing-point',
    check(text) {
      const chart = pictureOf('dayahead-curves', answerOf('dayahead-curves', text));
      if (chart.kind !== 'curves') throw new Error(chart.kind);
      expect(curveKeyFigures(chart)).toEqual([
        { name: 'Crossing', value: '40.00 at 40,000', detail: 'price 40.00 at volume 40,000' },
        {
          name: 'With blocks and net flows',
          value: '40.00 at 40,800',
          detail: 'price 40.00 at volume 40,800',
        },
        { name: 'Difference', value: 'price 0.00, volume +800.00' },
        { name: 'Minimum volume', value: '28,000' },
        { name: 'Maximum volume', value: '52,000' },
        { name: 'Accepted blocks, buy', value: '800' },
        { name: 'Accepted blocks, sell', value: '2,000' },
        {
          name: 'Net flows',
          value: '-1,200, assumed to be exports',
          detail: '-1,200, assumed to be exports; if they are imports, the price would be 34.00',
        },
      ]);
    },
  },
  {
    number: 19,
    title: 'a flow names both ends, and the volume sent is never added to the volume received',
    fixture: 'flow-ends',
    check(text) {
      const flows = 'uk-flows';
      const table = answerOf(flows, text);
      const { labels, series, drawing } = seriesOf(flows, table);
      expect(labels).toEqual(['Sending', 'Receiving']);
      expect(series.map(({ value }) => [...value])).toEqual([
        [1400, -620],
        [1358.2, -601.4],
      ]);
      expect(drawing.marks.map(({ kind }) => kind)).toEqual(['line', 'line']);
      const sent = answerOf(flows, JSON.stringify((JSON.parse(text) as object[]).slice(0, 1)));
      expect(seriesOf(flows, sent).drawing.zero).toEqual({ above: 'NO2 → UK', below: 'UK → NO2' });
      expect(strip(flows, sent, { endpoint: 'Receiving' })).toContain(
        'Endpoint: requested Receiving, received Sending',
      );
    },
  },
  {
    number: 20,
    title: 'both directions of a capacity are shown as arrows between areas, never just as in and out',
    fixture: 'capacity-directions',
    check(text) {
      const { rows, first } = capacityPicture(text);
      expect(rows.map(({ pair, powers }) => [pair, ...powers.map(({ power }) => power)])).toEqual([
        ['NO1 ⇄ SE3', 2095, 310],
        ['NO1 ⇄ FI', 640, 120],
      ]);
      expect(first).toMatch(/^NO1 → SE3 310 MW · SE3 → NO1 2,?095 MW, 2026-11-21 13:00 – 14:00 Europe/);
      const titles = answerOf(capacities, text).columns.map((column) => columnTitle(column));
      expect(titles).toEqual(expect.arrayContaining(['In (to → from)', 'Out (from → to)']));
    },
  },
  {
    number: 21,
    title: 'the latest of several publications is shown, whatever their order, and all of them on request',
    fixture: 'capacity-history',
    check(text) {
      const { caption, chart, first } = capacityPicture(text);
      expect(caption).toBe('2026-11-21 13:00 – 14:00 · published 2026-11-21 11:55:02 · 4 publications');
      expect(first).toContain('NO1 → SE3 275 MW');
      const table = answerOf(capacities, text);
      const [pair] = chart.pairs;
      if (!pair) throw new Error('There is one pair.');
      const { series, labels } = seriesOf(capacities, table, { pair });
      expect(labels).toEqual(['NO1 → SE3', 'SE3 → NO1']);
      expect([...(series[0]?.value ?? [])]).toEqual([1200, 0, 310, 275]);
      const hour = datasetOf(capacities).parameters.find(({ kind }) => kind === 'powerHour');
      expect(hour && readParameter(hour, '2026-11-21T12:30Z', now, 'UTC')).toMatchObject({
        note: "This time isn't on the hour in UTC. The service may reject it.",
      });
    },
  },
];
