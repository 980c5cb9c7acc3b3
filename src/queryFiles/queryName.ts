import type { Query } from '../market/query/query';
import { isAreaPart, partText, queryParts } from '../market/query/queryParts';

/** What a query is called in a file until a person names it: "Day-ahead prices NO1, SE3". */
export function suggestedName(query: Query): string {
  const areas = queryParts(query.dataset)
    .filter(isAreaPart)
    .map((part) => partText(part, query, 'UTC'))
    .filter(Boolean);
  return [query.dataset.title(), ...areas].join(' ');
}

/** `prices`, or `prices 2` and so on if it's taken. */
export function freeName(name: string, taken: readonly string[], separator = ' '): string {
  const names = new Set(taken);
  let free = name;
  for (let number = 2; names.has(free); number += 1) free = `${name}${separator}${number}`;
  return free;
}
