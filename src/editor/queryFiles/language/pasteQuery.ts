import * as vscode from 'vscode';
import type { Query } from '#src/market/query/query';
import { pastedQuery } from '#src/queryFiles/edit/pastedQuery';
import { rangeOfSpan } from '../queryDocuments';
import { queryDocuments } from '../queryLanguage';
import { queryOfText } from '../queryOfText';

const plainText = 'text/plain';

/**
 * Offers to insert a query when a text that contains one is pasted between the queries of a file. The control
 * that VS Code shows after pasting can insert the text itself instead.
 */
export function offerPastedQueries(): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('marketData', 'query');
  const provider: vscode.DocumentPasteEditProvider = {
    async provideDocumentPasteEdits(document, ranges, dataTransfer, _context, token) {
      const [range, ...others] = ranges;
      const text = await dataTransfer.get(plainText)?.asString();
      if (!range || others.length > 0 || text === undefined || token.isCancellationRequested)
        return undefined;
      const query = askedBy(text);
      const pasted = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
      const edits = query && pastedQuery(document.getText(), pasted, query);
      if (!edits) return undefined;
      // VS Code would indent the text that replaces the selection once more.
      const edit = new vscode.DocumentPasteEdit('', vscode.l10n.t('Insert Query'), kind);
      edit.additionalEdit = new vscode.WorkspaceEdit();
      const changes = edits.map((each) => vscode.TextEdit.replace(rangeOfSpan(document, each), each.text));
      edit.additionalEdit.set(document.uri, changes);
      return [edit];
    },
  };
  return vscode.languages.registerDocumentPasteEditProvider(queryDocuments, provider, {
    providedPasteEditKinds: [kind],
    pasteMimeTypes: [plainText],
  });
}

function askedBy(text: string): Query | undefined {
  try {
    return queryOfText(text);
  } catch {
    return undefined; // pasted unchanged
  }
}
