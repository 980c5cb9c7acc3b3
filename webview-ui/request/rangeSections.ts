import * as l10n from '@vscode/l10n';
import { fromTo } from '#src/text/l10n';
import type { ResultState } from '#src/protocol/messages';
import type { OpenedRange } from '#src/protocol/openedRange';
import { exactSize, pairs, parameterSection, section } from './sections';

/** Where the rows of a range come from, and what all its requests have in common. */
export function rangeSections(
  { bytes, connection, parameters, timeZone }: ResultState,
  { target, from, to }: OpenedRange,
): HTMLElement[] {
  const lines: (readonly [string, string])[] = [
    [l10n.t('Folder'), target],
    [l10n.t('Delivery days'), fromTo([...new Set([from, to])])],
    [l10n.t('Connection'), connection],
    [l10n.t('Files'), exactSize(bytes)],
  ];
  return [
    section(l10n.t('Opened range'), pairs(l10n.t('Opened range'), lines)),
    parameterSection(parameters, timeZone),
  ];
}
