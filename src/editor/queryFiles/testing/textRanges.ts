import * as vscode from 'vscode';
import { lineAmong, lineStarts } from '../../../queryFiles/positions';
import type { Span } from '../../../queryFiles/queryFile';

/** The ranges of spans in a text that no editor needs to show. Reads the text once. */
export function rangesIn(text: string): (span: Span) => vscode.Range {
  const starts = lineStarts(text);
  const positionAt = (offset: number): vscode.Position => {
    const line = lineAmong(starts, offset);
    return new vscode.Position(line, offset - (starts[line] ?? 0));
  };
  return ({ start, end }) => new vscode.Range(positionAt(start), positionAt(end));
}
