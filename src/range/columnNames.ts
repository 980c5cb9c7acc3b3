import { moreColumn } from '../market/records/recordKinds';

/**
 * The names of columns that aren't the service's: those of folders between a range's folder and its files, which
 * programs add as columns, and our own.
 */
const reserved = ['day', moreColumn];

/**
 * The names that columns have in the files of a range folder, by the names that the service sent. Many
 * programs don't distinguish names by case, and none can have a column next to a partition of that name. So a
 * name that an earlier or a reserved column has ends with the next free number: `Day_2`.
 */
export function columnNames(columns: readonly string[]): Map<string, string> {
  const taken = new Set(reserved);
  const names = new Map<string, string>();
  for (const column of columns) {
    let name = column;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${column}_${number}`;
    taken.add(name.toLowerCase());
    names.set(column, name);
  }
  return names;
}
