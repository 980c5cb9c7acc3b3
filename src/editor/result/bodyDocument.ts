import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { notReadMessage } from '../../disk/spool';
import type { SpoolFolder } from '../../results/store/spoolFolder';
import { documentScheme } from './tabRegistration';
import { showInformation } from '../shell/shownMessages';

/** Above 20 MB an editor loses features; above 50 MB it doesn't open at all. */
const maxDocumentBytes = 20 * 1024 * 1024;

/** Responses as read-only documents, which the editor never saves or backs up. */
export class BodyDocuments implements vscode.TextDocumentContentProvider {
  constructor(
    private readonly store: ResultStore,
    private readonly folder: SpoolFolder,
  ) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const result = this.store.find(uri.query);
    if (!result) {
      return vscode.l10n.t('This result is no longer in memory. Run the query again from the Datasets view.');
    }
    try {
      return await readFile(this.folder.bodyPath(result.id), 'utf8');
    } catch (error) {
      return notReadMessage(error);
    }
  }

  /** Opens the body, or says that it is too large for an editor and offers to export it. */
  async open(result: Result, exportJson: () => unknown): Promise<void> {
    if (result.table.bytes > maxDocumentBytes) {
      const action = vscode.l10n.t('Export as JSON');
      const size = Math.round(result.table.bytes / 1024 ** 2);
      const chosen = await showInformation(
        vscode.l10n.t(
          'This response is too large to open in an editor ({0} MB). You can view it in the JSON tab or export it.',
          size,
        ),
        action,
      );
      if (chosen === action) await exportJson();
      return;
    }
    const path = `/${result.query.dataset.id}.json`;
    const uri = vscode.Uri.from({ scheme: documentScheme, path, query: result.id });
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}
