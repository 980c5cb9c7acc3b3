import * as vscode from 'vscode';
import type { RowsOfFinding } from '../../../messages';
import type { Check, Failure } from '../../../results/checks/checks';
import { oneLine, visibleLines } from '../../../text/plainText';

/** Longer text isn't read in a peek; a check's values are a few figures. */
const mostCharacters = 2000;

/** What can be done about a failed check; the menus of package.json look for these words. */
const actions = {
  /** Show the rows it's about. */
  rows: 'marketDataRows',
  /** Show the result, because it's about all of it. */
  result: 'marketDataResult',
  /** Compare the pinned response with this one. */
  changed: 'marketDataChanged',
} as const;

/** One way in which a check failed as the Testing view shows it, at the check's line in the file. */
export function testMessageOf(check: Check, failure: Failure, file: vscode.Uri): vscode.TestMessage {
  const message = new vscode.TestMessage(testMessageText(check, failure));
  message.location = new vscode.Location(file, new vscode.Position(check.line - 1, 0));
  const [expected, actual] = [valueText(check.expected), valueText(check.actual)];
  // With only one of the two, the editor would compare with nothing.
  if (expected !== undefined && actual !== undefined) {
    message.expectedOutput = expected;
    message.actualOutput = actual;
  }
  const context = actionsOf(check, failure);
  if (context !== '') message.contextValue = context;
  return message;
}

/**
 * What a failed check says in one line: the test view shows control characters and line breaks as they are.
 */
export const testMessageText = ({ check }: Check, { message }: Failure): string =>
  oneLine(`${check}: ${message}`, mostCharacters);

function actionsOf(check: Check, failure: Failure): string {
  if (check.result === undefined) return '';
  const shows = rowsOf(check, failure) ? actions.rows : actions.result;
  return check.check === 'fingerprint' ? `${shows} ${actions.changed}` : shows;
}

/** The rows that a failure is about, or `null` if it's about the whole result. */
export function rowsOf({ check }: Check, { finding, filter }: Failure): RowsOfFinding | null {
  if (finding === undefined && filter === undefined) return null;
  return {
    ...(finding !== undefined && { key: { kind: finding } }),
    ...(filter !== undefined && { filter }),
    text: vscode.l10n.t('rows that fail the check "{0}"', oneLine(check, 100)),
  };
}

/** A value of a check, for a comparison line by line; `undefined` if there is none. */
function valueText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return visibleLines(JSON.stringify(value, null, 2)).slice(0, mostCharacters);
}
