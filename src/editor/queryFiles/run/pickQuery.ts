import * as vscode from 'vscode';
import type { FileQuery } from '#src/queryFiles/queryFile';
import { nameOf } from '../../export/exportTarget';
import { plainLabel } from '#src/text/plainLabel';
import { sourceOf, type QueryFileSource } from '../queryFileSource';
import { findQueryFiles, queryFileSuffix } from '../queryLanguage';
import { showInformation } from '../../shell/shownMessages';

/** The most files listed; nobody would read more. */
const mostFiles = 500;

/**
 * The query file of the active editor, otherwise the one that the person selects; `undefined` if there is
 * none.
 */
export async function pickQueryFile(): Promise<QueryFileSource | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.path.endsWith(queryFileSuffix)) return sourceOf(active);
  const found = (await findQueryFiles(mostFiles)) ?? [];
  const [only] = found;
  if (!only) {
    void showInformation(
      vscode.l10n.t('This workspace has no query files. Their names end with "{0}".', queryFileSuffix),
    );
    return undefined;
  }
  if (found.length === 1) return sourceOf(only);
  const items = found
    .map((uri) => ({
      label: plainLabel(nameOf(uri)),
      description: plainLabel(vscode.workspace.asRelativePath(uri)),
      uri,
    }))
    .sort((one, other) => one.description.localeCompare(other.description));
  const placeHolder = vscode.l10n.t('Select a query file');
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  return chosen && sourceOf(chosen.uri);
}

/**
 * The name of the query that the person selects. The one at the cursor is first in the list. With `all`, the
 * list begins with an item for all queries, which resolves with `null`.
 */
export async function pickQueryName(
  source: QueryFileSource,
  all = false,
): Promise<string | null | undefined> {
  const { file, name } = source;
  const here = queryAtCursor(source);
  const inOrder = here ? [here, ...file.queries.filter((query) => query !== here)] : file.queries;
  const items = inOrder.map((query) => ({
    label: plainLabel(query.name, 100),
    description: query.dataset?.title() ?? '',
    detail: plainLabel(query.description ?? ''),
    query: query.name,
  }));
  const everything = {
    label: vscode.l10n.t('All Queries'),
    description: '',
    detail: '',
    query: null,
  };
  const placeHolder = vscode.l10n.t('Select a query from {0}', name);
  const offered = all && items.length > 1 ? [everything, ...items] : items;
  return (await vscode.window.showQuickPick(offered, { placeHolder }))?.query;
}

/** The query at the cursor, if the active editor shows this text of the file. */
function queryAtCursor({ uri, text, file }: QueryFileSource): FileQuery | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.toString() !== uri.toString() || editor.document.getText() !== text) {
    return undefined;
  }
  const cursor = editor.document.offsetAt(editor.selection.active);
  return file.queries.find(({ span: { start, end } }) => cursor >= start && cursor <= end);
}
