import * as l10n from '@vscode/l10n';
import { formatCount } from '../../text/l10n';
import type { Finding, FindingKind } from './findings';

/** What keeps a response that arrived in full from holding everything that was due. */
const falling: readonly FindingKind[] = ['missing', 'absent', 'empty'];

/**
 * What a response lacks of what was due by then, in a few words each: "10 of 96 missing", "nothing for SE3". Empty
 * if everything due is there; values that are still to come are not due.
 */
export function shortfallsOf(findings: readonly Finding[]): string[] {
  const received = findings.find(({ kind }) => kind === 'received')?.count ?? 0;
  return findings
    .filter(({ kind, severity, count }) => falling.includes(kind) && severity === 'problem' && count > 0)
    .map(({ kind, count, text }) =>
      kind === 'missing'
        ? l10n.t('{0} of {1} missing', formatCount(count), formatCount(received + count))
        : text,
    );
}
