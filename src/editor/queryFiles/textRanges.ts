import * as vscode from 'vscode';
import type { Span } from '../../queryFiles/queryFile';

/** The ranges of spans in a text that no editor needs to show. Reads the text once. */
export function rangesIn(text: string): (span: Span) => vscode.Range {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => index + end.length)];
  const positionAt = (offset: number): vscode.Position => {
    let [first, last] = [0, starts.length - 1];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((starts[middle] ?? 0) <= offset) first = middle;
      else last = middle - 1;
    }
    return new vscode.Position(first, offset - (starts[first] ?? 0));
  };
  return ({ start, end }) => new vscode.Range(positionAt(start), positionAt(end));
}
