import * as vscode from 'vscode';
import { isLacking, reportLines } from '../../engine/range/rangeWords';
import type { Dataset } from '../../market/datasets/dataset';
import type { RangeSummary } from '../../range/rangeRun';
import { formatCount } from '../../text/l10n';
import { commandIds } from '../shell/commands';
import { showingFailure } from '../shell/failureMessages';
import { offerToIgnore } from './gitIgnore';
import type { RangeCanceled } from './rangeProgress';

/** Tells the person how many days of a canceled run are saved. Resolves with whether to continue it now. */
export async function offerToContinue(dataset: Dataset, { there, days }: RangeCanceled): Promise<boolean> {
  const text = vscode.l10n.t(
    'Fetching {0} was canceled. Delivery days saved: {1} of {2}. To fetch the others, fetch the same range again.',
    dataset.title(),
    formatCount(there),
    formatCount(days),
  );
  const goOn = vscode.l10n.t('Continue');
  return (await vscode.window.showInformationMessage(text, goOn)) === goOn;
}

/** A message is cut off after a few lines. */
const mostShown = 3;

/** How a run ended, with what needs attention first. */
export const endingText = (dataset: Dataset, summary: RangeSummary): string =>
  `${dataset.title()}: ${reportLines(summary).slice(0, mostShown).join(' ')}`;

/**
 * Tells the person how a run ended, and offers to open it and to keep it out of Git. If days failed, offers
 * to fetch the same range again, which requests only the missing days. The log has all lines. `line`, the command line that does the
 * same, can be copied. Resolves when the person has responded; never rejects.
 */
export async function showRangeEnd(
  dataset: Dataset,
  summary: RangeSummary,
  fetchAgain: () => Promise<unknown>,
  line?: string,
): Promise<void> {
  const lines = reportLines(summary);
  const text = endingText(dataset, summary);
  const open = vscode.l10n.t('Open');
  const log = vscode.l10n.t('Show Log');
  const again = vscode.l10n.t('Fetch Again');
  const copy = vscode.l10n.t('Copy as Command');
  const actions = [
    ...(summary.fetched + summary.kept + summary.preliminary + summary.incomplete > 0 ? [open] : []),
    ...(summary.failed > 0 ? [again] : []),
    ...(lines.length > mostShown ? [log] : []),
    ...(line === undefined ? [] : [copy]),
  ];
  const told = isLacking(summary)
    ? vscode.window.showWarningMessage(text, ...actions)
    : vscode.window.showInformationMessage(text, ...actions);
  const target = vscode.Uri.parse(summary.target);
  const take = async () => {
    const chosen = await told;
    const folder = vscode.Uri.joinPath(target, dataset.id);
    if (chosen === open) await vscode.commands.executeCommand(commandIds.openRange, { target: folder });
    if (chosen === again) await fetchAgain();
    if (chosen === log) await vscode.commands.executeCommand(commandIds.showLog);
    if (chosen === copy && line !== undefined) await vscode.env.clipboard.writeText(line);
  };
  // The two messages don't wait for each other.
  await Promise.all([showingFailure(take), showingFailure(() => offerToIgnore(target))]);
}
