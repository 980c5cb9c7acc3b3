import { integritySummary, type Asked, type IntegritySummary } from '../../market/integrity';
import type { TextColumn } from '../columns';
import type { Sliced } from '../slices';
import type { Table } from '../table';
import { distinguishing, seriesGroups } from './seriesGroups';
import type { SeriesIntervals } from './seriesIntervals';
import { areaNames, attributeName, fromNames, toNames } from './seriesNames';

/**
 * How much of the asked period the table covers: `null` for record kinds other than time series and
 * for answers without any interval. Prices of one area that are preliminary for some hours and
 * official for others cover the period together.
 */
export function* integrityOf(table: Table, asked: Asked): Sliced<IntegritySummary | null> {
  const isStatus = (column: TextColumn) => attributeName(column) === 'status';
  const columns = distinguishing(table);
  const others = columns.filter((column) => !isStatus(column));
  const families = new Map<string, SeriesIntervals[]>();
  const statuses = new Set<string>();
  for (const { row, intervals } of yield* seriesGroups(table)) {
    const key = others.map((column) => column.code(row)).join(' ');
    const family = families.get(key);
    if (family) family.push(intervals);
    else families.set(key, [intervals]);
    const status = columns.find(isStatus)?.text(row);
    if (typeof status === 'string') statuses.add(status);
  }
  const absent = absentValues(columns, asked);
  return integritySummary([...families.values()], asked, [...statuses], absent);
}

/**
 * Asked values that no series has, of parameters that are an attribute by the same name. Where none
 * of a parameter's values is there, the service may spell them otherwise: then nothing is claimed.
 */
function absentValues(columns: readonly TextColumn[], asked: Asked): string[] {
  const plain = (text: string) => text.trim().toLowerCase();
  return asked.values.flatMap(({ name, values }) => {
    const names = [areaNames, fromNames, toNames].find((some) => some.includes(name)) ?? [name];
    const column = columns.find((each) => names.includes(attributeName(each) ?? ''));
    if (!column) return [];
    const received = new Set(column.texts().map(plain));
    const absent = values.filter((value) => !received.has(plain(value)));
    return absent.length < values.length ? absent : [];
  });
}
