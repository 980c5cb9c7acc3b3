import * as l10n from '@vscode/l10n';
import { fromTo, formatCount } from '../../src/text/l10n';
import type { ResultState, OpenedRange } from '../../src/protocol/messages';
import { pairs, parameterSection, section } from './sections';

/** Where the rows of a range come from, and what all its requests have in common. */
export function rangeSections(
  { connection, parameters, timeZone }: ResultState,
  { target, from, to, days }: OpenedRange,
): HTMLElement[] {
  const withRows = days.filter(({ outcome }) => outcome === 'success').length;
  const lines: (readonly [string, string])[] = [
    [l10n.t('Folder'), target],
    [l10n.t('Delivery days'), fromTo([...new Set([from, to])])],
    [l10n.t('Days with rows'), l10n.t('{0} of {1}', formatCount(withRows), formatCount(days.length))],
    [l10n.t('Connection'), connection],
  ];
  return [
    section(l10n.t('Opened range'), pairs(l10n.t('Opened range'), lines)),
    parameterSection(parameters, timeZone),
  ];
}
