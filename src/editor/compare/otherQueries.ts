import * as vscode from 'vscode';
import { areaParts } from '../../market/query/otherArea';
import { firstDayOf } from '../../market/query/otherDay';
import type { Query } from '../../market/query/query';
import { askOtherArea } from './askOtherArea';
import { askOtherDay } from './askOtherDay';

/** A list item for the same query with something else, which the person is prompted for. */
export interface OtherQuery {
  readonly label: string;
  /** Resolves with `undefined` if the person canceled. */
  readonly ask: () => Promise<Query | undefined>;
}

/** The same query for another day, or for another area; `null` if it has no day, or no area. */
export const otherQueries = (query: Query): Record<'day' | 'area', OtherQuery | null> => ({
  day:
    firstDayOf(query) === null
      ? null
      : { label: vscode.l10n.t('$(calendar) Another Day…'), ask: () => askOtherDay(query) },
  area:
    areaParts(query).length === 0
      ? null
      : { label: vscode.l10n.t('$(location) Another Area…'), ask: () => askOtherArea(query) },
});
