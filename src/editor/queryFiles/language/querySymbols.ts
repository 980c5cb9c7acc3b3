import * as vscode from 'vscode';
import { rangeOf, readDocument } from './queryDocuments';
import { queryDocuments } from '../queryLanguage';

/** Lists the queries of a file by name, with their datasets. */
export function offerQuerySymbols(): vscode.Disposable {
  const provider: vscode.DocumentSymbolProvider = {
    provideDocumentSymbols: (document) =>
      readDocument(document).file.queries.map(
        ({ name, dataset, span, nameSpan }) =>
          new vscode.DocumentSymbol(
            name.trim() === '' ? '""' : name,
            dataset?.title() ?? '',
            vscode.SymbolKind.Function,
            rangeOf(document, span),
            rangeOf(document, nameSpan),
          ),
      ),
  };
  return vscode.languages.registerDocumentSymbolProvider(queryDocuments, provider, {
    label: vscode.l10n.t('Market Data Queries'),
  });
}
