import * as l10n from '@vscode/l10n';
import { formatCount, formatCounted } from '#src/text/l10n';
import { formatInstant, formatTimeOfDay, minuteMs } from '#src/market/time/zones';
import type { ResultState } from '#src/protocol/messages';
import { formatBytes, formatDuration, formatRate } from '#src/text/sizesAndDurations';
import { runTime } from '../runTime';
import { isRunning } from './statusLine';

/** One figure in the header, and what it means. */
export interface TransferFigure {
  text: string;
  detail: string;
}

/**
 * Records, size, rate, duration, and time of the query, if they are known. `now` is in epoch milliseconds.
 */
export function transferFigures(state: ResultState, now: number): TransferFigure[] {
  const { records, rows, bytes, wireBytes, timings, phase, source, startedEpochMs } = state;
  if (phase.kind === 'gone') return [];
  const made: TransferFigure[] = [];
  const counted = formatCounted(records, state.dataset.countedRecords);
  // The status line already says how many rows there are, or records while they arrive; the strip says how
  // many series.
  const isSaid =
    phase.kind === 'receiving' ||
    records === rows ||
    state.integrity?.some(({ kind }) => kind === 'series') === true;
  if (records > 0 && !isSaid) {
    made.push({ text: counted, detail: l10n.t('Records in the response') });
  }
  if (source.kind === 'range' && bytes > 0) {
    made.push({
      text: formatBytes(bytes),
      detail: l10n.t('Files of the delivery days: {0} bytes', formatCount(bytes)),
    });
  }
  if (source.kind === 'range') return made;
  if (bytes > 0) {
    const compressed = wireBytes > 0 && wireBytes < bytes;
    const [size, stored] = [formatBytes(bytes), formatBytes(wireBytes)];
    made.push({
      text: !compressed
        ? size
        : source.kind === 'file'
          ? l10n.t('{0} ({1} in the file)', size, stored)
          : l10n.t('{0} ({1} received)', size, stored),
      detail:
        source.kind === 'file' && source.format
          ? l10n.t('{0} bytes in the file', formatCount(bytes))
          : source.kind === 'file'
            ? l10n.t('{0} bytes of JSON, {1} bytes in the file', formatCount(bytes), formatCount(wireBytes))
            : l10n.t('{0} bytes of JSON, {1} bytes received', formatCount(bytes), formatCount(wireBytes)),
    });
  }
  if (source.kind === 'file') {
    const { savedEpochMs, isRequestTime } = source;
    const at = formatInstant(Math.floor(savedEpochMs / minuteMs) * minuteMs, state.timeZone);
    const [text, detail] = isRequestTime
      ? [
          l10n.t('requested {0}', at),
          l10n.t('When the response was requested, according to the provenance file'),
        ]
      : [
          l10n.t('modified {0}', at),
          l10n.t('When the file was last modified. The time of the request is unknown.'),
        ];
    return [...made, { text, detail }];
  }
  const elapsed = now - startedEpochMs;
  if (phase.kind === 'receiving') {
    const rate = formatRate(wireBytes, elapsed - timings.firstByteMs);
    if (rate !== null) made.push({ text: rate, detail: l10n.t('Average download speed') });
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
    const minute = formatInstant(Math.floor(startedEpochMs / minuteMs) * minuteMs, state.timeZone);
    const runAt = runTime(startedEpochMs, state.timeZone);
    // In two tabs with the same query, only this figure differs.
    made.push(
      source.kind === 'history'
        ? {
            text: l10n.t('run {0}', minute),
            detail: l10n.t('Run at {0}. The response is from the history.', runAt),
          }
        : { text: formatTimeOfDay(startedEpochMs, state.timeZone), detail: l10n.t('Run at {0}', runAt) },
    );
  } else if (phase.kind !== 'waiting' && isRunning(state) && elapsed >= 1000) {
    made.push({ text: `${Math.floor(elapsed / 1000)} s`, detail: l10n.t('Time since the query started') });
  }
  return made;
}
