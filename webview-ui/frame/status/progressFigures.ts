import type { ResultState } from '#src/protocol/messages';
import { joined } from '#src/text/joined';
import { formatBytes, formatRate } from '#src/text/sizesAndDurations';
import { isRunning } from './statusLine';

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
