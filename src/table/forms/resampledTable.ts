import * as l10n from '@vscode/l10n';
import { recordShapes } from '../../market/records/recordKinds';
import { isFiner, type Resolution } from '../../market/time/resolutions';
import { decimalsOf } from '../../text/numbers';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
import { Table } from '../columns/table';
import { QuestionError } from '../questionError';
import { eachBucket, ruleOf } from '../series/resampling';
import type { SeriesIntervals } from '../series/seriesIntervals';
import { distinguishing, seriesGroups, tellingKeys, type SeriesGroup } from '../series/seriesGroups';
import { attributePrefix } from '../series/seriesNames';

/**
 * The series of a table, combined: a row for each bucket in which a series has an interval, without a value if
 * its values don't cover the bucket exactly once. Means have at most two decimals more than the values. Besides the resolution, the rows have only the fields that tell
 * series apart: others, such as the time of creation, are those of single records. Throws `QuestionError` if the
 * intervals are too long to be combined.
 */
export const resampledTable = perTable(function* (table, resolution: Resolution): Sliced<Table> {
  const made = new Table(recordShapes.timeSeries);
  const telling = distinguishing(table);
  for (const { key } of telling) {
    if (key.startsWith(attributePrefix)) made.attribute(key.slice(attributePrefix.length));
    else if (!made.column(key)) made.unknown(key, '', '');
  }
  made.telling = tellingKeys(table);
  for (const group of yield* seriesGroups(table)) {
    const first = made.rows;
    yield* addBuckets(made, group, resolution, textsOf(table, 'unit').text(group.row) ?? '');
    if (made.rows === first) continue;
    made.recordStarts.push(first);
    for (const column of telling) made.column(column.key)?.fill(first, made.rows, column.cell(group.row));
    textsOf(made, 'resolution').fill(first, made.rows, resolution);
  }
  made.records = made.recordStarts.length;
  return made;
});

/** With two more decimals than its values, the mean of an hour of quarter hours is exact. */
const furtherDecimals = 2;

/** The most that `toFixed` takes. */
const mostDecimals = 100;

/** Rounds means of a series to a few decimals more than its values have, and NaN to itself. */
function* roundingFor(intervals: SeriesIntervals): Sliced<(value: number) => number> {
  let decimals = 0;
  yield* eachIndex(intervals.length, (at) => {
    const value = intervals.value(at);
    if (!Number.isNaN(value)) decimals = Math.max(decimals, decimalsOf(value));
  });
  const places = Math.min(decimals + furtherDecimals, mostDecimals);
  // What is rounded to zero has no sign.
  return (value) => Number(value.toFixed(places)) + 0;
}

function* addBuckets(
  made: Table,
  { intervals }: SeriesGroup,
  resolution: Resolution,
  unit: string,
): Sliced<void> {
  const rule = ruleOf(unit);
  const rounded = yield* roundingFor(intervals);
  const rows: { readonly start: number; readonly end: number; readonly value: number }[] = [];
  yield* eachBucket(intervals, resolution, (filled) => {
    const { start, end } = filled.bucket;
    if (
      filled.crossing.some((at) =>
        isFiner(resolution, { start: intervals.start(at), end: intervals.end(at) }),
      )
    )
      throw tooLong();
    if (filled.isTouched) rows.push({ start, end, value: rounded(filled.wholeValue(rule)) });
  });
  const add = (key: string, numbers: Iterable<number>) =>
    numbersOf(made, key).setValues(made.rows, Float64Array.from(numbers));
  for (const key of ['start', 'end', 'value'] as const) {
    add(
      key === 'value' ? key : `${key}Time`,
      rows.map((row) => row[key]),
    );
  }
  made.rows += rows.length;
}

const tooLong = () =>
  new QuestionError(
    l10n.t('Some values were received for longer times than this resolution has. Select a longer one.'),
  );
