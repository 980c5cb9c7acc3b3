import * as v from 'valibot';
import * as vscode from 'vscode';
import { readQuery, type Query } from '#src/market/query/query';
import { marketZone } from '#src/market/time/deliveryDay';
import { queryInText } from '#src/queryFiles/paste/queryInText';
import { titleOf } from '#src/results/resultNames';
import type { ResultSummary } from '#src/results/result';
import type { Connections } from '../../connections/connections';
import type { Queries } from '../../query/queries';
import { command, isFile } from '../../shell/commandArguments';
import { plainLabel } from '#src/text/plainLabel';
import { settings } from '../../shell/settings';
import { showStatus } from '../../shell/shownMessages';
import { refuseUntrustedRun } from '../queryFileSource';

const textShape = v.object({
  text: v.string(),
  connection: v.optional(v.string()),
  show: v.optional(v.boolean()),
});

/**
 * `marketData.queries.fromText`: runs the query in a text, over one of the person's own connections. Without
 * an argument, uses the selected text, or the clipboard if nothing is selected; so does the context menu of an
 * editor, which passes its URI and is only for selected text. Rejects with an `Error` fit
 * to be shown if the text isn't a query.
 */
export const queryFromText = (queries: Queries, connections: Connections) =>
  command(textShape, {
    prompt: async () =>
      runForPerson(queries, connections, selectedText() ?? (await vscode.env.clipboard.readText())),
    isClicked: isFile,
    run: async ({ text, connection, show }, signal) =>
      queries.send(queryOfText(text), connection, { by: 'command', show: show !== false, signal }),
  });

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
  showStatus(vscode.l10n.t('Running on {0}: {1}', plainLabel(connection), plainLabel(title)), 5000);
  return queries.send(query, connection, { by: 'person', show: true, mayReplace: true });
}

/**
 * The most characters shown of the problems: a text that isn't a query can contain very long parameter names.
 */
const mostShown = 1000;

/**
 * The query in a text. Days in it are those of the market. Throws an `Error` ready to display if there is
 * none.
 */
function queryOfText(text: string): Query {
  const read = queryInText(text);
  if ('problem' in read) throw new Error(read.problem);
  const { dataset, parameters } = read.asked;
  const checked = readQuery(dataset, parameters, Date.now(), marketZone);
  if ('query' in checked) return checked.query;
  throw new Error(plainLabel(checked.problems.map(({ message }) => message).join(' '), mostShown));
}
