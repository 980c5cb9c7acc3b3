import * as vscode from 'vscode';
import { pathBelow } from '../../exports/fileNames';
import { isOneLine } from '../../text/plainText';
import type { EnteredRange } from './fetchPrompts';

/** A query, by its file and its name in it. */
export interface NamedQuery {
  readonly file: vscode.Uri;
  readonly name: string;
}

/**
 * The command line that fetches a range of a query in a terminal in the first workspace folder, to which the
 * paths are relative. `undefined` if there is none, such as for a file elsewhere or with unsaved changes.
 */
export function terminalCommand(
  program: string,
  { file, name }: NamedQuery,
  { from, to, target, format, windowMinutes, connection }: EnteredRange & { readonly connection: string },
): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const path = folder?.index === 0 && pathBelow(folder.uri.path, file.path);
  const isUnsaved = vscode.workspace.textDocuments.some(
    ({ isDirty, uri }) => isDirty && uri.toString() === file.toString(),
  );
  if (!path || file.scheme !== 'file' || isUnsaved) return undefined;
  // The command line would take them for options.
  if ([path, name, target, connection].some((each) => each.startsWith('-'))) return undefined;
  const window = windowMinutes === undefined ? [] : ['--window-minutes', String(windowMinutes)];
  const range = ['--from', from, '--to', to, '--target', target, '--format', format, ...window];
  // Without a connection, the variables of the terminal could send the query to another service.
  const words = ['node', program, 'range', path, name, ...range, '--connection', connection];
  return commandText(words, process.platform === 'win32');
}

/**
 * The words as a line for PowerShell or for a POSIX shell, which expand nothing in it. `undefined` if a
 * terminal or a shell could read something else.
 */
export function commandText(words: readonly string[], isPowerShell: boolean): string | undefined {
  // Terminals take control characters for keys, and PowerShell 5 takes such words apart.
  const isUnsafe = (word: string) => !isOneLine(word) || (isPowerShell && /"|\\$/.test(word));
  if (words.some(isUnsafe)) return undefined;
  // PowerShell takes typographic quotation marks for plain ones.
  const quoted = (word: string) =>
    isPowerShell ? word.replace(/['\u2018-\u201b]/g, '$&$&') : word.replaceAll("'", String.raw`'\''`);
  return words.map((word) => (/^[\w-][\w./-]*$/.test(word) ? word : `'${quoted(word)}'`)).join(' ');
}
