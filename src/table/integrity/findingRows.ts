import * as l10n from '@vscode/l10n';
import type { FindingKey } from '../../market/integrity/findings';
import { coverageOf, type Asked, type CoverageListener, type Spot } from '../../market/integrity/integrity';
import { curvePeriods, hasCurves } from '../series/curvePeriods';
import { distinguishingColumns, hasSeries, seriesGroups } from '../series/seriesGroups';
import type { SeriesIntervals } from '../series/seriesIntervals';
import { numbersOf } from '../columns/perTable';
import { QuestionError } from '../questionError';
import { flawTest, nullPointTest } from './flawedRows';
import { differingEpochs } from './orderEpochs';
import { standInRows } from './standIns';
import {
  familiesOf,
  familyLabels,
  intervalGroups,
  periodFor,
  coveredPeriod,
  statusColumn,
} from '../series/seriesFamilies';
import { rowByRowFilter, type RowFilter } from '../filter/rowFilter';
import { outsideTest } from '../series/startRows';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import type { Gaps } from '../../protocol/tableTypes';

/** The rows of the table that a finding marks. */
type Marks = Uint8Array;

/** The row filter for the rows of a finding, including the rows that these repeat or overlap. */
export function* findingFilter(table: Table, asked: Asked, key: FindingKey): Sliced<RowFilter> {
  switch (key.kind) {
    case 'epochs':
      return rowByRowFilter(differingEpochs(table));
    case 'status': {
      const column = statusColumn(table);
      return rowByRowFilter((row) => column?.text(row) === key.of);
    }
    case 'zeros':
    case 'repeated': {
      const rows = yield* standInRows(table, asked, key.kind);
      return rowByRowFilter((row) => rows.has(row));
    }
    case 'empty':
      return yield* emptySeriesFilter(table);
    case 'oneSided':
      return rowByRowFilter((yield* curvePeriods(table)).isOneSided);
    case 'nulls':
      if (!hasCurves(table)) return yield* walkedFilter(table, asked, key);
      return rowByRowFilter(nullPointTest(table));
    case 'noValues':
      if (hasSeries(table)) return yield* findingFilter(table, asked, { kind: 'nulls' });
      return rowByRowFilter(() => true);
    case 'times':
    case 'untimed':
    case 'reversed':
    case 'lengthless':
    case 'texts':
    case 'tooLarge':
      return rowByRowFilter(flawTest(table, key));
    case 'outside':
      if (!hasSeries(table) && !hasCurves(table)) {
        return rowByRowFilter(outsideTest(table, asked) ?? (() => false));
      }
      return yield* walkedFilter(table, asked, key);
    case 'missing':
    case 'duplicates':
    case 'overlaps':
    case 'offGrid':
    case 'length':
      return yield* walkedFilter(table, asked, key);
    case 'series':
    case 'received':
    case 'absent':
    case 'furtherPages':
    case 'unmatched':
    case 'unseen':
    case 'unnamed':
    case 'emptyDays':
    case 'longIntervals':
    case 'toCome':
    case 'inclusiveEnds':
    case 'areas':
    case 'misfits':
    case 'repeatedFields':
    case 'renamed':
    case 'words':
      throw new QuestionError(l10n.t("This finding doesn't apply to specific rows."));
  }
}

/** The row filter for the intervals of a finding. */
function* walkedFilter(table: Table, asked: Asked, key: FindingKey): Sliced<RowFilter> {
  const marks: Marks = new Uint8Array(table.rows);
  yield* walk(table, asked, listenerFor(key, marks));
  if (hasCurves(table)) {
    const { firsts } = yield* curvePeriods(table);
    firsts.forEach((first, period) => marks.fill(marks[first] ?? 0, first, firsts[period + 1]));
  }
  return rowByRowFilter((row) => marks[row] === 1);
}

/** The first gaps in the period, at most `most`. In a row question, `of` is the index of a gap. */
export function* gapsOf(table: Table, asked: Asked, most: number): Sliced<Gaps> {
  const families = yield* familiesOf(table);
  const labels = familyLabels(table, families);
  const answer: Gaps = { gaps: [], total: 0 };
  let family = 0;
  const onGap: Listener['onGap'] = ({ start, end, missing }) => {
    answer.total += 1;
    if (answer.total > most) return;
    answer.gaps.push({ start, end, missing, series: labels[family] ?? '' });
  };
  yield* walk(table, asked, { onGap }, (index) => (family = index));
  return answer;
}

type Listener = CoverageListener<SeriesIntervals>;

/** Passes every interval and gap to the listener, family by family. */
function* walk(
  table: Table,
  asked: Asked,
  listener: Listener,
  onFamily: (index: number) => void = () => undefined,
): Sliced<void> {
  const period = coveredPeriod(yield* intervalGroups(table), asked);
  for (const [index, { turns }] of (yield* familiesOf(table)).entries()) {
    onFamily(index);
    coverageOf(turns, periodFor(turns, period), listener);
    yield;
  }
}

function listenerFor({ kind, of }: FindingKey, marks: Marks): Listener {
  const mark = ({ series, index }: Spot<SeriesIntervals>) => (marks[series.row(index)] = 1);
  if (kind === 'missing') {
    let number = -1;
    return {
      onGap({ neighbors }) {
        number += 1;
        if (of === undefined || String(number) === of) neighbors.forEach(mark);
      },
    };
  }
  if (kind === 'length') {
    const length = Number(of);
    return {
      onInterval(seen, spot) {
        const { series, index } = spot;
        if (seen === 'within' && series.end(index) - series.start(index) === length) mark(spot);
      },
    };
  }
  return {
    onInterval(seen, spot, earlier) {
      if (seen !== kind) return;
      mark(spot);
      if (earlier) mark(earlier);
    },
  };
}

/** A series without values has one row without a time. */
function* emptySeriesFilter(table: Table): Sliced<RowFilter> {
  const columns = distinguishingColumns(table);
  const keyOf = (row: number) => columns.map((column) => column.code(row)).join(' ');
  const empty = new Set(
    (yield* seriesGroups(table)).flatMap(({ row, intervals }) =>
      intervals.length > 0 || intervals.unplaced > 0 ? [] : [keyOf(row)],
    ),
  );
  const starts = numbersOf(table, 'startTime');
  return rowByRowFilter((row) => Number.isNaN(starts.value(row)) && empty.has(keyOf(row)));
}
