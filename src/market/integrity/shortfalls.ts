import * as l10n from '@vscode/l10n';
import { formatCount } from '../../text/l10n';
import type { Finding, FindingKind } from './findings';

/** Findings about data that was due and isn't in a response, although it arrived in full. */
const lacking: readonly FindingKind[] = ['missing', 'absent', 'empty'];

/**
 * What was due and isn't in the response, in a few words each: "10 of 96 missing", "no data for SE3". Empty
 * if everything due is there. Values that are still to come aren't due.
 */
export function shortfallsOf(findings: readonly Finding[]): string[] {
  const received = findings.find(({ kind }) => kind === 'received')?.count ?? 0;
  return findings
    .filter(({ kind, severity, count }) => lacking.includes(kind) && severity === 'problem' && count > 0)
    .map(({ kind, count, text }) =>
      kind === 'missing'
        ? l10n.t('{0} of {1} missing', formatCount(count), formatCount(received + count))
        : text,
    );
}
