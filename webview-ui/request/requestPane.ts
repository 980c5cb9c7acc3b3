import * as l10n from '@vscode/l10n';
import type { HeaderLine } from '#src/request/requestTrace';
import { formatCount } from '#src/text/l10n';
import type { Phase, ResultState, ShownRun } from '#src/protocol/messages';
import { element } from '../controls/dom';
import { formatDuration } from '#src/text/sizesAndDurations';
import type { Host, Pane } from '../host/pane';
import { runTime } from '../frame/runTime';
import { serviceMessage } from '../frame/serviceMessage';
import { isRunning } from '../frame/status/statusLine';
import { addressLine, exactSize, pairs, parameterSection, section } from './sections';
import { comparisonSections, fileSections, rangeSections } from './sourceSections';

const none = '–';

const headerTable = (label: string, lines: readonly HeaderLine[], absent: string): HTMLElement =>
  lines.length === 0
    ? element('p', { class: 'quiet' }, absent)
    : pairs(
        label,
        lines.map(({ name, value }) => [name, value] as const),
      );

const outcomeText = (run: ShownRun): string =>
  run.phase.kind === 'ended' ? run.phase.advice.title : isRunning(run) ? l10n.t('In progress') : none;

function outcomeLines(run: ShownRun, timeZone: string): (readonly [string, string])[] {
  const { request, phase, timings, bytes, wireBytes, startedEpochMs } = run;
  const answered = request.status !== null;
  const isFailure = phase.kind === 'ended' && phase.outcome.kind !== 'success';
  const lines: (readonly [string, string])[] = [
    // The view already says above how a query failed.
    ...(isFailure ? [] : [[l10n.t('Outcome'), outcomeText(run)] as const]),
    [l10n.t('Status'), answered ? `HTTP ${request.status ?? none}` : l10n.t('no response')],
    [l10n.t('Attempts'), formatCount(request.attempts)],
    [l10n.t('Started'), runTime(startedEpochMs, timeZone)],
  ];
  if (answered) lines.push([l10n.t('First byte'), formatDuration(timings.firstByteMs)]);
  if (timings.firstRowsMs > 0) lines.push([l10n.t('First rows'), formatDuration(timings.firstRowsMs)]);
  if (phase.kind === 'ended') lines.push([l10n.t('Complete response'), formatDuration(timings.totalMs)]);
  lines.push([l10n.t('Received'), exactSize(wireBytes)], ['JSON', exactSize(bytes)]);
  return lines;
}

/** Why there is no data. This isn't in the alert region, because it's not a problem. */
function noDataWords(phase: Phase): HTMLElement[] {
  if (phase.kind !== 'ended' || phase.outcome.kind !== 'noData') return [];
  const words = serviceMessage(phase);
  return [
    ...(words === null ? [] : [element('p', { class: 'service-words' }, words)]),
    element('p', {}, phase.advice.explanation),
  ];
}

/** Address, outcome, and headers of one run. `between` is placed before the headers. */
function runSections(
  host: Host,
  run: ShownRun,
  timeZone: string,
  between: readonly HTMLElement[] = [],
): HTMLElement[] {
  const { request } = run;
  return [
    section(l10n.t('Address'), addressLine(host, request)),
    section(
      l10n.t('Outcome'),
      pairs(l10n.t('Outcome'), outcomeLines(run, timeZone)),
      ...noDataWords(run.phase),
    ),
    ...between,
    section(
      l10n.t('Sent'),
      headerTable(l10n.t('Sent headers'), request.sent, l10n.t('Nothing has been sent yet.')),
    ),
    section(
      l10n.t('Received'),
      headerTable(l10n.t('Received headers'), request.received, l10n.t('No headers received.')),
    ),
  ];
}

/** The exact request and response. Secrets are masked before they reach the view. */
export function createRequestPane(host: Host): Pane {
  const pane = element('section', { class: 'request-pane', 'aria-label': l10n.t('Request') });
  let shown = '';

  function sectionsOf(state: ResultState): HTMLElement[] {
    const { source } = state;
    if (source.kind === 'comparison') return comparisonSections(host, state, source);
    if (source.kind === 'file') return fileSections(state, source);
    return source.kind === 'range' ? rangeSections(state, source) : allRuns(state);
  }

  /** The last run comes first. If it failed, the rows are from an earlier run. */
  function allRuns(state: ResultState): HTMLElement[] {
    const { failedAgain, parameters, timeZone } = state;
    const sent = parameterSection(parameters, timeZone);
    if (failedAgain === null) return runSections(host, state, timeZone, [sent]);
    const at = (run: ShownRun) => runTime(run.startedEpochMs, timeZone);
    const before = l10n.t('Rows from {0}', at(state));
    return [
      section(
        l10n.t('Run again at {0}', at(failedAgain)),
        element('p', {}, l10n.t('The message above explains why this request failed.')),
      ),
      ...runSections(host, failedAgain, timeZone, [sent]),
      element(
        'section',
        { class: 'run-before', 'aria-label': before },
        section(before, element('p', {}, l10n.t('The rows shown were received by this earlier request.'))),
        ...runSections(host, state, timeZone),
      ),
    ];
  }

  function show(state: ResultState): void {
    const { request, parameters, phase, timeZone, source, failedAgain } = state;
    const lines = outcomeLines(state, timeZone);
    const key = JSON.stringify([request, parameters, phase, timeZone, source, failedAgain, lines]);
    // Redrawing would lose text that a person has selected to copy.
    if (key === shown) return;
    shown = key;
    pane.replaceChildren(...sectionsOf(state));
  }

  return { element: pane, show };
}
