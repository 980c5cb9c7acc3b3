import * as vscode from 'vscode';
import { describeQuery } from '../../queryFiles/describeQuery';
import type { FileQuery, Span } from '../../queryFiles/queryFile';
import { isTimeKind } from '../../market/datasets/dataset';
import { rangeOf, readDocument } from './queryDocuments';
import { queryDocuments } from './queryLanguage';

/** Says what a query asks for now, over its name, its dataset, and its times. */
export function explainQueries(): vscode.Disposable {
  const provider: vscode.HoverProvider = {
    provideHover(document, position) {
      const { file } = readDocument(document);
      const offset = document.offsetAt(position);
      for (const query of file.queries) {
        const span = placesOf(query).find(({ start, end }) => start <= offset && offset < end);
        if (!span) continue;
        const words = describeQuery(query, file.timeZone, Date.now());
        return words === undefined ? undefined : new vscode.Hover(plain(words), rangeOf(document, span));
      }
      return undefined;
    },
  };
  return vscode.languages.registerHoverProvider(queryDocuments, provider);
}

/** The parts of a query that decide what and when is asked. */
function placesOf({ nameSpan, dataset, spans }: FileQuery): Span[] {
  const times = dataset?.parameters.filter(({ kind }) => isTimeKind(kind)) ?? [];
  const paths = ['dataset', ...times.map(({ name }) => `parameters.${name}`)];
  return [nameSpan, ...paths.flatMap((path) => spans.get(path) ?? [])];
}

/** The words may quote the file, so none of them is read as Markdown. */
const plain = (words: string): vscode.MarkdownString => new vscode.MarkdownString().appendText(words);
