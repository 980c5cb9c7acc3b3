import * as l10n from '@vscode/l10n';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets, findDataset } from '../../market/datasets/datasets';
import { readParameter, readQuery, type QueryProblem } from '../../market/query/query';
import { marketZone } from '../../market/time/deliveryDay';
import { timeZoneName } from '../../market/time/zones';
import {
  membersOf,
  parsedTree,
  readName,
  readText,
  rejectUnknown,
  spanOf,
  type Member,
  type Members,
} from './syntaxTree';
import { nearest } from './nearest';
import type { FileQuery, QueryFile } from '../queryFile';
import {
  fullBudget,
  problemsIn,
  unreported,
  type Budget,
  type FileProblem,
  type Problems,
  type TextSpan,
} from '../problems';
import { readExpectation } from './readExpectation';
import { readExport } from './readExport';
import { queryNameProblem } from '../queryName';

/** The version of the format. Public API. */
export const fileVersion = 1;
/** The time zone of a file that doesn't name one, whatever a person's settings are. */
export const defaultTimeZone = marketZone;
/**
 * The most characters that are read. People don't write as many, and the file is read again at every
 * keystroke.
 */
export const longestFile = 200_000;
/** The most queries that are read. */
export const mostQueries = 2000;

/** The members of a file. */
export const fileMembers = ['$schema', 'version', 'timeZone', 'connection', 'queries'] as const;
/** The members of a query. */
export const queryMembers = [
  'description',
  'dataset',
  'parameters',
  'connection',
  'expect',
  'export',
] as const;

/**
 * Reads a query file, as far as that is possible; never throws. `now` (epoch milliseconds) determines what a
 * day such as `today` means when parameters are checked. Everything wrong is reported as a problem of the
 * file or of one of its queries.
 */
