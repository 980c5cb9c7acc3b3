import {
  absentFindings,
  areaFindings,
  epochFindings,
  seriesFindings,
  type Finding,
  type SeriesCounts,
} from '../../market/integrity/findings';
import { coverageOf, totalOf, type Asked, type Coverage } from '../../market/integrity/integrity';
import { unanswered } from './askedValues';
import { textsOf } from '../columns/perTable';
import { hasSeries, seriesGroups } from '../series/seriesGroups';
import { differingEpochs } from './orderEpochs';
import { familiesOf, periodOf, statusColumn } from '../series/seriesFamilies';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

/**
 * How the table compares with its query: for time series, how much of the period is covered; for orders,
 * whether their times agree; for every kind, which requested values were not received.
 */
export function* integrityOf(table: Table, asked: Asked): Sliced<Finding[]> {
  const absent = table.rows > 0 ? absentFindings(unanswered(table, asked.values)) : [];
  if (hasSeries(table)) return seriesFindings(yield* factsOf(table, asked), absent);
  let differing = 0;
  const differs = differingEpochs(table);
  yield* slices(table.rows, (from, to) => {
    for (let row = from; row < to; row += 1) if (differs(row)) differing += 1;
  });
  // Index 0 of the texts represents null.
  const areas = textsOf(table, 'deliveryArea').entryCount - 1;
  return [...absent, ...areaFindings(areas), ...epochFindings(differing)];
}

function* factsOf(table: Table, asked: Asked): Sliced<SeriesCounts> {
  const groups = yield* seriesGroups(table);
  const period = periodOf(groups, asked);
  const coverages: Coverage[] = [];
  for (const { turns } of yield* familiesOf(table)) {
    coverages.push(coverageOf(turns, period));
    yield;
  }
  return {
    records: table.records,
    series: groups.length,
    empty: groups.filter(({ intervals }) => intervals.length === 0).length,
    coverage: totalOf(coverages),
    statuses: yield* rowsByStatus(table),
    isPart: asked.isPart === true,
  };
}

function* rowsByStatus(table: Table): Sliced<Map<string, number>> {
  const counts = new Map<string, number>();
  const column = statusColumn(table);
  if (!column) return counts;
  const byCode = new Float64Array(column.entryCount);
  yield* slices(table.rows, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const code = column.code(row);
      byCode[code] = (byCode[code] ?? 0) + 1;
    }
  });
  byCode.forEach((count, code) => {
    if (code > 0 && count > 0) counts.set(column.entryText(code), count);
  });
  return counts;
}
