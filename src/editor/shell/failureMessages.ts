import * as vscode from 'vscode';
import { errorText } from '../../text/errorText';
import { showWarning, showError } from './shownMessages';

/** What a person can do next, as a button of a message. */
export interface NextAction {
  readonly label: string;
  readonly take: () => unknown;
}

/**
 * Shows what failed, with a button for each next action. If that action fails, too, shows that without
 * buttons.
 */
export function showFailure(error: unknown, actions: readonly NextAction[] = []): void {
  const labels = actions.map(({ label }) => label);
  void showError(errorText(error), ...labels).then((chosen) => {
    const action = actions.find(({ label }) => label === chosen);
    return action && showingFailure(action.take);
  });
}

/** Shows a warning about a setting of ours, which its button opens. `key` is without `marketData`. */
export function warnOfSetting(key: string, text: string): void {
  void showingFailure(async () => {
    const open = vscode.l10n.t('Open Settings');
    if ((await showWarning(text, open)) !== open) return;
    await vscode.commands.executeCommand('workbench.action.openSettings', `marketData.${key}`);
  });
}

/** A failure after which a person can do something: see `NextAction`. */
export class FailureWithNext extends Error {
  constructor(
    message: string,
    readonly next: readonly NextAction[],
  ) {
    super(message);
  }
}

/**
 * Does work whose failure nobody else reports, such as the action of a message's button. Instead of
 * rejecting, shows what failed and resolves with `undefined`.
 */
export async function showingFailure<Value>(
  work: () => Value | PromiseLike<Value>,
): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    showFailure(error, error instanceof FailureWithNext ? error.next : []);
    return undefined;
  }
}
