import * as l10n from '@vscode/l10n';
import { givenParameters, withDaysAt } from '../../market/query/enteredDays';
import type { Query } from '../../market/query/query';
import { membersBelow, membersOf, parsedTree, spanOf, type Member } from '../read/syntaxTree';
import { withMember, withoutMember, withValue, type Json } from './memberEdits';
import { lineNumbers } from './positions';
import { unreported } from '../problems';
import { fileVersion } from '../read/fileFormat';
import { longestFile, readQueryFile } from '../read/readQueryFile';
import { queryNameProblem } from '../queryName';

/** A query to save in a file. */
export interface NewQuery {
  /** The query as sent, with the days that a person entered. */
  readonly query: Query;
  /** The name of its connection, unless that is the file's or the selected one. */
  readonly connection?: string;
}

/** How a query is saved. */
interface Saving {
  /** Whether a query with the same name is replaced, including everything that is expected of it. */
  readonly overwrite: boolean;
  /** The time zone for a new file. */
  readonly timeZone: string;
  /**
   * The time of saving, in epoch milliseconds: a day that has passed since the query was run is no longer
   * `today`.
   */
  readonly now: number;
}

/**
 * The text of a query file with the query added, or with the query of this name replaced. Comments and layout
 * of everything else are kept. Instants are written in UTC, and days as words where these mean the same in
 * the file's time zone. Without a text, creates a new file. Throws an `Error` ready to display if the file
 * can't be read, or the name is taken.
 */
export function withQuery(text: string | undefined, name: string, saved: NewQuery, saving: Saving): string {
  const problem = queryNameProblem(name);
  if (problem !== null) throw new Error(problem);
  if (text === undefined || text.trim() === '') {
    const { timeZone } = saving;
    const file = { version: fileVersion, timeZone, queries: {} };
    return withQuery(`${JSON.stringify(file, null, 2)}\n`, name, saved, saving);
  }
  const { timeZone } = readable(text);
  const value = written(saved, timeZone, saving.now);
  const { object, members } = queriesIn(text);
  const taken = members.find((member) => member.name === name);
  if (!taken) return short(withMember(text, object, members, name, value));
  if (!saving.overwrite) {
    throw new Error(l10n.t('The query file already contains a query named "{0}".', name));
  }
  return short(withValue(text, taken, value));
}

function written({ query, connection }: NewQuery, timeZone: string, now: number): Json {
  return {
    dataset: query.dataset.id,
    parameters: givenParameters(withDaysAt(query, now), timeZone),
    ...(connection !== undefined ? { connection } : {}),
  };
}

/**
 * The text of a query file with this fingerprint as the expected one of the query. Throws an `Error` ready to
 * display if the file can't be read, or has no such query.
 */
export function withFingerprint(text: string, name: string, fingerprint: string): string {
  const { span, members } = queryIn(text, name);
  const expected = members.find((member) => member.name === 'expect');
  if (!expected) return short(withMember(text, span, members, 'expect', { fingerprint }));
  return short(withSetMember(text, expected, 'fingerprint', fingerprint));
}

/**
 * The text of a query file with these parameters, as a person enters them, for the query. Parameters that
 * remain keep their positions and comments. Throws an `Error` ready to display if the file can't be read, or
 * has no such query.
 */
export function withParameters(
  text: string,
  name: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const { span, members } = queryIn(text, name);
  const given = members.find((member) => member.name === 'parameters');
  if (!given) return short(withMember(text, span, members, 'parameters', parameters));
  if (given.value.type !== 'object') return short(withValue(text, given, parameters));
  const names = membersIn(given).map((member) => member.name);
  let changed = text;
  const current = (): Member => {
    const found = queryIn(changed, name).members.find((member) => member.name === 'parameters');
    // The member exists, and only its own members change, so it's always found.
    return found ?? given;
  };
  for (const [parameter, value] of Object.entries(parameters)) {
    changed = withSetMember(changed, current(), parameter, value);
  }
  for (const gone of names.filter((each) => !Object.hasOwn(parameters, each))) {
    const rest = membersIn(current());
    const member = rest.find((each) => each.name === gone);
    if (member) changed = withoutMember(changed, rest, member);
  }
  return short(changed);
}

/** The text with a member set or added in the object that is the value of `owner`. */
function withSetMember(text: string, owner: Member, name: string, value: string): string {
  const members = membersIn(owner);
  const member = members.find((each) => each.name === name);
  if (!member) return withMember(text, spanOf(owner.value), members, name, value);
  return member.value.value === value ? text : withValue(text, member, value);
}

function readable(text: string): { readonly timeZone: string } {
  const obstacle = obstacleIn(text);
  if (obstacle) throw new Error(obstacle.message);
  return readQueryFile(text);
}

/**
 * Why the text of a query file can't be changed, as a sentence, and the line of the problem (from 1); `null`
 * if it can.
 */
export function obstacleIn(text: string): { readonly message: string; readonly line: number } | null {
  const [first] = text.trim() === '' ? [] : readQueryFile(text).problems;
  if (!first) return null;
  const line = lineNumbers(text)(first.start);
  const words = l10n.t(
    "The query file can't be changed because of a problem on line {0}: {1}",
    line,
    first.message,
  );
  return { message: words, line };
}

function membersIn(owner: Member): readonly Member[] {
  const members = membersOf(owner.name, owner.value, unreported);
  if (!members) throw new Error(l10n.t('{0} must be an object.', owner.name));
  return [...members.values()];
}

/** The member `queries` of a text that is known to be readable. */
function queriesIn(text: string): {
  readonly object: { start: number; end: number };
  members: readonly Member[];
} {
  readable(text);
  const queries = membersBelow(parsedTree(text, unreported)).get('queries');
  if (!queries) throw new Error(l10n.t('"{0}" is missing.', 'queries'));
  return { object: spanOf(queries.value), members: membersIn(queries) };
}

function queryIn(text: string, name: string) {
  const query = queriesIn(text).members.find((member) => member.name === name);
  if (!query) throw new Error(l10n.t('The query file contains no query named "{0}".', name));
  return { span: spanOf(query.value), members: membersIn(query) };
}

/** Rejects a text that would be too long to be read again. */
function short(text: string): string {
  if (text.length <= longestFile) return text;
  throw new Error(l10n.t('The file is longer than {0} characters.', longestFile));
}
