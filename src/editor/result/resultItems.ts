import * as vscode from 'vscode';
import { formatTimeOfDay } from '../../market/time/zones';
import type { Result } from '../../results/result';
import { subjectsOf } from '../../results/resultNames';
import { plainLabel } from '../../text/plainLabel';
import { progressWords } from '../shell/progressWords';
import { settings } from '../shell/settings';

/** A list item for a result. */
export interface ResultItem extends vscode.QuickPickItem {
  readonly result: Result;
}

/**
 * The list items for these results, newest first. Each says what distinguishes it from the others and from
 * the results `beside` the list, how it ended, and when it ran.
 */
export function resultItems(results: readonly Result[], beside: readonly Result[] = []): ResultItem[] {
  const zone = settings.timeZone();
  const labels = subjectsOf([...results, ...beside], zone);
  const items = results.map((result, index): ResultItem => {
    const { dataset } = result.query;
    const facts = [dataset.title(), progressWords(result), formatTimeOfDay(result.startedEpochMs, zone)];
    return {
      label: plainLabel(labels[index] ?? ''),
      iconPath: new vscode.ThemeIcon(dataset.icon),
      description: facts.join(' · '),
      result,
    };
  });
  return items.reverse();
}
