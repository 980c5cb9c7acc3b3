import * as l10n from '@vscode/l10n';
import { recordShapes } from '../../market/records/recordKinds';
import { isFiner, type Resolution } from '../../market/time/resolutions';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import type { Sliced } from '../columns/slices';
import { Table } from '../columns/table';
import { QuestionError } from '../questionError';
import { eachBucket, ruleOf } from '../series/resampling';
import { distinguishing, seriesGroups, tellingKeys, type SeriesGroup } from '../series/seriesGroups';
import { attributePrefix } from '../series/seriesNames';

/**
 * The series of a table, combined: a row for each bucket in which a series has an interval, without a value if
 * its values don't cover the bucket exactly once. Besides the resolution, the rows have only the fields that tell
 * series apart: others, such as the time of creation, are those of single records. If the received resolution is
 * such a field, it stays. Throws `QuestionError` if the intervals are too long to be combined.
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
    if (!made.telling.includes('resolution')) textsOf(made, 'resolution').fill(first, made.rows, resolution);
  }
  made.records = made.recordStarts.length;
  return made;
});

function* addBuckets(
  made: Table,
  { intervals }: SeriesGroup,
  resolution: Resolution,
  unit: string,
): Sliced<void> {
  const rule = ruleOf(unit);
  const rows: { readonly startTime: number; readonly endTime: number; readonly value: number }[] = [];
  yield* eachBucket(intervals, resolution, (filled) => {
    const isTooLong = (at: number) =>
      isFiner(resolution, { start: intervals.start(at), end: intervals.end(at) });
    if (filled.crossing.some(isTooLong)) throw tooLong();
    const { start: startTime, end: endTime } = filled.bucket;
    if (filled.isTouched) rows.push({ startTime, endTime, value: filled.wholeValue(rule) });
  });
  for (const key of ['startTime', 'endTime', 'value'] as const) {
    numbersOf(made, key).setValues(
      made.rows,
      Float64Array.from(rows, (row) => row[key]),
    );
  }
  made.rows += rows.length;
}

const tooLong = () =>
  new QuestionError(
    l10n.t('Some values were received for longer times than this resolution has. Select a longer one.'),
  );
