import * as vscode from 'vscode';
import { marketZone } from '#src/market/time/deliveryDay';
import { sandboxName } from '#src/request/connection';
import { statOf } from '../../export/exportTarget';
import { queryLanguage } from '../queryLanguage';

/** Opens a new, unsaved file with an example query to the sample service. */
export async function newQueryFile(): Promise<void> {
  const opened = await vscode.workspace.openTextDocument(await newUri());
  const document = await vscode.languages.setTextDocumentLanguage(opened, queryLanguage);
  const top = new vscode.Position(0, 0);
  // It may already be open, with the person's changes.
  if (document.getText() === '') {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, top, firstQuery());
    await vscode.workspace.applyEdit(edit);
  }
  const editor = await vscode.window.showTextDocument(document, { selection: new vscode.Range(top, top) });
  // The editor detects indentation when it opens a file, and this one was empty then.
  editor.options = { tabSize: indentation, insertSpaces: true };
}

/** In the first workspace folder, if there is one. Only saving writes the file. */
async function newUri(): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'queries.market.json' : `queries-${number}.market.json`;
    if (!folder) return vscode.Uri.from({ scheme: 'untitled', path: name });
    const file = vscode.Uri.joinPath(folder, name);
    if (!(await statOf(file)).exists) return file.with({ scheme: 'untitled' });
  }
}

/** Spaces per level of indentation in the example. */
const indentation = 2;

/** The comments are in the person's language, so they are not part of any file in the package. */
const firstQuery = () => `{
  // ${vscode.l10n.t('Queries your team keeps with its code. To run a query, select a link above it.')}
  "version": 1,
  // ${vscode.l10n.t('Days and times in this file use this time zone, regardless of the settings.')}
  "timeZone": "${marketZone}",
  "queries": {
    ${JSON.stringify(vscode.l10n.t('prices today'))}: {
      "dataset": "dayahead-prices",
      // ${vscode.l10n.t('The built-in sample service. Without this line, the selected connection is used.')}
      "connection": "${sandboxName}",
      "parameters": {
        "deliveryarea": "NO1,SE3",
        "currency": "EUR",
        "startTime": "today",
        "endTime": "today"
      },
      // ${vscode.l10n.t('What you expect from the response. Run the checks in the Testing view.')}
      "expect": {
        "complete": true,
        "columns": { "value": { ">=": -500, "<=": 4000 } }
      }
    }
  }
}
`;
