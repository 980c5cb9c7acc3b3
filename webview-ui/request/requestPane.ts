import type { HeaderLine } from '../../src/request/requestTrace';
import { formatCount, t } from '../../src/text/l10n';
import type { ResultState } from '../../src/messages';
import { element } from '../controls/dom';
import { formatBytes, formatDuration } from '../frame/figures';
import type { Host, Pane } from '../host/pane';
import { isRunning, serviceWords } from '../frame/statusLine';
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
  return bytes < 1000 ? formatBytes(bytes) : t('{0} ({1} bytes)', formatBytes(bytes), formatCount(bytes));
}

function outcomeLines(state: ResultState): (readonly [string, string])[] {
  const { request, phase, timings, bytes, wireBytes } = state;
  const answered = request.status !== null;
  const lines: (readonly [string, string])[] = [
    [t('Outcome'), phase.kind === 'ended' ? phase.advice.title : isRunning(state) ? t('Under way') : none],
    [t('Status'), answered ? `HTTP ${request.status ?? none}` : t('no answer')],
    [t('Attempts'), formatCount(request.attempts)],
  ];
  if (answered) lines.push([t('First byte'), formatDuration(timings.firstByteMs)]);
  if (timings.firstRowsMs > 0) lines.push([t('First rows'), formatDuration(timings.firstRowsMs)]);
  if (phase.kind === 'ended') lines.push([t('Whole answer'), formatDuration(timings.totalMs)]);
  lines.push([t('Received'), exactSize(wireBytes)], ['JSON', exactSize(bytes)]);
  return lines;
}

/** What was asked and answered, exactly; secrets arrive masked. */
export function createRequestPane(host: Host): Pane {
  const pane = element('section', { class: 'request-pane', 'aria-label': t('Request') });
  let shown = '';

  function show(state: ResultState): void {
    const { request, parameters, phase, timeZone, comparison } = state;
    const key = JSON.stringify([request, parameters, phase, timeZone, comparison, outcomeLines(state)]);
    // Redrawing would lose a selection of text that is about to be copied.
    if (key === shown) return;
    shown = key;
    if (comparison) {
      const { originals, sentence } = comparison;
      pane.replaceChildren(...originalSections(host, originals, sentence, timeZone));
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
      section(t('Address'), addressLine(host, request)),
      ...(failed ? [failed] : []),
      section(t('Outcome'), pairs(t('Outcome'), outcomeLines(state))),
      section(t('Parameters'), parameterTable(t('Parameters'), parameters, timeZone)),
      section(t('Sent'), headerTable(t('Sent headers'), request.sent, t('Nothing was sent yet.'))),
      section(
        t('Received'),
        headerTable(t('Received headers'), request.received, t('No headers were received.')),
      ),
    );
  }

  return {
    element: pane,
    show,
    memory: { save: () => null, restore: () => undefined },
  };
}
