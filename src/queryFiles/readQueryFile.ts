import * as l10n from '@vscode/l10n';
import type { Dataset } from '../market/datasets/dataset';
import { datasets, findDataset } from '../market/datasets/datasets';
import { readQuery, type QueryProblem } from '../market/query/query';
import { marketZone } from '../market/time/deliveryDay';
import { isTimeZone } from '../market/time/zones';
import {
  membersOf,
  parsedTree,
  problemsIn,
  readName,
  readText,
  rejectUnknown,
  spanOf,
  type Member,
  type Members,
  type Problems,
} from './jsonTree';
import { nearest } from './nearest';
import type { FileProblem, FileQuery, QueryFile, Span } from './queryFile';
import { readExpectation } from './readExpectation';
import { readExport } from './readExport';

/** The version of the format. Public API. */
export const fileVersion = 1;
/** The time zone of a file that names none, whatever a person's settings say. */
export const defaultTimeZone = marketZone;
/** Characters that are read. Nobody writes as many, and every key a person presses reads the file again. */
export const longestFile = 200_000;
/** Queries that are read. */
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
 * Reads a query file, as far as it can be read; never throws. `now` (epoch milliseconds) decides what a day such as
 * `today` means when the parameters are checked. Everything wrong is a problem: of the file, or of one of its queries.
 */
export function readQueryFile(text: string, now = Date.now()): QueryFile {
  const found: FileProblem[] = [];
  const problems = problemsIn(found);
  const nothing = { timeZone: defaultTimeZone, queries: [], problems: found };
  if (text.length > longestFile) {
    problems.meaning(
      { start: 0, end: text.length },
      l10n.t('The file is longer than {0} characters.', longestFile),
    );
    return nothing;
  }
  const root = parsedTree(text, problems);
  const members = root && membersOf(l10n.t('A query file'), root, problems);
  if (!members) return nothing;
  rejectUnknown(members, fileMembers, problems);
  readText(members.get('$schema'), problems);
  const brace = { start: root.offset, end: root.offset + 1 };
  readVersion(members.get('version'), brace, problems);
  const timeZone = readTimeZone(members.get('timeZone'), problems) ?? defaultTimeZone;
  const connection = readName(members.get('connection'), problems);
  const list = members.get('queries');
  if (!list) problems.shape(brace, l10n.t('"{0}" is missing.', 'queries'));
  const named = (list && membersOf(list.name, list.value, problems)) ?? new Map<string, Member>();
  const read = [...named.values()].slice(0, mostQueries);
  if (list && read.length < named.size) {
    problems.meaning(list.nameSpan, l10n.t('The file contains more than {0} queries.', mostQueries));
  }
  const queries = read.map((member) => readFileQuery(member, { timeZone, connection, now }));
  return { timeZone, ...(connection !== undefined ? { connection } : {}), queries, problems: found };
}

function readVersion(member: Member | undefined, missing: Span, problems: Problems): void {
  if (!member) {
    problems.shape(missing, l10n.t('"{0}" is missing.', 'version'));
  } else if (member.value.value !== fileVersion) {
    problems.shape(spanOf(member.value), l10n.t('{0} must be {1}.', member.name, fileVersion));
  }
}

