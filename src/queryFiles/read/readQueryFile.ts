import * as l10n from '@vscode/l10n';
import type { Dataset } from '../../market/datasets/dataset';
import { readParameter, readQuery, type QueryProblem } from '../../market/query/query';
import {
  mostProblems,
  problemsIn,
  type Budget,
  type FileProblem,
  type Problems,
  type TextSpan,
} from '../problems';
import type { FileQuery, QueryFile } from '../queryFile';
import { queryNameProblem } from '../queryName';
import { defaultTimeZone, file, query } from './fileFormat';
import { membersBelow, parsedTree, rejectUnknown, spanOf, type Member, type Members } from './syntaxTree';

/**
 * The most characters that are read. People don't write as many, and the file is read again at every
 * keystroke.
 */
export const longestFile = 200_000;

/**
 * Reads a query file, as far as that is possible; never throws. `now` (epoch milliseconds) determines what a
 * day such as `today` means when parameters are checked. Everything wrong is reported as a problem of the
 * file or of one of its queries.
 */
export function readQueryFile(text: string, now = Date.now()): QueryFile {
  const found: FileProblem[] = [];
  const budget = { left: mostProblems };
  const problems = problemsIn(found, budget);
  const nothing = { timeZone: defaultTimeZone, queries: [], problems: found };
  if (text.length > longestFile) {
    problems.meaning({ start: 0, end: text.length }, () =>
      l10n.t('The file is longer than {0} characters.', longestFile),
    );
    return nothing;
  }
  // Every ASCII character of UTF-16 has a zero byte, which is one character if it was read as UTF-8.
  if (text.slice(0, 4).includes('\0')) {
    problems.meaning({ start: 0, end: 1 }, () => l10n.t('The file is UTF-16. Save it as UTF-8.'));
    return nothing;
  }
  const root = parsedTree(text, problems);
  if (!root) return nothing;
  const brace = { start: root.offset, end: root.offset + 1 };
  const whole = { name: l10n.t('A query file'), nameSpan: brace, span: spanOf(root), value: root };
  const read = file.readMembers(whole, problems);
  if (!read) return nothing;
  const { $schema: remoteSchema, timeZone = defaultTimeZone, connection, queries: named } = read;
  const queries = [...(named?.values() ?? [])].map((member) =>
    readFileQuery(member, { timeZone, ...connection, now, budget }),
  );
  return {
    timeZone,
    ...connection,
    ...(remoteSchema ? { remoteSchema } : {}),
    queries,
    problems: found,
  };
}

interface Surroundings extends Pick<FileQuery, 'connection'> {
  readonly timeZone: string;
  readonly now: number;
  readonly budget: Budget;
}

function readFileQuery(member: Member, { timeZone, now, budget, connection }: Surroundings): FileQuery {
  const found: FileProblem[] = [];
  const problems = problemsIn(found, budget);
  const { name, span, nameSpan } = member;
  const nameProblem = queryNameProblem(name);
  if (nameProblem !== null) problems.shape(nameSpan, () => nameProblem);
  const read = query.readMembers(member, problems) ?? {};
  const { parameters: texts = {}, connection: ownConnection, ...own } = read;
  const members = membersBelow(member.value);
  const given = members.get('parameters');
  const warned: FileProblem[] = [];
  // The parameters of an unknown dataset can't be checked.
  if (own.dataset && (!given || given.value.type === 'object')) {
    const parameters = membersBelow(given?.value);
    const names = own.dataset.parameters.map((parameter) => parameter.name);
    rejectUnknown(parameters, names, problems, unknownParameter);
    const known = Object.fromEntries(Object.entries(texts).filter(([each]) => names.includes(each)));
    const asked = readQuery(own.dataset.id, known, now, timeZone);
    for (const problem of 'problems' in asked ? asked.problems : []) {
      reportParameter(problem, parameters.get(problem.where), given?.nameSpan ?? nameSpan, problems);
    }
    warnOfNotes(own.dataset, parameters, { now, timeZone }, problemsIn(warned, budget));
  }
  let spans: ReadonlyMap<string, TextSpan> | undefined;
  return {
    name,
    span,
    nameSpan,
    ...(connection !== undefined ? { connection } : {}),
    ...own,
    ...ownConnection,
    parameters: texts,
    problems: found,
    warnings: warned,
    // Calculated on demand, because it's needed for only a few of a file's queries.
    get spans() {
      return (spans ??= spansOf(members));
    },
  };
}

const unknownParameter = (name: string, meant: string | undefined): string =>
  meant === undefined
    ? l10n.t('Unknown parameter "{0}".', name)
    : l10n.t('Unknown parameter "{0}". Did you mean "{1}"?', name, meant);

/** Reports a problem with a parameter at its value, or at `missing` if there is no such member. */
function reportParameter(
  { message }: QueryProblem,
  member: Member | undefined,
  missing: TextSpan,
  problems: Problems,
): void {
  const text: unknown = member?.value.value;
  if (!member) problems.shape(missing, () => message);
  // A value that isn't a string was reported before, and counts as missing.
  else if (typeof text !== 'string') return;
  else if (text.trim() === '') problems.shape(spanOf(member.value), () => message);
  else problems.meaning(spanOf(member.value), () => message);
}

/** Reports what a person should know about a value: a time that occurs twice, or what is probably not an area. */
function warnOfNotes(
  dataset: Dataset,
  given: Members,
  { now, timeZone }: Pick<Surroundings, 'now' | 'timeZone'>,
  warnings: Problems,
): void {
  for (const parameter of dataset.parameters) {
    const value = given.get(parameter.name)?.value;
    const text: unknown = value?.value;
    if (!value || typeof text !== 'string') continue;
    const reading = readParameter(parameter, text, now, timeZone);
    if (reading.ok && reading.note !== undefined) {
      const { note } = reading;
      warnings.meaning(spanOf(value), () => note);
    }
  }
}

/** Includes every parameter, the expectations for each column, and the members of `export`. */
function spansOf(members: Members): ReadonlyMap<string, TextSpan> {
  const spans = new Map<string, TextSpan>();
  const add = (path: string, of: Members, depth: number) => {
    for (const { name, span, value } of of.values()) {
      const here = path === '' ? name : `${path}.${name}`;
      spans.set(here, span);
      if (depth > 1) add(here, membersBelow(value), depth - 1);
    }
  };
  add('', members, 3);
  return spans;
}
