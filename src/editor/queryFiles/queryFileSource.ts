import * as vscode from 'vscode';
import type { Query } from '../../market/query/query';
import { queryOf } from '../../queryFiles/fileQueryOf';
import { lineOf } from '../../queryFiles/positions';
import type { FileProblem, FileQuery, QueryFile, Span } from '../../queryFiles/queryFile';
import { readQueryFile } from '../../queryFiles/readQueryFile';
import { errorKind } from '../../text/errorText';
import { nameOf, targetInWorkspace } from '../export/exportTarget';
import { plainLabel } from '../shell/plainLabel';

/** How the names of query files end. */
export const queryFileSuffix = '.market.json';

/** More than the longest file that is read takes; it's not even loaded. */
const mostBytes = 1_000_000;
/** Problems that are named in a message. */
const mostNamed = 5;

/** A query file as it is now. */
export interface QuerySource {
  readonly uri: vscode.Uri;
  /** Its name as shown. */
  readonly name: string;
  /** The workspace folder that it's in. */
  readonly folder: vscode.Uri | undefined;
  readonly text: string;
  readonly file: QueryFile;
}

/** A query that can be sent, over the connection of this name or the selected one. */
export interface AskableQuery {
  readonly query: Query;
  readonly connection: string | undefined;
}

/** Throws an `Error` fit to be shown if the workspace isn't trusted: a file of it decides what would be sent. */
export function refuseUntrustedFile(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(
    vscode.l10n.t(
      'Queries from a file can\'t be run in an untrusted workspace. To trust it, run "Workspaces: Manage Workspace Trust".',
    ),
  );
}

/**
 * The query file that a headless call names: a path relative to the first workspace folder, or a Uri in the workspace.
 * Rejects with an `Error` fit to be shown, also if the path contains a symbolic link, or in an untrusted workspace.
 */
export async function sourceInWorkspace(file: unknown): Promise<QuerySource> {
  refuseUntrustedFile();
  return sourceOf(await targetInWorkspace(file, 'file'));
}

/** A query file that a person looks at, as in `sourceInWorkspace` but anywhere. */
export async function sourceOf(uri: vscode.Uri): Promise<QuerySource> {
  refuseUntrustedFile();
  const name = plainLabel(nameOf(uri));
  if (!uri.path.endsWith(queryFileSuffix)) {
    throw new Error(
      vscode.l10n.t('{0} is not a query file: its name must end with "{1}".', name, queryFileSuffix),
    );
  }
  const document = openDocument(uri);
  const text = document?.isDirty ? document.getText() : (await textOnDisk(uri)).text;
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return { uri, name, folder, text, file: readQueryFile(text) };
}

/** The document of an open file. */
export const openDocument = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((each) => !each.isClosed && each.uri.toString() === uri.toString());

/** The text of a query file as it is stored, and whether it begins with a byte order mark, which isn't part of it. */
export async function textOnDisk(uri: vscode.Uri): Promise<{ text: string; hasMark: boolean }> {
  const name = plainLabel(nameOf(uri));
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > mostBytes) throw new TooLarge();
    const bytes = await vscode.workspace.fs.readFile(uri);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, hasMark: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf };
  } catch (error) {
    throw new Error(
      error instanceof TooLarge
        ? vscode.l10n.t('{0} is too large for a query file: the limit is {1} MB.', name, mostBytes / 1e6)
        : error instanceof TypeError
          ? vscode.l10n.t('{0} is not UTF-8 text.', name)
          : error instanceof vscode.FileSystemError && error.code === 'FileNotFound'
            ? vscode.l10n.t('File not found: {0}', name)
            : vscode.l10n.t("Couldn't read {0} ({1}).", name, errorKind(error)),
      { cause: error },
    );
  }
}

class TooLarge extends Error {}

/** The file's query of this name. Throws an `Error` fit to be shown if there is none. */
export function queryNamed(source: QuerySource, name: string): FileQuery {
  const { file, name: fileName } = source;
  const query = file.queries.find((each) => each.name === name);
  if (query) return query;
  refuseProblems(source, file.problems);
  const names = file.queries.map((each) => plainLabel(each.name, 60));
  throw new Error(
    names.length === 0
      ? vscode.l10n.t('{0} contains no queries.', fileName)
      : vscode.l10n.t(
          'Query "{0}" not found in {1}. Available queries: {2}.',
          plainLabel(name, 60),
          fileName,
          [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ['…'] : [])].join(', '),
        ),
  );
}

/** What a query asks for now. Throws an `Error` that names every problem and its line. */
export function askableQuery(source: QuerySource, query: FileQuery): AskableQuery {
  const { file } = source;
  refuseProblems(source, file.problems);
  const read = queryOf(query, file.timeZone, Date.now());
  if ('problems' in read) {
    refuseProblems(source, read.problems);
    throw new Error(vscode.l10n.t("{0}: the query can't be run.", source.name));
  }
  return { query: read.query, connection: query.connection };
}

/** Throws an `Error` that names the problems and their lines, if there are any. */
export function refuseProblems(source: QuerySource, problems: readonly FileProblem[]): void {
  if (problems.length > 0) throw new Error(`${source.name}: ${problemsText(source, problems)}`);
}

/** "Line 3: … Line 7: …" */
export function problemsText(source: QuerySource, problems: readonly FileProblem[]): string {
  const words = problems
    .slice(0, mostNamed)
    .map((problem) =>
      vscode.l10n.t('Line {0}: {1}', lineOfSpan(source, problem), plainLabel(problem.message)),
    );
  return [...words, ...(problems.length > mostNamed ? ['…'] : [])].join(' ');
}

/** The line in which a part of the file begins, from 1. */
export const lineOfSpan = ({ text }: QuerySource, { start }: Span): number => lineOf(text, start);
