import type { ChartQuestion, Series, SeriesChart } from '../chartTypes';
import type { Table } from '../table';
import { perTable, textsOf } from './perTable';
import { drawnPart } from './reduction';
import { digestOf } from './seriesDigest';
import { seriesGroups } from './seriesGroups';
import { seriesLabels } from './seriesLabels';

const maxSeries = 50;
/** Pixel columns of all series of one answer together: some megabyte, reduced or not. */
const maxColumns = 20_000;

/** What does not change with the visible range. */
const overview = perTable((table) => {
  const filled = seriesGroups(table).filter(({ intervals }) => intervals.length > 0);
  const groups = filled.slice(0, maxSeries);
  const from = filled.reduce(
    (first, { intervals }) => Math.min(first, intervals.start(0)),
    Infinity,
  );
  const to = filled.reduce((last, { intervals }) => Math.max(last, intervals.reach), -Infinity);
  return {
    groups,
    omitted: filled.length - groups.length,
    labels: seriesLabels(table, groups),
    digests: groups.map(({ intervals }) => digestOf(intervals)),
    extent: filled.length > 0 ? { from, to } : { from: NaN, to: NaN },
  };
});

/** Lines, bars and flows: the visible part of at most 50 series, never more than pixels can show. */
export function seriesChart(table: Table, question: ChartQuestion): SeriesChart {
  const { groups, omitted, labels, digests, extent } = overview(table);
  const [from, to] = [question.from ?? extent.from, question.to ?? extent.to];
  const asked = Math.max(1, Math.floor(question.width) || 1);
  const columns = Math.min(asked, Math.floor(maxColumns / Math.max(1, groups.length)));
  const unit = textsOf(table, 'unit');
  const series = digests.map((digest, place): Series => ({
    label: labels[place] ?? '',
    unit: unit.text(groups[place]?.row ?? 0) ?? '',
    ...drawnPart(digest, from, to, columns),
    summary: digest.summary,
  }));
  return { kind: 'series', ...extent, series, omitted };
}
