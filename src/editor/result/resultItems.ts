import * as vscode from 'vscode';
import { formatTimeOfDay } from '../../market/time/zones';
import type { Result } from '../../results/result';
import { rowLabelOf } from '../../results/resultNames';
import { plainLabel } from '../../text/plainLabel';
import { progressWords } from '../shell/progressWords';
import { settings } from '../shell/settings';

/** A list item for a result. */
interface ResultItem extends vscode.QuickPickItem {
  readonly result: Result;
}

/**
 * The list items for these results, newest first. Each says what was asked, when it ran, how it ended, and over
 * which connection.
 */
export function resultItems(results: readonly Result[]): ResultItem[] {
  const zone = settings.timeZone();
  const items = results.map((result): ResultItem => {
    const { query, startedEpochMs, connection } = result;
    const facts = [formatTimeOfDay(startedEpochMs, zone), progressWords(result), plainLabel(connection, 60)];
    return {
      label: plainLabel(rowLabelOf(result, zone)),
      iconPath: new vscode.ThemeIcon(query.dataset.icon),
      description: facts.join(' · '),
      result,
    };
  });
  return items.reverse();
}
