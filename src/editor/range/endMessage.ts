import * as vscode from 'vscode';
import { isLacking, reportLines } from '../../engine/range/runSummary';
import type { Dataset } from '../../market/datasets/dataset';
import type { RangeSummary } from '../../range/rangeRun';
import { commandIds } from '../shell/commands';
import { showingFailure, type NextAction } from '../shell/failureMessages';
import { showInformation, showWarning } from '../shell/shownMessages';
import { RangeCanceled } from './runNotification';

/** A message is cut off after a few lines. */
const mostShown = 3;

/**
 * Tells the person how a run ended, as a terminal does, with a button for each action. If the message has only
 * the first lines, the log has them all. Resolves when the person has responded; never rejects.
 */
export async function tellEnd(
  dataset: Dataset,
  ended: RangeSummary | RangeCanceled,
  actions: readonly NextAction[],
): Promise<void> {
  const outcome = ended instanceof RangeCanceled ? ended.outcome : ended;
  // A run that was canceled at once doesn't know its days.
  const lines = [
    ...(ended instanceof RangeCanceled ? [ended.message] : []),
    ...(outcome.days > 0 ? reportLines(outcome) : []),
  ];
  const log = {
    label: vscode.l10n.t('Show Log'),
    take: () => vscode.commands.executeCommand(commandIds.showLog),
  };
  const offered = [...actions, ...(lines.length > mostShown ? [log] : [])];
  const text = `${dataset.title()}: ${lines.slice(0, mostShown).join(' ')}`;
  const labels = offered.map(({ label }) => label);
  const told = isLacking(outcome) ? showWarning(text, ...labels) : showInformation(text, ...labels);
  await showingFailure(async () => {
    const chosen = await told;
    await offered.find(({ label }) => label === chosen)?.take();
  });
}