/** Offsets such as `+01:00` have no clock changes, and not every version of VS Code knows them. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

function readTimeZone(member: Member | undefined, problems: Problems): string | undefined {
  const zone = readText(member, problems);
  if (!member || zone === undefined) return undefined;
  if (zoneName.test(zone) && isTimeZone(zone)) return zone;
  problems.meaning(
    spanOf(member.value),
    l10n.t('"{0}" is not a time zone. Enter an IANA name such as Europe/Oslo, or UTC.', zone),
  );
  return undefined;
}

interface Surroundings {
  readonly timeZone: string;
  readonly connection: string | undefined;
  readonly now: number;
}

function readFileQuery(member: Member, { timeZone, now, ...file }: Surroundings): FileQuery {
  const found: FileProblem[] = [];
  const problems = problemsIn(found);
  const { name, span, nameSpan } = member;
  if (name.trim() === '') problems.shape(nameSpan, l10n.t("A query's name can't be empty."));
  const nothing = { name, span, nameSpan, parameters: {}, problems: found, spans: new Map() };
  const members = membersOf(name, member.value, problems);
  if (!members) return nothing;
  rejectUnknown(members, queryMembers, problems);
  const description = readText(members.get('description'), problems);
  const dataset = readDataset(members.get('dataset'), nameSpan, problems);
  const given = members.get('parameters');
  const parameters = (given && membersOf(given.name, given.value, problems)) ?? new Map<string, Member>();
  const texts = readTexts(parameters, problems);
  // Of an unknown dataset, nothing is known of its parameters; what isn't a string was reported.
  if (dataset && (!given || given.value.type === 'object')) {
    const asked = readQuery(dataset.id, texts, now, timeZone);
    const reported = new Set(found.map(({ start }) => start));
    for (const problem of 'problems' in asked ? asked.problems : []) {
      reportParameter(problem, { dataset, nameSpan, given, parameters, reported }, problems);
    }
  }
  const connection = readName(members.get('connection'), problems) ?? file.connection;
  const expected = members.get('expect');
  const expect = expected && readExpectation(expected, problems);
  const exported = members.get('export');
  const exportTo = exported && readExport(exported, problems);
  return {
    ...nothing,
    parameters: texts,
    spans: spansOf(members),
    ...(description !== undefined ? { description } : {}),
    ...(dataset ? { dataset } : {}),
    ...(connection !== undefined ? { connection } : {}),
    ...(expect ? { expect } : {}),
    ...(exportTo ? { export: exportTo } : {}),
  };
}

function readDataset(member: Member | undefined, missing: Span, problems: Problems): Dataset | undefined {
  if (!member) {
    problems.shape(missing, l10n.t('"{0}" is missing.', 'dataset'));
    return undefined;
  }
  const id = readText(member, problems);
  if (id === undefined) return undefined;
  const dataset = findDataset(id);
  if (dataset) return dataset;
  const meant = nearest(
    id,
    datasets.map((each) => each.id),
  );
  problems.shape(
    spanOf(member.value),
    meant === undefined
      ? l10n.t('Dataset "{0}" not found.', id)
      : l10n.t('Dataset "{0}" not found. Did you mean "{1}"?', id, meant),
  );
  return undefined;
}

/** The values that are strings, by name. `fromEntries` defines a parameter `__proto__` like any other. */
const readTexts = (parameters: Members, problems: Problems): Record<string, string> =>
  Object.fromEntries(
    [...parameters.values()].flatMap((parameter): [string, string][] => {
      const text = readText(parameter, problems);
      return text === undefined ? [] : [[parameter.name, text]];
    }),
  );

interface GivenParameters {
  readonly dataset: Dataset;
  /** Of the query. */
  readonly nameSpan: Span;
  readonly given: Member | undefined;
  readonly parameters: Members;
  /** Where problems begin that were reported before. */
  readonly reported: ReadonlySet<number>;
}

function reportParameter(
  { where, message }: QueryProblem,
  { dataset, nameSpan, given, parameters, reported }: GivenParameters,
  problems: Problems,
): void {
  const member = parameters.get(where);
  const names = dataset.parameters.map(({ name }) => name);
  if (!member) {
    problems.shape(given?.nameSpan ?? nameSpan, message);
  } else if (reported.has(member.value.offset)) {
    // It's not a string, which was reported, and therefore not given.
  } else if (!names.includes(where)) {
    const meant = nearest(where, names);
    const hint = meant === undefined ? '' : ` ${l10n.t('Did you mean "{0}"?', meant)}`;
    problems.shape(member.nameSpan, message + hint);
  } else if (String(member.value.value).trim() === '') {
    problems.shape(spanOf(member.value), message);
  } else {
    problems.meaning(spanOf(member.value), message);
  }
}

/** What is expected of each column, and each parameter, has a place of its own; so do members of `export`. */
function spansOf(members: Members): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  const unreported = problemsIn([]);
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
