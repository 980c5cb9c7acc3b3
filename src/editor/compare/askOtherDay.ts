import * as vscode from 'vscode';
import { reachOf } from '../../market/datasets/publication';
import { addDays, dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { firstDayOf, onOtherDay } from '../../market/query/otherDay';
import type { Query } from '../../market/query/query';
import { readDeliveryDate } from '../../market/time/timeInput';
import { writtenDays } from '../../market/time/writtenDays';

const dayOfWords = (words: string, now: number): string | null =>
  readDeliveryDate(writtenDays(words, now, marketZone), now);

/**
 * Prompts for a different delivery day than the query's and suggests the day before. Resolves with the
 * same query for that day, or with `undefined` if the person canceled.
 */
export async function askOtherDay(query: Query): Promise<Query | undefined> {
  const day = firstDayOf(query);
  if (day === null) return undefined;
  const problemOf = (words: string): string | vscode.InputBoxValidationMessage | undefined => {
    const now = Date.now();
    const other = dayOfWords(words, now);
    if (other === null) return vscode.l10n.t('Enter a day such as today, today-7d, or 2026-03-29.');
    if (other === day) return vscode.l10n.t('This result is already for that day. Choose a different day.');
    if (dayPeriod(other, marketZone).start < reachOf(query.dataset.publication, now)) return undefined;
    return {
      message: vscode.l10n.t('The data for {0} is likely not published yet.', other),
      severity: vscode.InputBoxValidationSeverity.Warning,
    };
  };
  const words = await vscode.window.showInputBox({
    title: vscode.l10n.t('Same Query for Another Day'),
    prompt: vscode.l10n.t('Enter a delivery day (CET/CEST) to query instead of {0}', day),
    value: addDays(day, -1),
    // The previous list may return the focus to its view only now.
    ignoreFocusOut: true,
    validateInput: problemOf,
  });
  const other = words === undefined ? null : dayOfWords(words, Date.now());
  return other === null ? undefined : onOtherDay(query, other);
}
