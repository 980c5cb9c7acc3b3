import * as l10n from '@vscode/l10n';
import type { ResultState, ShownComparison } from '#src/protocol/messages';
import type { OpenedFile } from '#src/protocol/openedFile';
import type { OpenedRange } from '#src/protocol/openedRange';
import { formatCount, fromTo } from '#src/text/l10n';
import { element } from '../controls/dom';
import { runTime } from '../frame/runTime';
import { serviceMessage } from '../frame/serviceMessage';
import type { Host } from '../host/pane';
import { addressLine, exactSize, pairs, parameterSection, parameterTable, section } from './sections';

/** The requests of a comparison's two results. */
export function comparisonSections(
  host: Host,
  { columns, timeZone }: ResultState,
  { originals, sentence }: ShownComparison,
): HTMLElement[] {
  /** Whether there are values that could be subtracted. */
  const hasDifferences = columns.some(({ key }) => /(^|\.)difference$/.test(key));
  const letters = ['A', 'B'];
  return [
    section(
      l10n.t('Comparison'),
      element(
        'p',
        {},
        hasDifferences ? l10n.t('{0}. Each difference is A minus B.', sentence) : `${sentence}.`,
      ),
    ),
    ...originals.map(({ label, parameters, request }, index) =>
      section(
        `${letters[index] ?? ''}: ${label}`,
        addressLine(host, request, l10n.t('Copy Address of {0}', label)),
        parameterTable(l10n.t('Parameters of {0}', label), parameters, timeZone),
      ),
    ),
  ];
}

/** Where the rows of a file come from, and which query it was saved for. */
export function fileSections(state: ResultState, file: OpenedFile): HTMLElement[] {
  const { timeZone, parameters, phase, bytes, wireBytes } = state;
  const { path, savedEpochMs, isRequestTime, savedFrom, chosenFrom, isChanged, madeUp, hasQuery } = file;
  const lines: (readonly [string, string])[] = [
    [l10n.t('File'), path],
    [isRequestTime ? l10n.t('Requested') : l10n.t('Last modified'), runTime(savedEpochMs, timeZone)],
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
