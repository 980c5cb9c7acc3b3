import * as l10n from '@vscode/l10n';
import {
  absentFindings,
  furtherFinding,
  plainFinding,
  rowsFinding,
  seriesFindings,
  type Finding,
  type SeriesCounts,
} from '../../market/integrity/findings';
import { coverageOf, totalOf, type Asked, type Coverage } from '../../market/integrity/integrity';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { unreceived } from './askedValues';
import { countValues, flawFindings, nullPointTest } from './flawedRows';
import { openFindings, unnamedFindings } from './openQuestions';
import { numbersOf, textsOf } from '../columns/perTable';
import { curvePeriods, hasCurves } from '../series/curvePeriods';
import { standInFindings } from './standIns';
import { undocumentedFindings } from './undocumented';
import { hasSeries, seriesGroups } from '../series/seriesGroups';
import { differingEpochs } from './orderEpochs';
import { familiesOf, intervalGroups, periodFor, coveredPeriod, statusColumn } from '../series/seriesFamilies';
import type { SeriesIntervals } from '../series/seriesIntervals';
import { outsideTest } from '../series/startRows';
import { eachIndex, type Sliced } from '../columns/slices';
import type { TextColumn } from '../columns/columns';
import type { Table } from '../columns/table';

/**
 * How the table compares with its query: for time series, how much of the period is covered, and which values may
 * stand for missing ones; for orders, whether their times agree; for every kind, which requested values were not
 * received, which rows can't be placed in time, and which numbers aren't numbers. The judgement on the response
 * depends on nothing else.
 */
export function* integrityOf(table: Table, asked: Asked): Sliced<Finding[]> {
  const further = asked.furtherPages ? [furtherFinding(asked.furtherPages)] : [];
  if (table.rows === 0) return further;
  const absent = [...further, ...absentFindings(yield* unreceived(table, asked.values), hasSeries(table))];
  const flaws = yield* flawFindings(table);
  const values = yield* countValues(table);
  const undocumented = yield* undocumentedFindings(table, values);
  if (hasSeries(table) || hasCurves(table)) {
    const open = [...(yield* openFindings(table, asked)), ...undocumented];
    const facts = hasSeries(table) ? yield* seriesFacts(table, asked) : yield* curveFacts(table, asked);
    return [
      ...seriesFindings({ ...facts, values }, absent, flaws, open),
      ...(yield* standInFindings(table, asked)),
    ];
  }
  let [differing, outside] = [0, 0];
  const differs = differingEpochs(table);
  const isOutside = outsideTest(table, asked) ?? (() => false);
  yield* eachIndex(table.rows, (row) => {
    if (differs(row)) differing += 1;
    if (isOutside(row)) outside += 1;
  });
  // Index 0 of the texts represents null.
  const areas = textsOf(table, 'deliveryArea').entries.count - 1;
  const isEmpty = flaws.length === 0 && values === 0;
  const findings: Finding[] = [
    { ...rowsFinding('noValues', isEmpty ? table.rows : 0), text: l10n.t('no values') },
    ...absent,
    ...flaws,
    ...(yield* unnamedFindings(table, asked)),
    ...undocumented,
    { ...rowsFinding('outside', outside), text: formatCounted(outside, rowsOutside()) },
    // An order that can be matched in several areas is sent once for each.
    plainFinding(
      'areas',
      areas > 1 ? areas : 0,
      l10n.t('{0} areas: an order can appear in more than one', formatCount(areas)),
    ),
    rowsFinding('epochs', differing),
  ];
  return findings.filter(({ count }) => count > 0);
}

/** Of records other than series, which aren't intervals. */
const rowsOutside = (): Counted => [
  l10n.t('{0} row is outside the requested period'),
  l10n.t('{0} rows are outside the requested period'),
];

type Facts = Omit<SeriesCounts, 'values'>;

/** The periods of price curves count like the values of one series. */
function* curveFacts(table: Table, asked: Asked): Sliced<Facts> {
  const { intervals, oneSided } = yield* curvePeriods(table);
  const period = periodFor([intervals], coveredPeriod(yield* intervalGroups(table), asked));
  const isNull = nullPointTest(table);
  let nulls = 0;
  yield* eachIndex(table.rows, (row) => {
    if (isNull(row)) nulls += 1;
  });
  return {
    records: 1,
    series: 1,
    empty: 0,
    oneSided,
    coverage: { ...coverageOf([intervals], period), nulls },
    statuses: new Map(),
    inclusiveEnd: inclusiveEndIn(table, [intervals]),
    isPart: asked.isPart === true || intervals.unplaced > 0,
  };
}

function* seriesFacts(table: Table, asked: Asked): Sliced<Facts> {
  const groups = yield* seriesGroups(table);
  const period = coveredPeriod(groups, asked);
  const coverages: Coverage[] = [];
  for (const { turns } of yield* familiesOf(table)) {
    coverages.push(coverageOf(turns, periodFor(turns, period)));
    yield;
  }
  return {
    records: table.records,
    series: groups.length,
    empty: groups.filter(({ intervals }) => intervals.length === 0 && intervals.unplaced === 0).length,
    coverage: totalOf(coverages),
    statuses: rowsByStatus(table, statusColumn(table)),
    inclusiveEnd: inclusiveEndIn(
      table,
      groups.map(({ intervals }) => intervals),
    ),
    isPart: asked.isPart === true || groups.some(({ intervals }) => intervals.unplaced > 0),
  };
}

/** The first end that was read as inclusive, as sent; `null` if there is none. */
function inclusiveEndIn(table: Table, series: readonly SeriesIntervals[]): string | null {
  const first = series.find(({ inclusiveEnd }) => inclusiveEnd !== undefined)?.inclusiveEnd;
  return first === undefined ? null : numbersOf(table, 'endTime').text(first);
}

/** All rows of a record have the same status. */
function rowsByStatus({ recordStarts, rows }: Table, column: TextColumn | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  if (!column) return counts;
  const byCode = new Float64Array(column.entries.count);
  recordStarts.forEach((first, record) => {
    const code = column.code(first);
    byCode[code] = (byCode[code] ?? 0) + (recordStarts[record + 1] ?? rows) - first;
  });
  byCode.forEach((count, code) => {
    if (code > 0 && count > 0) counts.set(column.entries.text(code), count);
  });
  return counts;
}
