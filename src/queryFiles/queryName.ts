import type { Query } from '../market/query/query';
import { isAreaPart, partText, queryParts } from '../market/query/queryParts';
import * as l10n from '@vscode/l10n';
import { unseenIn } from '../text/plainText';

/** A query's name in a file, until a person chooses another one: "Day-ahead prices NO1, SE3". */
export function suggestedName(query: Query): string {
  const areas = queryParts(query.dataset)
    .filter(isAreaPart)
    .map((part) => partText(part, query, 'UTC'))
    .filter(Boolean);
  return [query.dataset.title(), ...areas].join(' ');
}

/** The name itself or, if it's taken, the first free one of `prices 2`, `prices 3`, and so on. */
export function freeQueryName(name: string, taken: readonly string[], separator = ' '): string {
  const names = new Set(taken);
  let free = name;
  for (let number = 2; names.has(free); number += 1) free = `${name}${separator}${number}`;
  return free;
}

/** Why a query can't have this name, as a sentence; `null` if it can. */
export function queryNameProblem(name: string): string | null {
  if (name.trim() === '') return l10n.t("A query's name can't be empty.");
  const unseen = unseenIn(name);
  return unseen === null ? null : l10n.t("A query's name can't contain an invisible character: {0}.", unseen);
}
