import * as l10n from '@vscode/l10n';
import type { FileQuery } from '../../queryFiles/queryFile';
import { retryWaitText } from '../../request/retryWait';
import { isError, type Check } from '../../results/checks/checks';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { oneLine } from '../../text/plainText';
import type { CheckedFile, CheckedQuery, QueryStep } from './queryChecks';

const counted = {
  checks: (): Counted => [l10n.t('{0} check'), l10n.t('{0} checks')],
  queries: (): Counted => [l10n.t('{0} query'), l10n.t('{0} queries')],
};

/**
 * The log line for a step of a query, safe for a terminal; `undefined` for arriving rows, which would flood
 * the log.
 */
export function stepText(query: FileQuery, step: QueryStep): string | undefined {
  const words = wordsOf(query, step);
  return words === undefined ? undefined : oneLine(`${query.name}: ${words}`, 2000);
}

/**
 * A failed check in the form that the problem matcher `$market-data` of package.json reads. `path` is
 * relative to the workspace folder.
 */
export const problemLine = (path: string, { query, check, line, message }: Check): string =>
  oneLine(`${path}:${line}:1: error: ${query}: ${check}: ${message}`, 2000);

/** How many checks there are of each kind. Public API: the command line writes them. */
interface CheckCounts {
  readonly passed: number;
  readonly failed: number;
  /** Queries that couldn't be run. */
  readonly errors: number;
}

export function countsOf(checks: readonly Check[]): CheckCounts {
  const passed = checks.filter(({ ok }) => ok).length;
  const errors = checks.filter(isError).length;
  return { passed, failed: checks.length - passed - errors, errors };
}

/** What `marketData.queries.check` resolves with. Public API. */
export interface CheckSummary {
  passed: number;
  failed: number;
  checks: Pick<Check, 'query' | 'check' | 'ok' | 'expected' | 'actual' | 'line'>[];
}

/** What programs learn about checks. */
export function summaryOfChecks(checks: readonly Check[]): CheckSummary {
  const passed = checks.filter(({ ok }) => ok).length;
  return {
    passed,
    failed: checks.length - passed,
    checks: checks.map(({ query, check, ok, expected, actual, line }) => ({
      query,
      check,
      ok,
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
      line,
    })),
  };
}

/** How many checks failed, as a person counts the written ones: the check of the outcome is always made. */
export function failedText(checks: readonly Check[]): string {
  const failed = formatCount(checks.filter(({ ok }) => !ok).length);
  const words: Counted = checks.some(({ check }) => check === 'outcome')
    ? [
        l10n.t('{1} of {0} check failed (outcome included)'),
        l10n.t('{1} of {0} checks failed (outcome included)'),
      ]
    : [l10n.t('{1} of {0} check failed'), l10n.t('{1} of {0} checks failed')];
  return formatCounted(checks.length, words, failed);
}

/** How many checks of a file passed and failed, and how many queries couldn't be run. */
export function checkCountsText({ checks }: Pick<CheckedFile, 'checks'>): string {
  const { passed, failed, errors } = countsOf(checks);
  const ofPassed = formatCounted(passed, counted.checks());
  const ofFailed = formatCount(failed);
  if (errors === 0) return l10n.t('{0} passed, {1} failed', ofPassed, ofFailed);
  const unrun = formatCounted(errors, counted.queries());
  return l10n.t("{0} passed, {1} failed, {2} couldn't be run", ofPassed, ofFailed, unrun);
}

function wordsOf({ dataset, parameters, connection }: FileQuery, step: QueryStep): string | undefined {
  switch (step.kind) {
    case 'begun': {
      const asked = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
      const words = [dataset?.title() ?? '', ...asked].join(' ');
      return connection === undefined ? words : l10n.t('{0} ({1})', words, connection);
    }
    case 'waiting':
      return `${retryWaitText(step, Date.now())}. ${step.reason}`;
    case 'receiving':
      return undefined;
    case 'ended':
      return endText(step.checked);
  }
}

function endText({ checks, milliseconds }: CheckedQuery): string {
  if (checks.length === 0) return l10n.t('Not run, because the query has no "expect" property.');
  const duration = l10n.t('{0} ms', formatCount(Math.round(milliseconds)));
  const result = checks.some(({ ok }) => !ok)
    ? failedText(checks)
    : l10n.t('{0} passed', formatCounted(checks.length, counted.checks()));
  return `${result} (${duration})`;
}
