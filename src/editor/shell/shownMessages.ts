import * as vscode from 'vscode';
import { plainLabel } from '../../text/plainLabel';

/**
 * The only place that shows messages. Any of them may quote a service, a file, or a folder, in which the editor would
 * find icons and links that run commands.
 */

/** The editor cuts off longer ones. */
const mostCharacters = 1000;
const plain = (text: string): string => plainLabel(text, mostCharacters);

/** Shows a notification. Resolves with the button that was pressed. */
export const showInformation = (text: string, ...buttons: string[]): Thenable<string | undefined> =>
  vscode.window.showInformationMessage(plain(text), ...buttons);

/** Shows a notification of something that needs attention. Resolves with the button that was pressed. */
export const showWarning = (text: string, ...buttons: string[]): Thenable<string | undefined> =>
  vscode.window.showWarningMessage(plain(text), ...buttons);

/** Shows a notification of something that failed. Resolves with the button that was pressed. */
export const showError = (text: string, ...buttons: string[]): Thenable<string | undefined> =>
  vscode.window.showErrorMessage(plain(text), ...buttons);

/** Asks in a dialog, whose `detail` has no links and may have several lines. Resolves with the button or `undefined`. */
export const askInDialog = (
  text: string,
  detail: string,
  ...buttons: string[]
): Thenable<string | undefined> =>
  vscode.window.showWarningMessage(
    plain(text),
    { modal: true, ...(detail !== '' && { detail }) },
    ...buttons,
  );

/** How far some work has come. */
export interface ShownProgress {
  readonly message: string;
  /** In percent. */
  readonly increment?: number;
}

/** Shows a notification with a Cancel button during the work, which may report its progress. */
export const showProgress = <Done>(
  title: string,
  work: (report: (progress: ShownProgress) => void, token: vscode.CancellationToken) => Thenable<Done>,
): Thenable<Done> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: plain(title), cancellable: true },
    (progress, token) =>
      work(({ message, ...rest }) => progress.report({ message: plain(message), ...rest }), token),
  );

/** Shows a text in the status bar for some milliseconds. `icon` is the name of an icon. */
export function showStatus(text: string, milliseconds: number, icon?: string): void {
  const words = icon === undefined ? plain(text) : `$(${icon}) ${plain(text)}`;
  vscode.window.setStatusBarMessage(words, milliseconds);
}
