import { coverageOf, type Intervals } from '../../market/integrity';
import type { ChartQuestion, Series, SeriesChart, SeriesSummary } from '../chartTypes';
import type { Table } from '../table';
import { perTable, textsOf } from './perTable';
import { drawnPart } from './reduction';
import { seriesGroups } from './seriesGroups';
import { seriesLabels } from './seriesLabels';

const maxSeries = 50;
/** Pixel columns of all series of one answer together: some megabyte, reduced or not. */
const maxColumns = 20_000;

/** What does not change with the visible range. */
const overview = perTable((table) => {
  const filled = seriesGroups(table).filter(({ intervals }) => intervals.length > 0);
  const groups = filled.slice(0, maxSeries);
  let [from, to] = [Infinity, -Infinity];
  for (const { intervals } of filled) {
    from = Math.min(from, intervals.start(0));
    for (let place = 0; place < intervals.length; place += 1) {
      to = Math.max(to, intervals.end(place));
    }
  }
  return {
    groups,
    omitted: filled.length - groups.length,
    labels: seriesLabels(table, groups),
    summaries: groups.map(({ intervals }) => summaryOf(intervals)),
    extent: filled.length > 0 ? { from, to } : { from: NaN, to: NaN },
  };
});

/** Lines, bars and flows: the visible part of at most 50 series, never more than pixels can show. */
export function seriesChart(table: Table, question: ChartQuestion): SeriesChart {
  const { groups, omitted, labels, summaries, extent } = overview(table);
  const [from, to] = [question.from ?? extent.from, question.to ?? extent.to];
  const asked = Math.max(1, Math.floor(question.width) || 1);
  const columns = Math.min(asked, Math.floor(maxColumns / Math.max(1, groups.length)));
  const unit = textsOf(table, 'unit');
  const series = groups.map(({ row, intervals }, place): Series => ({
    label: labels[place] ?? '',
    unit: unit.text(row) ?? '',
    ...drawnPart(intervals, from, to, columns),
    summary: summaries[place] ?? summaryOf(intervals),
  }));
  return { kind: 'series', ...extent, series, omitted };
}

function summaryOf(intervals: Intervals): SeriesSummary {
  let [count, min, max, weighted, weights] = [0, Infinity, -Infinity, 0, 0];
  for (let place = 0; place < intervals.length; place += 1) {
    const value = intervals.value(place);
    if (Number.isNaN(value)) continue;
    const length = intervals.end(place) - intervals.start(place);
    count += 1;
    min = Math.min(min, value);
    max = Math.max(max, value);
    weighted += value * length;
    weights += length;
  }
  const { missing } = coverageOf([intervals], { start: null, end: null });
  const rest = { count, missing: missing + intervals.length - count };
  return count === 0
    ? { ...rest, min: NaN, max: NaN, mean: NaN }
    : { ...rest, min, max, mean: weighted / weights };
}
