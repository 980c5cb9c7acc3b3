import * as vscode from 'vscode';
import type { FileQuery } from '#src/queryFiles/queryFile';
import type { TextSpan } from '#src/queryFiles/problems';
import { describeQuery } from '#src/queryFiles/describeQuery';
import { isTimeKind } from '#src/market/datasets/dataset';
import { rangeOf, readDocument } from '../queryDocuments';
import { queryDocuments } from '../queryLanguage';

/** Shows what a query currently requests, in hovers over its name, dataset, and times. */
export function explainQueries(): vscode.Disposable {
  const provider: vscode.HoverProvider = {
    async provideHover(document, position) {
      const offset = document.offsetAt(position);
      const isHere = ({ start, end }: TextSpan) => start <= offset && offset < end;
      const file = (await readDocument(document))?.file;
      const query = file?.queries.find(({ span }) => isHere(span));
      const span = query && placesOf(query).find(isHere);
      if (!file || !span) return undefined;
      const lines = describeQuery(query, file.timeZone, Date.now());
      return lines.length === 0 ? undefined : new vscode.Hover(plain(lines), rangeOf(document, span));
    },
  };
  return vscode.languages.registerHoverProvider(queryDocuments, provider);
}

/** The parts of a query with a hover. */
function placesOf({ nameSpan, dataset, spans }: FileQuery): TextSpan[] {
  const times = dataset?.parameters.filter(({ kind }) => isTimeKind(kind)) ?? [];
  const paths = ['dataset', ...times.map(({ name }) => `parameters.${name}`)];
  return [nameSpan, ...paths.flatMap((path) => spans.get(path) ?? [])];
}

/** The lines may quote the file, so they must not be read as Markdown. */
function plain(lines: readonly string[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  for (const line of lines) text.appendText(line).appendMarkdown('\n\n');
  return text;
}
