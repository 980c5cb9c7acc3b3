/**
 * Checks a query's response: each part of an expectation yields one check, with words for people and values
 * for programs. `responseFacts.ts` collects the facts about the response.
 */
import * as l10n from '@vscode/l10n';
import { standInKinds } from '../../market/integrity/findings';
import type { FindingKind } from '../../market/integrity/judgement';
import { intervalsText } from '../../market/time/intervalText';
import type { FileQuery } from '../../queryFiles/queryFile';
import type { Expectation } from '../../queryFiles/read/expectation';
import type { OutcomeKind } from '../../request/outcome';
import type { Bounds, Breach, BreachRow, ColumnExpectation, ColumnFacts } from '../../protocol/figureTypes';
import type { Filter } from '../../protocol/rowsQuestion';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { oneLine } from '../../text/plainText';
import { incompletenessOf } from '../incompleteness';
import type { ResponseFacts } from './responseFacts';

/** The check of one part of what was expected of a response. Public API: the members up to `line`. */
export interface Check {
  /** The query's name. */
  readonly query: string;
  /** The path relative to `expect`, such as `columns.value`, or `query` if the query couldn't be run. */
  readonly check: string;
  readonly ok: boolean;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Line in the query file, from 1. */
  readonly line: number;
  /**
   * Sentences for people that name the intervals or rows. One line of bounded length, but not safe for
   * labels.
   */
  readonly message: string;
  /** The result that the rows are in. */
  readonly result?: string;
  /** How it failed; their messages make up `message`. Empty if it passed. */
  readonly failures: readonly Failure[];
}

/** One way in which a check failed. A table can show the rows of only one failure at a time. */
export interface Failure {
  /** As `Check.message`. */
  readonly message: string;
  /** The same with a line for each row, if it names rows. */
  readonly lines?: readonly string[];
  /** The finding whose rows it's about, if there is one. */
  readonly finding?: FindingKind;
  /** The filter that shows just the rows it's about, if there is one. */
  readonly filter?: readonly Filter[];
}

/** The result for one part of an expectation; `checksOf` adds its path and line. */
interface Verdict {
  readonly ok: boolean;
  readonly expected: unknown;
  readonly actual: unknown;
  /** If it passed, one entry that says so. Each row is in a line of its own. */
  readonly told: readonly Omit<Failure, 'lines'>[];
}

const verdict = (ok: boolean, expected: unknown, actual: unknown, message: string): Verdict => ({
  ok,
  expected,
  actual,
  told: [{ message }],
});

const longestMessage = 600;
/** How many columns or values a list shows, which is only for orientation. */
const mostListed = 12;

/** Unless they are expected, these outcomes say nothing about the data: the query couldn't be run. */
const withoutResponse: ReadonlySet<OutcomeKind> = new Set([
  'unauthorized',
  'tooManyRequests',
  'unreachable',
  'timeout',
]);

/** Whether the check only says that its query couldn't be run. */
export const isError = ({ check, ok }: Pick<Check, 'check' | 'ok'>): boolean => !ok && check === 'query';

/**
 * The checks of a query that was sent, in the order of `Expectation`; a single one if the query couldn't be run,
 * or if its data isn't there because it isn't `due` yet, which is a text such as `due at about 12:55`. `zone` is
 * the file's time zone, for times in messages. `lineOf` returns the line, from 1, of the member with a path
 * relative to the query.
 */
export function checksOf(
  { name, expect }: Pick<FileQuery, 'name' | 'expect'>,
  facts: ResponseFacts,
  zone: string,
  lineOf: (path: string) => number,
  due = '',
): Check[] {
  if (!expect) return [];
  const verdicts = verdictsOf(expect, facts, zone, due);
  return verdicts.map(([check, { ok, expected, actual, told }]) => ({
    query: name,
    check,
    ok,
    expected,
    actual,
    message: messageText(told.map(({ message }) => message).join(' ')),
    line: lineOf(`expect.${check}`),
    result: facts.summary.id,
    failures: ok ? [] : told.map(failureOf),
  }));
}

const messageText = (words: string) => oneLine(words.replaceAll('….', '…'), longestMessage);

function failureOf(told: Omit<Failure, 'lines'>): Failure {
  const lines = told.message.split('\n').map((line) => messageText(line.trim().replace(/,$/, '')));
  return { ...told, message: messageText(told.message), ...(lines.length > 1 && { lines }) };
}

/**
 * The check for readers who must not learn what the response contains: if it failed, it only says so, with what the
 * file expects, and leads to the rows of its first failure. A query that couldn't be run still says why.
 */
export function withheldCheck(check: Check): Check {
  if (check.ok || isError(check)) return check;
  const message = messageText(l10n.t('The check failed. Expected: {0}.', JSON.stringify(check.expected)));
  const failures = check.failures.slice(0, 1).map((first) => ({ ...first, message, lines: [message] }));
  return { ...check, actual: undefined, message, failures };
}

