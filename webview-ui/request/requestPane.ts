import * as l10n from '@vscode/l10n';
import type { HeaderLine } from '../../src/request/requestTrace';
import { formatCount } from '../../src/text/l10n';
import type { ResultState } from '../../src/messages';
import { element } from '../controls/dom';
import { formatBytes, formatDuration } from '../frame/sizesAndDurations';
import type { Host, Pane } from '../host/pane';
import { serviceWords } from '../frame/serviceWords';
import { isRunning } from '../frame/statusLine';
import { fileSections } from './openedFile';
import { originalSections } from './originals';
import { addressLine, pairs, parameterTable, section } from './parts';

const none = '–';

function headerTable(label: string, lines: readonly HeaderLine[], absent: string): HTMLElement {
  if (lines.length === 0) return element('p', { class: 'quiet' }, absent);
  return pairs(
    label,
    lines.map(({ name, value }) => [name, value]),
  );
}

function exactSize(bytes: number): string {
  return bytes < 1000
    ? formatBytes(bytes)
    : l10n.t('{0} ({1} bytes)', formatBytes(bytes), formatCount(bytes));
}

function outcomeLines(state: ResultState): (readonly [string, string])[] {
  const { request, phase, timings, bytes, wireBytes } = state;
  const answered = request.status !== null;
  const lines: (readonly [string, string])[] = [
    [
      l10n.t('Outcome'),
      phase.kind === 'ended' ? phase.advice.title : isRunning(state) ? l10n.t('In progress') : none,
    ],
    [l10n.t('Status'), answered ? `HTTP ${request.status ?? none}` : l10n.t('no response')],
    [l10n.t('Attempts'), formatCount(request.attempts)],
  ];
  if (answered) lines.push([l10n.t('First byte'), formatDuration(timings.firstByteMs)]);
  if (timings.firstRowsMs > 0) lines.push([l10n.t('First rows'), formatDuration(timings.firstRowsMs)]);
  if (phase.kind === 'ended') lines.push([l10n.t('Complete response'), formatDuration(timings.totalMs)]);
  lines.push([l10n.t('Received'), exactSize(wireBytes)], ['JSON', exactSize(bytes)]);
  return lines;
}

/** The exact request and response; secrets arrive masked. */
export function createRequestPane(host: Host): Pane {
  const pane = element('section', { class: 'request-pane', 'aria-label': l10n.t('Request') });
  let shown = '';

  function show(state: ResultState): void {
    const { request, parameters, phase, timeZone, comparison, file } = state;
    const key = JSON.stringify([request, parameters, phase, timeZone, comparison, file, outcomeLines(state)]);
    // Redrawing would lose a selection of text that is about to be copied.
    if (key === shown) return;
    shown = key;
    if (comparison) {
      const { originals, sentence } = comparison;
      pane.replaceChildren(...originalSections(host, originals, sentence, timeZone));
      return;
    }
    if (file) {
      pane.replaceChildren(...fileSections(state, file));
      return;
    }
    const words = serviceWords(phase);
    const failed =
      phase.kind === 'ended' && phase.outcome.kind !== 'success'
        ? section(
            phase.advice.title,
            ...(words === null ? [] : [element('p', { class: 'service-words' }, words)]),
            element('p', {}, phase.advice.explanation),
          )
        : null;
    pane.replaceChildren(
      section(l10n.t('Address'), addressLine(host, request)),
      ...(failed ? [failed] : []),
      section(l10n.t('Outcome'), pairs(l10n.t('Outcome'), outcomeLines(state))),
      section(l10n.t('Parameters'), parameterTable(l10n.t('Parameters'), parameters, timeZone)),
      section(
        l10n.t('Sent'),
        headerTable(l10n.t('Sent headers'), request.sent, l10n.t('Nothing has been sent yet.')),
      ),
      section(
        l10n.t('Received'),
        headerTable(l10n.t('Received headers'), request.received, l10n.t('No headers received.')),
      ),
    );
  }

  return {
    element: pane,
    show,
    memory: { save: () => null, restore: () => undefined },
  };
}
