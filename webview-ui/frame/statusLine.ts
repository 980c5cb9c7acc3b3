import * as l10n from '@vscode/l10n';
import { oneLine } from '../../src/text/plainText';
import type { Counted } from '../../src/text/l10n';
import { formatCount, formatCounted } from '../../src/text/l10n';
import { formatInstant, formatWithOffset, tellsOffset } from '../../src/market/time/zones';
import type { ResultState } from '../../src/messages';
import { formatBytes, formatDuration, formatRate } from './figures';

const countedRows = (): Counted => [l10n.t('{0} row'), l10n.t('{0} rows')];

/** Some records arrived, but the answer is not whole. */
export function isPartial({ phase, records }: ResultState): boolean {
  return phase.kind === 'ended' && phase.outcome.kind !== 'success' && records > 0;
}

export function isRunning({ phase }: ResultState): boolean {
  return phase.kind === 'asking' || phase.kind === 'waiting' || phase.kind === 'receiving';
}

/** The one sentence of the status region. `now` is in epoch milliseconds. */
export function statusSentence(state: ResultState, now: number): string {
  const { phase, rows, records } = state;
  switch (phase.kind) {
    case 'asking':
      return l10n.t('Asking the service…');
    case 'waiting': {
      const seconds = Math.max(0, Math.ceil((phase.untilEpochMs - now) / 1000));
      return l10n.t('Waiting {0} s: {1}', seconds, phase.reason);
    }
    case 'receiving':
      return l10n.t('Receiving: {0}', formatCounted(records, [l10n.t('{0} record'), l10n.t('{0} records')]));
    case 'ended':
      if (state.comparison) return state.comparison.sentence;
      if (phase.outcome.kind === 'success')
        return l10n.t('{0}, complete', formatCounted(rows, countedRows()));
      if (phase.outcome.kind === 'noData') return l10n.t('No data');
      return records > 0
        ? l10n.t('Incomplete: {0} ({1})', formatCounted(rows, countedRows()), phase.advice.title)
        : phase.advice.title;
    case 'gone':
      return l10n.t('No longer in memory');
  }
}

/** One figure of the header and what it means in detail. */
export interface Fact {
  text: string;
  detail: string;
}

/** Records, size, rate and time taken, as far as they are known. `now` is in epoch milliseconds. */
export function facts(state: ResultState, now: number): Fact[] {
  const { records, rows, bytes, wireBytes, timings, phase } = state;
  if (phase.kind === 'gone') return [];
  const made: Fact[] = [];
  const counted = formatCounted(records, state.dataset.countedRecords);
  // The status says how many rows there are, or records while they arrive; the strip how many series.
  const isSaid =
    phase.kind === 'receiving' ||
    records === rows ||
    state.integrity?.some(({ kind }) => kind === 'series') === true;
  if (records > 0 && !isSaid) {
    made.push({ text: counted, detail: l10n.t('Records in the answer') });
  }
  if (bytes > 0) {
    const compressed = wireBytes > 0 && wireBytes < bytes;
    made.push({
      text: compressed
        ? l10n.t('{0} ({1} received)', formatBytes(bytes), formatBytes(wireBytes))
        : formatBytes(bytes),
      detail: l10n.t('{0} bytes of JSON, {1} bytes received', formatCount(bytes), formatCount(wireBytes)),
    });
  }
  const elapsed = now - state.startedEpochMs;
  if (phase.kind === 'receiving') {
    const rate = formatRate(wireBytes, elapsed - timings.firstByteMs);
    if (rate !== null) made.push({ text: rate, detail: l10n.t('Average rate of the download') });
  }
  if (phase.kind === 'ended' && timings.totalMs > 0) {
    made.push({
      text: formatDuration(timings.totalMs),
      detail: l10n.t(
        'First byte after {0}, first rows after {1}',
        formatDuration(timings.firstByteMs),
        formatDuration(timings.firstRowsMs),
      ),
    });
  } else if (phase.kind !== 'waiting' && isRunning(state) && elapsed >= 1000) {
    made.push({ text: `${Math.floor(elapsed / 1000)} s`, detail: l10n.t('Time since the query began') });
  }
  return made;
}

/** Share of the download from 0 to 1; `undetermined` where the service did not say how much comes. */
export function progressOf(state: ResultState): number | 'undetermined' | null {
  if (!isRunning(state)) return null;
  const { expectedWireBytes, wireBytes, phase } = state;
  if (phase.kind !== 'receiving' || expectedWireBytes === null || expectedWireBytes <= 0) {
    return 'undetermined';
  }
  return Math.min(1, wireBytes / expectedWireBytes);
}

/**
 * What the service said of a failure, quoted: one line, at most 300 characters, without characters
 * that reorder or hide text. Words of our own are given as they are. `null` where there are none.
 */
export function serviceWords(phase: ResultState['phase']): string | null {
  if (phase.kind !== 'ended' || phase.outcome.message === undefined) return null;
  // Its title says the same.
  if (phase.outcome.kind === 'cancelled') return null;
  const line = oneLine(phase.outcome.message, 300);
  if (line === '') return null;
  return phase.outcome.isQuote === true ? l10n.t('The service says: {0}', line) : line;
}

const instantOf = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/.test(value) ? Date.parse(value) : Number.NaN;

/**
 * Values of a query's parameters as a person reads them: times in the zone, everything else as sent.
 * If one of the times is of a day on which the clocks change, all of them say their offset.
 */
export function parameterTexts(values: readonly string[], zone: string): string[] {
  const instants = values.map(instantOf);
  const withOffset = instants.some((at) => !Number.isNaN(at) && tellsOffset(at, zone));
  return values.map((value, place) => {
    const at = instants[place] ?? Number.NaN;
    if (Number.isNaN(at)) return value;
    return withOffset ? formatWithOffset(at, zone) : formatInstant(at, zone);
  });
}