/** The check of a query that wasn't sent, and why. */
export const unsentCheck = (query: string, line: number, message: string): Check => ({
  query,
  check: 'query',
  ok: false,
  line,
  message: messageText(message),
  failures: [failureOf({ message })],
});

function verdictsOf(
  expect: Expectation,
  facts: ResponseFacts,
  zone: string,
  due: string,
): [path: string, Verdict][] {
  const { kind, isOfSignIn } = facts.outcome;
  const outcome = outcomeVerdict(expect.outcome, facts);
  if (!outcome.ok && (isOfSignIn || withoutResponse.has(kind))) return [['query', outcome]];
  if (!outcome.ok && kind === 'noData' && due !== '') {
    const message = l10n.t("The data isn't published yet ({0}).", due);
    return [['outcome', { ...outcome, told: [{ message }] }]];
  }
  const { complete, records, rows, columns = {}, zeros, fingerprint } = expect;
  const verdicts: [path: string, Verdict][] = [['outcome', outcome]];
  if (complete !== undefined) verdicts.push(['complete', completeVerdict(facts, zone)]);
  if (records !== undefined) {
    verdicts.push(['records', countVerdict(records, facts.summary.records, recordWords())]);
  }
  if (rows !== undefined) verdicts.push(['rows', countVerdict(rows, facts.rows, rowWords())]);
  for (const [key, column] of Object.entries(columns)) {
    verdicts.push([`columns.${key}`, columnVerdict(key, column, facts, zone)]);
  }
  if (zeros !== undefined) verdicts.push(['zeros', zerosVerdict(facts)]);
  if (fingerprint !== undefined) verdicts.push(['fingerprint', fingerprintVerdict(fingerprint, facts)]);
  return verdicts;
}

function outcomeVerdict(expected: string, { outcome }: ResponseFacts): Verdict {
  const { kind, message, status, isOfSignIn } = outcome;
  const ok = kind === expected;
  // Other kinds of outcomes say themselves that they aren't about the query.
  if (!ok && isOfSignIn && !withoutResponse.has(kind)) return verdict(ok, expected, kind, message ?? kind);
  const words = [
    ok ? l10n.t('The outcome is {0}.', kind) : l10n.t('The outcome is {0} instead of {1}.', kind, expected),
    ...(!ok && status !== undefined && status >= 300 ? [`HTTP ${status}.`] : []),
    ...(!ok && message !== undefined ? [message] : []),
  ];
  return verdict(ok, expected, kind, words.join(' '));
}

function completeVerdict(facts: ResponseFacts, zone: string): Verdict {
  const lack = incompletenessOf(facts, zone);
  if (!lack) return verdict(true, true, true, l10n.t('The response is complete.'));
  return { ok: false, expected: true, actual: lack.actual, told: lack.lacks };
}

function zerosVerdict({ findings }: ResponseFacts): Verdict {
  const found = findings.filter(({ kind }) => standInKinds.some((each) => each === kind));
  if (found.length === 0) {
    return verdict(true, false, false, l10n.t('No zeros or equal values seem to stand for missing values.'));
  }
  return {
    ok: false,
    expected: false,
    actual: Object.fromEntries(found.map(({ kind, count }) => [kind, count])),
    told: found.map(({ kind, text }) => ({ message: `${text}.`, finding: kind })),
  };
}

/** `{0}` is the number received; `{1}` says how many were expected. */
const recordWords = (): Counted => [
  l10n.t('{0} record was received; expected: {1}.'),
  l10n.t('{0} records were received; expected: {1}.'),
];
const rowWords = (): Counted => [
  l10n.t('{0} row was received; expected: {1}.'),
  l10n.t('{0} rows were received; expected: {1}.'),
];

function countVerdict(expected: number | Bounds, actual: number, words: Counted): Verdict {
  const { '>=': least = -Infinity, '<=': most = Infinity } =
    typeof expected === 'number' ? { '>=': expected, '<=': expected } : expected;
  const ok = actual >= least && actual <= most;
  return verdict(ok, expected, actual, formatCounted(actual, words, boundsText(least, most)));
}

/** "92", "at least 92", "at most 200", "92 to 200". */
function boundsText(least: number, most: number): string {
  if (least === most) return formatCount(least);
  if (least === -Infinity) return l10n.t('at most {0}', formatCount(most));
  if (most === Infinity) return l10n.t('at least {0}', formatCount(least));
  return l10n.t('{0} to {1}', formatCount(least), formatCount(most));
}

/**
 * `{1}` is the number of all rows, `{2}` is a bound or a list, and `{3}` names the first of the affected
 * rows.
 */
