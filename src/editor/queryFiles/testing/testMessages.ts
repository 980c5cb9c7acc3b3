import * as vscode from 'vscode';
import type { RowsOfFinding } from '#src/protocol/messages';
import type { Check, Failure } from '#src/results/checks/checks';
import { plainLabel } from '#src/text/plainLabel';
import { oneLine, visibleLines } from '#src/text/plainText';

/** The most characters shown; nobody reads more in a peek view. */
const mostCharacters = 2000;

/** Actions for a failed check. The menus in package.json look for these words. */
const actions = {
  /** Show the affected rows. */
  rows: 'marketDataRows',
  /** Show the whole result, which is affected. */
  result: 'marketDataResult',
  /** Compare this response with the pinned one. */
  changed: 'marketDataChanged',
} as const;

/** The Testing view's message for one failure of a check, at the check's line in the file. */
export function testMessageOf(check: Check, failure: Failure, file: vscode.Uri): vscode.TestMessage {
  const message = new vscode.TestMessage(testMessageText(check, failure));
  message.location = new vscode.Location(file, new vscode.Position(check.line - 1, 0));
  const [expected, actual] = [valueText(check.expected), valueText(check.actual)];
  // With only one of the two, the editor would compare it with nothing.
  if (expected !== undefined && actual !== undefined) {
    message.expectedOutput = expected;
    message.actualOutput = actual;
  }
  const context = actionsOf(check, failure);
  if (context !== '') message.contextValue = context;
  return message;
}

/**
 * A failure with a line for each row. The Testing view shows control characters unchanged, and marks a dash between
 * times as a character that could be mistaken for another.
 */
export const testMessageText = ({ check }: Check, { message, lines = [message] }: Failure): string =>
  [`${check}: ${lines[0] ?? ''}`, ...lines.slice(1)]
    .map((line) => plainLabel(line.replaceAll(/(?<=[\d)])–(?=\d)/g, '-'), mostCharacters))
    .join('\n');

function actionsOf(check: Check, failure: Failure): string {
  if (check.result === undefined) return '';
  const shows = rowsToShow(check, failure) ? actions.rows : actions.result;
  return check.check === 'fingerprint' ? `${shows} ${actions.changed}` : shows;
}

/** The rows that a failure is about, or `null` if it's about the whole result. */
export function rowsToShow({ check }: Check, { finding, filter }: Failure): RowsOfFinding | null {
  if (finding === undefined && filter === undefined) return null;
  return {
    ...(finding !== undefined && { key: { kind: finding } }),
    ...(filter !== undefined && { filter }),
    text: vscode.l10n.t('rows that fail the check "{0}"', oneLine(check, 100)),
  };
}

/**
 * A value of a check as the editor compares it; `undefined` if there is none, or if it's several values, such as two
 * bounds: the editor would mark the one that was kept as well. The message says which one wasn't.
 */
function valueText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'object') return undefined;
  return visibleLines(JSON.stringify(value)).slice(0, mostCharacters);
}