export function readQueryFile(text: string, now = Date.now()): QueryFile {
  const steps = queryFileSteps(text, now);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Reads a query file like `readQueryFile`, and yields after each of its queries, so that others get a turn. */
export function* queryFileSteps(text: string, now = Date.now()): Generator<undefined, QueryFile, undefined> {
  const found: FileProblem[] = [];
  const budget = fullBudget();
  const problems = problemsIn(found, budget);
  const nothing = { timeZone: defaultTimeZone, queries: [], problems: found };
  if (text.length > longestFile) {
    problems.meaning({ start: 0, end: text.length }, () =>
      l10n.t('The file is longer than {0} characters.', longestFile),
    );
    return nothing;
  }
  const root = parsedTree(text, problems);
  const members = root && membersOf(l10n.t('A query file'), root, problems);
  if (!members) return nothing;
  rejectUnknown(members, fileMembers, problems);
  const remoteSchema = readRemoteSchema(members.get('$schema'), problems);
  const brace = { start: root.offset, end: root.offset + 1 };
  readVersion(members.get('version'), brace, problems);
  const timeZone = readTimeZone(members.get('timeZone'), problems) ?? defaultTimeZone;
  const connection = readConnection(members, problems);
  const list = members.get('queries');
  if (!list) problems.shape(brace, () => l10n.t('"{0}" is missing.', 'queries'));
  const named = (list && membersOf(list.name, list.value, problems)) ?? new Map<string, Member>();
  const read = [...named.values()].slice(0, mostQueries);
  if (list && read.length < named.size) {
    problems.shape(list.nameSpan, () => l10n.t('The file contains more than {0} queries.', mostQueries));
  }
  yield;
  const queries: FileQuery[] = [];
  for (const member of read) {
    queries.push(readFileQuery(member, { timeZone, ...connection, now, budget }));
    yield;
  }
  return {
    timeZone,
    ...connection,
    ...(remoteSchema ? { remoteSchema } : {}),
    queries,
    problems: found,
  };
}

/**
 * Another scheme than that of a file or of the editor's own schemas, or a host, as in `//host/share`. One
 * letter before a colon is a drive.
 */
const remoteAddress = /^(?:(?!file:|vscode:)[a-z][a-z0-9+.-]+:|(?:file:)?[\\/]{2}(?!\/[^\\/]))/i;

/**
 * Where `$schema` is the address of something that isn't on this machine. An editor may request it when it
 * opens the file, and then whoever wrote the file learns who reads it.
 */
function readRemoteSchema(member: Member | undefined, problems: Problems): TextSpan | undefined {
  const schema = readText(member, problems);
  return member && schema !== undefined && remoteAddress.test(schema.trim())
    ? spanOf(member.value)
    : undefined;
}

function readVersion(member: Member | undefined, missing: TextSpan, problems: Problems): void {
  if (!member) {
    problems.shape(missing, () => l10n.t('"{0}" is missing.', 'version'));
  } else if (member.value.value !== fileVersion) {
    problems.shape(spanOf(member.value), () => l10n.t('{0} must be {1}.', member.name, fileVersion));
  }
}

/**
 * Excludes offsets such as `+01:00`: they have no clock changes, and not every version of VS Code supports
 * them.
 */
const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

function readTimeZone(member: Member | undefined, problems: Problems): string | undefined {
  const zone = readText(member, problems);
  if (!member || zone === undefined) return undefined;
  const name = zoneName.test(zone) ? timeZoneName(zone) : undefined;
  if (name !== undefined) return name;
  problems.meaning(spanOf(member.value), () =>
    l10n.t('"{0}" isn\'t a time zone. Enter an IANA name such as Europe/Oslo, or UTC.', zone),
  );
  return undefined;
}

/** The connection that a file or a query names, and where. */
type NamedConnection = Pick<FileQuery, 'connection' | 'connectionSpan'>;

function readConnection(members: Members, problems: Problems): NamedConnection {
  const member = members.get('connection');
  const connection = readName(member, problems);
  return member && connection !== undefined ? { connection, connectionSpan: spanOf(member.value) } : {};
}

interface Surroundings extends NamedConnection {
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
  const members = membersOf(name, member.value, problems) ?? new Map<string, Member>();
  const isQuery = member.value.type === 'object';
  rejectUnknown(members, queryMembers, problems);
  const description = readText(members.get('description'), problems);
  const dataset = isQuery ? readDataset(members.get('dataset'), nameSpan, problems) : undefined;
  const given = members.get('parameters');
  const parameters = (given && membersOf(given.name, given.value, problems)) ?? new Map<string, Member>();
  const texts = readTexts(parameters, problems);
  const warned: FileProblem[] = [];
  // The parameters of an unknown dataset can't be checked.
  if (dataset && (!given || given.value.type === 'object')) {
    const names = dataset.parameters.map((parameter) => parameter.name);
    rejectUnknown(parameters, names, problems, unknownParameter);
    const known = Object.fromEntries(Object.entries(texts).filter(([each]) => names.includes(each)));
    const asked = readQuery(dataset.id, known, now, timeZone);
    for (const problem of 'problems' in asked ? asked.problems : []) {
      reportParameter(problem, parameters.get(problem.where), given?.nameSpan ?? nameSpan, problems);
    }
    warnOfAreas(dataset, parameters, { now, timeZone }, problemsIn(warned, budget));
  }
  const own = readConnection(members, problems);
  const expected = members.get('expect');
  const expect = expected && readExpectation(expected, problems);
  const exported = members.get('export');
  const exportTo = exported && readExport(exported, problems);
  let spans: ReadonlyMap<string, TextSpan> | undefined;
  return {
    name,
    span,
    nameSpan,
    ...(description !== undefined ? { description } : {}),
    ...(dataset ? { dataset } : {}),
    parameters: texts,
    ...(connection !== undefined ? { connection } : {}),
    ...own,
    ...(expect ? { expect } : {}),
    ...(exportTo ? { export: exportTo } : {}),
    problems: found,
    warnings: warned,
    // Calculated on demand, because it's needed for only a few of a file's queries.
    get spans() {
      return (spans ??= spansOf(members));
    },
  };
}

function readDataset(member: Member | undefined, missing: TextSpan, problems: Problems): Dataset | undefined {
  if (!member) {
    problems.shape(missing, () => l10n.t('"{0}" is missing.', 'dataset'));
    return undefined;
  }
  const id = readText(member, problems);
  if (id === undefined) return undefined;
  const dataset = findDataset(id);
  if (dataset) return dataset;
  problems.shape(spanOf(member.value), () => {
    const ids = datasets.map((each) => each.id);
    const meant = nearest(id, ids);
    return meant === undefined
      ? l10n.t('Dataset "{0}" not found.', id)
      : l10n.t('Dataset "{0}" not found. Did you mean "{1}"?', id, meant);
  });
  return undefined;
}

/**
 * The values that are strings, by name. `fromEntries` defines a parameter named `__proto__` like any other.
 */
const readTexts = (parameters: Members, problems: Problems): Record<string, string> =>
  Object.fromEntries(
    [...parameters.values()].flatMap((parameter): [string, string][] => {
      const text = readText(parameter, problems);
      return text === undefined ? [] : [[parameter.name, text]];
    }),
  );

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

/** Reports what is probably not an area. What a person should know about a time is shown with the query. */
function warnOfAreas(
  dataset: Dataset,
  given: Members,
  { now, timeZone }: Pick<Surroundings, 'now' | 'timeZone'>,
  warnings: Problems,
): void {
  for (const parameter of dataset.parameters.filter(({ kind }) => kind === 'deliveryArea')) {
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
      const below = depth > 1 && value.type === 'object' && membersOf(name, value, unreported);
      if (below) add(here, below, depth - 1);
    }
  };
  add('', members, 3);
  return spans;
}
