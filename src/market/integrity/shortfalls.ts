import * as l10n from '@vscode/l10n';
import { formatCount } from '../../text/l10n';
import type { Finding } from './findings';
import { isFlaw } from './judgement';

/** Nobody would read a longer list; the result view lists all findings. */
const mostNamed = 3;

/**
 * Why a response isn't complete, in a few words each: "10 of 96 missing", "no data for SE3". Empty if it's
 * complete. Values that are still to come aren't due.
 */
export function shortfallsOf(findings: readonly Finding[]): string[] {
  const received = findings.find(({ kind }) => kind === 'received')?.count ?? 0;
  const flaws = findings.filter(isFlaw);
  return [
    ...flaws
      .slice(0, mostNamed)
      .map(({ kind, count, text }) =>
        kind === 'missing'
          ? l10n.t('{0} of {1} missing', formatCount(count), formatCount(received + count))
          : text,
      ),
    ...(flaws.length > mostNamed ? [l10n.t('and {0} more', formatCount(flaws.length - mostNamed))] : []),
  ];
}
