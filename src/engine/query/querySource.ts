import * as l10n from '@vscode/l10n';
import type { Query } from '../../market/query/query';
import { lineNumbers } from '../../queryFiles/edit/positions';
import type { FileQuery, QueryFile } from '../../queryFiles/queryFile';
import type { FileProblem, TextSpan } from '../../queryFiles/problems';
import { queryOfFile } from '../../queryFiles/queryOfFile';
import { readQueryFile } from '../../queryFiles/read/readQueryFile';
import { plainLabel } from '../../text/plainLabel';

/** The most problems or names listed in a message. */
const mostNamed = 5;

/** A query file as it is now. */
export interface QuerySource {
  /** Its name as shown. */
  readonly name: string;
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

/** Reads the text of a query file; `name` is its name as shown. */
export const sourceOfText = (name: string, text: string): QuerySource => ({
  name,
  text,
  file: readQueryFile(text),
  lineOf: lineNumbers(text),
});

/** The file's query of this name. Throws an `Error` ready to display if there is none. */
export function queryNamed(source: QuerySource, name: string): FileQuery {
  const { file, name: fileName } = source;
  const query = file.queries.find((each) => each.name === name);
  if (query) return query;
  refuseProblems(source, file.problems);
  const names = file.queries.map((each) => plainLabel(each.name, 60));
  throw new Error(
    names.length === 0
      ? l10n.t('{0} contains no queries.', fileName)
      : l10n.t(
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
    throw new Error(l10n.t("{0}: the query can't be run.", source.name));
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
    .map((problem) => l10n.t('Line {0}: {1}', lineOfSpan(source, problem), plainLabel(problem.message)));
  return [...words, ...(problems.length > mostNamed ? ['…'] : [])].join(' ');
}

/** The line in which a part of the file begins, from 1. */
export const lineOfSpan = ({ lineOf }: QuerySource, { start }: TextSpan): number => lineOf(start);
