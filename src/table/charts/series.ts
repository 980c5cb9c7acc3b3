import { statusWord } from '../../market/integrity';
import type { ChartQuestion, Series, SeriesChart } from '../chartTypes';
import type { Sliced } from '../slices';
import type { Table } from '../table';
import { perTable, textsOf } from './perTable';
import { drawnPart } from './reduction';
import { digestOf, type SeriesDigest } from './seriesDigest';
import { distinguishing, seriesGroups } from './seriesGroups';
import { seriesLabels } from './seriesLabels';
import { attributeName } from './seriesNames';

const maxSeries = 50;
/** Pixel columns of all series of one answer together: some megabyte, reduced or not. */
const maxColumns = 20_000;

/** What does not change with the visible range. */
const overview = perTable(function* (table) {
  const filled = (yield* seriesGroups(table)).filter(({ intervals }) => intervals.length > 0);
  const groups = filled.slice(0, maxSeries);
  const digests: SeriesDigest[] = [];
  for (const { intervals } of groups) digests.push(yield* digestOf(intervals));
  const from = filled.reduce(
    (first, { intervals }) => Math.min(first, intervals.start(0)),
    Infinity,
  );
  const to = filled.reduce((last, { intervals }) => Math.max(last, intervals.reach), -Infinity);
  return {
    groups,
    omitted: filled.length - groups.length,
    labels: seriesLabels(table, groups),
    digests,
    extent: filled.length > 0 ? { from, to } : { from: NaN, to: NaN },
  };
});

/** Lines, bars and flows: the visible part of at most 50 series, never more than pixels can show. */
export function* seriesChart(table: Table, question: ChartQuestion): Sliced<SeriesChart> {
  const { groups, omitted, labels, digests, extent } = yield* overview(table);
  const [from, to] = [question.from ?? extent.from, question.to ?? extent.to];
  const asked = Math.max(1, Math.floor(question.width) || 1);
  const columns = Math.min(asked, Math.floor(maxColumns / Math.max(1, groups.length)));
  const unit = textsOf(table, 'unit');
  const status = distinguishing(table).find((column) => attributeName(column) === 'status');
  const isPreliminary = (row: number) =>
    statusWord(status?.text(row) ?? '').toLowerCase() === 'preliminary';
  const series: Series[] = [];
  for (const [place, digest] of digests.entries()) {
    series.push({
      label: labels[place] ?? '',
      unit: unit.text(groups[place]?.row ?? 0) ?? '',
      ...(isPreliminary(groups[place]?.row ?? 0) && { preliminary: true }),
      ...drawnPart(digest, from, to, columns),
      summary: digest.summary,
    });
    yield;
  }
  return { kind: 'series', ...extent, series, omitted };
}
