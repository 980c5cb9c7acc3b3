import * as vscode from 'vscode';
import type { Query } from '../../market/query/query';
import { queryOfFile } from '../../queryFiles/queryOfFile';
import { lineNumbers } from '../../queryFiles/edit/positions';
import type { FileProblem, FileQuery, QueryFile, TextSpan } from '../../queryFiles/queryFile';
import { readQueryFile } from '../../queryFiles/read/readQueryFile';
import { nameOf } from '../export/exportTarget';
import { plainLabel } from '../shell/plainLabel';
import { newestText } from './changeFile';
import { queryFileUri, refuseOtherName } from './queryFileUri';

/** The most problems or names listed in a message. */
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
  /** The line of an offset in the text, from 1. */
  readonly lineOf: (offset: number) => number;
}

/** A query that can be sent, over the connection of this name or the selected one. */
export interface AskableQuery {
  readonly query: Query;
  readonly connection: string | undefined;
}

/**
 * Throws an `Error` ready to display if the workspace isn't trusted: a file in it would decide what is sent.
 */
export function refuseUntrustedRun(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(
    vscode.l10n.t(
      'Queries from a file can\'t be run in an untrusted workspace. To trust it, run "Workspaces: Manage Workspace Trust".',
    ),
  );
}

/**
 * The query file that a headless call names: a path relative to the first workspace folder, or a Uri in the
 * workspace. Rejects with an `Error` ready to display if there is none, if the path contains a symbolic link,
 * or in an untrusted workspace.
 */
export async function sourceInWorkspace(file: unknown): Promise<QuerySource> {
  refuseUntrustedRun();
  return sourceOf(await queryFileUri(file));
}

/** A query file that a person has open. Like `sourceInWorkspace`, but it may be anywhere. */
export async function sourceOf(uri: vscode.Uri): Promise<QuerySource> {
  refuseUntrustedRun();
  refuseOtherName(uri);
  const name = plainLabel(nameOf(uri));
  const text = await newestText(uri);
  if (text === undefined) throw new Error(vscode.l10n.t('File not found: {0}', name));
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return { uri, name, folder, text, file: readQueryFile(text), lineOf: lineNumbers(text) };
}

/** The file's query of this name. Throws an `Error` ready to display if there is none. */
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

/** The query with its days resolved as of now. Throws an `Error` that names every problem and its line. */
export function askableQuery(source: QuerySource, query: FileQuery): AskableQuery {
  const { file } = source;
  refuseProblems(source, file.problems);
  const read = queryOfFile(query, file.timeZone, Date.now());
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
export const lineOfSpan = ({ lineOf }: QuerySource, { start }: TextSpan): number => lineOf(start);
