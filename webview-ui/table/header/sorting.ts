import type { SortKey } from '../../../src/table/tableTypes';

/** Ascending, descending, unsorted, in turn; with `further` the column joins those sorted before. */
export function nextSort(sort: readonly SortKey[], column: string, further: boolean): SortKey[] {
  const present = sort.find((key) => key.column === column);
  const turned: SortKey[] = !present
    ? [{ column }]
    : present.descending === true
      ? []
      : [{ column, descending: true }];
  if (!further) return turned;
  return present ? sort.flatMap((key) => (key.column === column ? turned : [key])) : [...sort, ...turned];
}
