import * as l10n from '@vscode/l10n';
import { recordShapes } from '../../market/records/recordKinds';
import { bucketAt, isFiner, type Bucket, type Resolution } from '../../market/time/resolutions';
import type { ResamplingRule } from '../../protocol/charts/seriesChart';
import { decimalsOf, mostDecimals } from '../../text/numbers';
import type { NumericColumn } from '../columns/columns';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
import { Table } from '../columns/table';
import { QuestionError } from '../questionError';
import { eachBucket, isReached, ruleOf } from '../series/resampling';
import {
  distinguishingColumns,
  seriesGroups,
  distinguishingKeysOf,
  type SeriesGroup,
} from '../series/seriesGroups';
import { attributePrefix } from '../series/seriesNames';

/** The most rows, beyond those of the table, for buckets in which no interval starts: an end may be in the year 9999. */
const mostFurtherRows = 100_000;

/**
 * The series of a table, combined: a row for each bucket in which a series has an interval, without a value if
 * its values don't cover the bucket exactly once, or if an interval crosses its ends. Besides the resolution, the
 * rows have only the fields that tell series apart: others, such as the time of creation, are those of single
 * records. If the received resolution is such a field, it stays. Throws `QuestionError` if all intervals are too
 * long to be combined.
 */
export const resampledTable = perTable(function* (table, resolution: Resolution): Sliced<Table> {
  const made = new Table(recordShapes.timeSeries);
  const distinguishing = distinguishingColumns(table);
  for (const { key } of distinguishing) {
    if (key.startsWith(attributePrefix)) made.attribute(key.slice(attributePrefix.length));
    else if (!made.column(key)) made.unknown(key, '', '');
  }
  made.distinguishingKeys = distinguishingKeysOf(table);
  const groups = yield* seriesGroups(table);
  const shortest = groups.reduce((least, { intervals }) => Math.min(least, intervals.shortest), Infinity);
  if (shortest < Infinity && isFiner(resolution, shortest)) throw tooLongError();
  for (const group of groups) {
    const first = made.rows;
    const rule = ruleOf(textsOf(table, 'unit').text(group.row) ?? '');
    yield* addBuckets(made, group, resolution, rule, table.rows + mostFurtherRows);
    if (made.rows === first) continue;
    made.recordStarts.push(first);
    for (const column of distinguishing)
      made.column(column.key)?.fill(first, made.rows, column.cell(group.row));
    if (!made.distinguishingKeys.includes('resolution'))
      textsOf(made, 'resolution').fill(first, made.rows, resolution);
  }
  yield* evenDecimals(numbersOf(made, 'value'), made.rows);
  made.records = made.recordStarts.length;
  return made;
});

/** Writes all numbers with as many decimals as the one that has the most. */
function* evenDecimals(column: NumericColumn, rows: number): Sliced<void> {
  let decimals = 0;
  yield* eachIndex(rows, (row) => {
    const value = column.value(row);
    if (!Number.isNaN(value)) decimals = decimalsOf(value, decimals);
  });
  if (decimals === 0 || decimals > mostDecimals) return;
  yield* eachIndex(rows, (row) => {
    if (!Number.isNaN(column.value(row))) column.setDecimals(row, decimals + 1);
  });
}

function* addBuckets(
  made: Table,
  { intervals }: SeriesGroup,
  resolution: Resolution,
  rule: ResamplingRule,
  mostRows: number,
): Sliced<void> {
  const rows: { readonly startTime: number; readonly endTime: number; readonly value: number }[] = [];
  const add = ({ start: startTime, end: endTime }: Bucket, value: number) => {
    if (made.rows + rows.length === mostRows) throw muchTooLongError();
    rows.push({ startTime, endTime, value });
  };
  let done = Infinity;
  /** Adds the buckets from `done` to `until` that only an interval from before reaches. */
  const addReached = (reached: number, until: number) => {
    while (done < Math.min(reached, until)) {
      const bucket = bucketAt(done, resolution);
      if (isReached(bucket, reached)) add(bucket, Number.NaN);
      done = bucket.within.end;
    }
  };
  yield* eachBucket(intervals, resolution, (filled) => {
    const { bucket, reached, isTouched } = filled;
    addReached(reached, bucket.within.start);
    if (isTouched) add(bucket, filled.wholeValue(rule));
    done = bucket.within.end;
  });
  addReached(intervals.reach, Infinity);
  for (const key of ['startTime', 'endTime', 'value'] as const) {
    numbersOf(made, key).setValues(
      made.rows,
      Float64Array.from(rows, (row) => row[key]),
    );
  }
  made.rows += rows.length;
}

const tooLongError = () =>
  new QuestionError(l10n.t('All intervals are longer than this resolution. Select a coarser resolution.'));

const muchTooLongError = () =>
  new QuestionError(
    l10n.t('Some intervals are much longer than this resolution. Select a coarser resolution.'),
  );