const breachWords: { readonly [Kind in Breach['kind']]: () => Counted } = {
  below: () => [
    l10n.t('{0} of {1} values is below {2}: {3}.'),
    l10n.t('{0} of {1} values are below {2}: {3}.'),
  ],
  above: () => [
    l10n.t('{0} of {1} values is above {2}: {3}.'),
    l10n.t('{0} of {1} values are above {2}: {3}.'),
  ],
  unlike: () => [
    l10n.t("{0} of {1} values isn't a number: {3}."),
    l10n.t("{0} of {1} values aren't numbers: {3}."),
  ],
  null: () => [l10n.t('{0} of {1} values is null: {3}.'), l10n.t('{0} of {1} values are null: {3}.')],
  other: () => [
    l10n.t("{0} of {1} values isn't among those expected ({2}): {3}."),
    l10n.t("{0} of {1} values aren't among those expected ({2}): {3}."),
  ],
};

function columnVerdict(
  key: string,
  expected: ColumnExpectation,
  { columns, summary, rows }: ResponseFacts,
  zone: string,
): Verdict {
  const facts = columns.get(key) ?? null;
  if (rows === 0) {
    const message = l10n.t('No rows were received, so "{0}" has no values.', key);
    return verdict(false, expected, null, message);
  }
  if (!facts) {
    const keys = listed(summary.columns.map((column) => column.key));
    const message = l10n.t('The response has no column "{0}". Available columns: {1}.', key, keys);
    return verdict(false, expected, null, message);
  }
  const actual = actualOf(expected, facts);
  if (facts.breaches.length === 0) {
    return verdict(true, expected, actual, l10n.t('All values of "{0}" are as expected.', key));
  }
  const told = facts.breaches.map(({ kind, count, spots }) => {
    const message = formatCounted(
      count,
      breachWords[kind](),
      formatCount(rows),
      kind === 'below' || kind === 'above'
        ? String(expected[kind === 'below' ? '>=' : '<='])
        : listed((expected.in ?? []).map(String)),
      spotsText(spots, count, zone),
    );
    const filter = filterFor(key, expected, kind, facts);
    return { message, ...(filter ? { filter } : {}) };
  });
  return { ok: false, expected, actual, told };
}

/** Has the same members as what was expected, so that the two can be compared side by side. */
function actualOf(expected: ColumnExpectation, { least, greatest, nulls, others }: ColumnFacts) {
  return {
    ...(expected['>='] === undefined ? {} : { '>=': numberOf(least) }),
    ...(expected['<='] === undefined ? {} : { '<=': numberOf(greatest) }),
    ...(expected.notNull === undefined ? {} : { notNull: nulls === 0 }),
    ...(expected.in === undefined ? {} : { in: others.length === 0 ? expected.in : others }),
  };
}

/** A number if a double has all of its digits, otherwise its text. */
const numberOf = (text: string | null): number | string | null =>
  text !== null && String(Number(text)) === text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
    ? Number(text)
    : text;

/**
 * "4100.00 for SE3 at 2026-03-29 02:00–02:15 (+01:00), 12.1 in row 17 (NO1 → FI), …", a row a line, without the
 * values that are null
 */
function spotsText(spots: readonly BreachRow[], count: number, zone: string): string {
  const words = spots.map(({ row, start, end, place, text }) => {
    if (start !== null && end !== null) {
      const interval = intervalsText([{ start, end }], zone);
      if (text === null) return place === '' ? interval : `${place} ${interval}`;
      return place === ''
        ? l10n.t('{0} at {1}', text, interval)
        : l10n.t('{0} for {1} at {2}', text, place, interval);
    }
    const number = formatCount(row + 1);
    const where = place === '' ? number : `${number} (${place})`;
    return text === null ? l10n.t('row {0}', where) : l10n.t('{0} in row {1}', text, where);
  });
  return `\n${[...words, ...(count > spots.length ? ['…'] : [])].join(',\n')}`;
}

/** The filter for just the rows of one breach, if there is one. */
function filterFor(
  key: string,
  expected: ColumnExpectation,
  kind: Breach['kind'],
  { isNumeric }: ColumnFacts,
): readonly Filter[] | undefined {
  const one = (op: Filter['op'], value: Filter['value']): Filter => ({ column: key, op, value });
  switch (kind) {
    // The table's filters compare texts as texts, even if they are numbers.
    case 'below':
      return isNumeric ? [one('<', expected['>='] ?? null)] : undefined;
    case 'above':
      return isNumeric ? [one('>', expected['<='] ?? null)] : undefined;
    case 'null':
      return [one('=', null)];
    case 'other':
      // `!=` also keeps missing values, which don't violate `in`, so the last filter excludes them.
      return [...(expected.in ?? []).filter((value) => value !== null), null].map((value) =>
        one('!=', value),
      );
    case 'unlike':
      return undefined;
  }
}

function fingerprintVerdict(expected: string, { fingerprint }: ResponseFacts): Verdict {
  const ok = fingerprint === expected;
  const message = ok
    ? l10n.t('The data is the same as when it was pinned.')
    : l10n.t('The data has changed since it was pinned.');
  return verdict(ok, expected, fingerprint, message);
}

function listed(words: readonly string[]): string {
  const shown = words.slice(0, mostListed).map((word) => oneLine(word, 40));
  return [...shown, ...(words.length > shown.length ? ['…'] : [])].join(', ');
}
