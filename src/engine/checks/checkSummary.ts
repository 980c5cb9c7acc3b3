import type { Check } from '../../results/checks/checks';

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
      expected,
      actual,
      line,
    })),
  };
}
