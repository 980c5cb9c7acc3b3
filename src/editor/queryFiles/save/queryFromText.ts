import * as vscode from 'vscode';
import { titleOf } from '../../../results/resultNames';
import type { ResultSummary } from '../../../results/result';
import type { Connections } from '../../connections/connections';
import type { Queries } from '../../query/queries';
import { queryFromTextArgumentShape, readArgument } from '../../shell/commandArguments';
import { commandIds } from '../../shell/commands';
import { plainLabel } from '../../shell/plainLabel';
import { settings } from '../../shell/settings';
import { withSignal } from '../../shell/withSignal';
import { refuseUntrustedRun } from '../queryFileSource';
import { queryOfText } from '../queryOfText';

/**
 * `marketData.queries.fromText`: runs the query in a text, over one of the person's own connections. Without
 * an argument, uses the selected text, or the clipboard if nothing is selected; so does the context menu of an
 * editor, which passes its URI and is only for selected text. Rejects with an `Error` fit
 * to be shown if the text isn't a query.
 */
export async function queryFromText(
  queries: Queries,
  connections: Connections,
  argument: unknown,
): Promise<ResultSummary | undefined> {
  if (argument === undefined || argument === null || argument instanceof vscode.Uri) {
    return runForPerson(queries, connections, selectedText() ?? (await vscode.env.clipboard.readText()));
  }
  const { text, connection, show, token } = readArgument(
    commandIds.queryFromText,
    queryFromTextArgumentShape,
    argument,
  );
  return withSignal(token, (signal) =>
    queries.send(queryOfText(text), connection, { by: 'command', show: show !== false, signal }),
  );
}

/**
 * Throws an `Error` ready to display in an untrusted workspace, unless the person has just written the text.
 */
function selectedText(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) return undefined;
  if (!editor.document.isUntitled) refuseUntrustedRun();
  return editor.document.getText(editor.selection);
}

async function runForPerson(
  queries: Queries,
  connections: Connections,
  text: string,
): Promise<ResultSummary | undefined> {
  const query = queryOfText(text);
  connections.requireSelected();
  const connection = connections.selected;
  if (!(await queries.ensureSignedIn(connection))) return undefined;
  // The text doesn't name a connection, so the person is told which one is queried, and for what.
  const startedEpochMs = Date.now();
  const title = titleOf({ query, connection, startedEpochMs }, settings.timeZone());
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Running on {0}: {1}', plainLabel(connection), plainLabel(title)),
    5000,
  );
  return queries.send(query, connection, { by: 'person', show: true, mayReplace: true });
}
