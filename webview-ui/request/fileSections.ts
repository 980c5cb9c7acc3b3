import * as l10n from '@vscode/l10n';
import { formatInZone } from '#src/market/time/zones';
import type { ResultState } from '#src/protocol/messages';
import type { OpenedFile } from '#src/protocol/openedFile';
import { formatCount } from '#src/text/l10n';
import { element } from '../controls/dom';
import { serviceMessage } from '../frame/serviceMessage';
import { exactSize, pairs, parameterSection, section } from './sections';

/** Where the rows of a file come from, and which query it was saved for. */
export function fileSections(state: ResultState, file: OpenedFile): HTMLElement[] {
  const { timeZone, parameters, phase, bytes, wireBytes } = state;
  const { path, savedEpochMs, isRequestTime, savedFrom, chosenFrom, isChanged, madeUp, hasQuery } = file;
  const at = formatInZone(Math.floor(savedEpochMs / 1000) * 1000, timeZone);
  const lines: (readonly [string, string])[] = [
    [l10n.t('File'), path],
    [isRequestTime ? l10n.t('Requested') : l10n.t('Last modified'), at],
    [l10n.t('Size'), exactSize(wireBytes)],
  ];
  if (wireBytes < bytes) lines.push(['JSON', exactSize(bytes)]);
  if (savedFrom !== null) lines.push([l10n.t('Connection'), savedFrom]);
  if (chosenFrom !== null) {
    lines.push([
      l10n.t('Rows'),
      l10n.t('a selection from the {0} rows in the response', formatCount(chosenFrom)),
    ]);
  }
  if (madeUp !== null) {
    const maker =
      madeUp === 'synthetic'
        ? l10n.t("seeded, not the service's")
        : l10n.t('sample data from the sample service');
    lines.push([l10n.t('Values'), maker]);
  }
  if (isChanged) lines.push([l10n.t('Content'), l10n.t('changed since it was saved')]);
  // A failure's message is shown above all tabs.
  const isRead = phase.kind === 'ended' && phase.outcome.kind === 'success';
  const notes = isRead ? serviceMessage(phase) : null;
  const unknown = l10n.t("The query for this file is unknown because there's no provenance file next to it.");
  return [
    section(
      l10n.t('File'),
      pairs(l10n.t('File'), lines),
      ...(notes === null ? [] : [element('p', { class: 'quiet' }, notes)]),
    ),
    hasQuery
      ? parameterSection(parameters, timeZone)
      : section(l10n.t('Parameters'), element('p', { class: 'quiet' }, unknown)),
  ];
}
