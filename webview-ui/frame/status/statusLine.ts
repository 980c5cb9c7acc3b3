import * as l10n from '@vscode/l10n';
import { judgementOf } from '#src/market/integrity/judgement';
import { shortfallsOf } from '#src/market/integrity/shortfalls';
import { formatCount, formatCounted, formatRows } from '#src/text/l10n';
import type { ResultState } from '#src/protocol/messages';
import type { OpenedFile } from '#src/protocol/openedFile';
import { isWholeDay, type OpenedRange } from '#src/protocol/openedRange';
import { secondsToRetry } from '#src/request/retryWait';
import { joined } from '#src/text/joined';
import { formatBytes, formatRate } from '#src/text/sizesAndDurations';

/** Whether some records arrived, but not the complete response. */
export function isPartial({ phase, records }: ResultState): boolean {
  return phase.kind === 'ended' && phase.outcome.kind !== 'success' && records > 0;
}

/** Whether the query still waits for something. */
export function isRunning({ phase }: Pick<ResultState, 'phase'>): boolean {
  return phase.kind === 'asking' || phase.kind === 'waiting' || phase.kind === 'receiving';
}

/** The text of the status region. `now` is in epoch milliseconds. */
export function statusSentence(state: ResultState, now: number): string {
  const { phase, rows, records, source } = state;
  switch (phase.kind) {
    case 'asking':
      return l10n.t('Waiting for a response…');
    case 'waiting':
      return l10n.t('Waiting {0} s: {1}', secondsToRetry(phase, now), phase.reason);
    case 'receiving': {
      const counted = formatCounted(records, [l10n.t('{0} record'), l10n.t('{0} records')]);
      return source.kind === 'file' || source.kind === 'range'
        ? l10n.t('Reading: {0}', counted)
        : l10n.t('Receiving: {0}', counted);
    }
    case 'ended':
      if (source.kind === 'comparison') return source.sentence;
      if (phase.outcome.kind === 'success' && source.kind === 'file') return readSentence(state, source, now);
      if (phase.outcome.kind === 'success' && source.kind === 'range')
        return openedSentence(state, source, now);
      if (phase.outcome.kind === 'success') return receivedSentence(state, now);
      if (phase.outcome.kind === 'noData') return emptyTitle(state, now);
      return records > 0
        ? l10n.t('Incomplete: {0} ({1})', formatRows(rows), phase.advice.title)
        : phase.advice.title;
    case 'gone':
      return l10n.t('Not loaded');
  }
}

/** An empty response in the same few words everywhere. `now` is in epoch milliseconds. */
export function emptyTitle({ likelyReasons: [reason], startedEpochMs }: ResultState, now: number): string {
  if (reason?.due === undefined) return l10n.t('No data');
  if (startedEpochMs >= reason.due) return l10n.t('No data yet');
  return now < reason.due ? l10n.t('Not published yet') : l10n.t("Wasn't published yet");
}

/** What arrived, and what is missing. Only a response that was checked is called complete. */
function receivedSentence(state: ResultState, now: number): string {
  const { rows, integrity } = state;
  const counted = formatRows(rows);
  if (rows === 0) return emptyTitle(state, now);
  if (integrity === null) return l10n.t('{0} received', counted);
  const shortfalls = shortfallsOf(integrity).join(', ');
  if (shortfalls !== '') return l10n.t('{0} received; {1}', counted, shortfalls);
  const isToCome = integrity.some(({ kind }) => kind === 'toCome');
  return isToCome ? l10n.t('{0}, complete so far', counted) : l10n.t('{0}, complete', counted);
}

/**
 * How many rows a range has, and how many of its days aren't complete, which the Days view explains. The findings
 * below the status say what is missing.
 */
function openedSentence(state: ResultState, range: OpenedRange, now: number): string {
  const lacking = range.days.filter((day) => !isWholeDay(day)).length;
  if (lacking === 0) return receivedSentence(state, now);
  const days = formatCounted(lacking, [l10n.t('{0} day not complete'), l10n.t('{0} days not complete')]);
  return l10n.t('{0}; {1}', formatRows(state.rows), days);
}

/** What a file contains. It's called complete only if it's known to have been saved as a whole. */
function readSentence(
  state: ResultState,
  { hasQuery, chosenFrom, isChanged }: OpenedFile,
  now: number,
): string {
  const { rows } = state;
  const counted = formatRows(rows);
  const read =
    chosenFrom !== null
      ? l10n.t('{0}, chosen from {1}', counted, formatCount(chosenFrom))
      : hasQuery
        ? receivedSentence(state, now)
        : l10n.t('{0} read', counted);
  return isChanged ? l10n.t('{0}; the file has changed since it was saved', read) : read;
}

/** `good` only if the response is judged complete. */
export function statusMark(state: ResultState): 'good' | 'bad' | 'running' | 'neutral' {
  const { phase, integrity, rows, source } = state;
  if (isRunning(state)) return 'running';
  if (phase.kind !== 'ended' || phase.outcome.kind === 'noData') return 'neutral';
  if (phase.outcome.kind !== 'success') return 'bad';
  if (source.kind === 'comparison') return source.isInDoubt ? 'neutral' : 'good';
  if (rows === 0) return 'neutral';
  if (source.kind === 'file' && (!source.hasQuery || source.chosenFrom !== null || source.isChanged))
    return 'neutral';
  if (integrity === null) return 'neutral';
  const lacking = (source.kind === 'range' ? source.days : []).filter((day) => !isWholeDay(day));
  if (lacking.length > 0) return lacking.every(({ outcome }) => outcome === 'pending') ? 'neutral' : 'bad';
  const marks = { complete: 'good', incomplete: 'bad', empty: 'neutral', unjudged: 'neutral' } as const;
  return marks[judgementOf({ isWhole: true, rows, findings: integrity })];
}

/** The share of the download from 0 to 1, or `undetermined` if the service didn't announce the size. */
export function progressOf(state: ResultState): number | 'undetermined' | null {
  if (!isRunning(state)) return null;
  const { expectedWireBytes, wireBytes, phase } = state;
  if (phase.kind !== 'receiving' || expectedWireBytes === null || expectedWireBytes <= 0) {
    return 'undetermined';
  }
  return Math.min(1, wireBytes / expectedWireBytes);
}

/**
 * Size, rate, and time of a query that runs, if they are known; otherwise empty. `now` is in epoch milliseconds.
 */
export function progressFigures(state: ResultState, now: number): string {
  const { bytes, wireBytes, timings, phase, startedEpochMs } = state;
  // The status counts down to the next attempt.
  if (!isRunning(state) || phase.kind === 'waiting') return '';
  const elapsed = now - startedEpochMs;
  const rate = phase.kind === 'receiving' ? formatRate(wireBytes, elapsed - timings.firstByteMs) : null;
  return joined(
    ' · ',
    bytes > 0 && formatBytes(bytes),
    rate,
    elapsed >= 1000 && `${Math.floor(elapsed / 1000)} s`,
  );
}
