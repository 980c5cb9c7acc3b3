import * as l10n from '@vscode/l10n';
import { formatInstant, formatOffset, hourMs, minuteMs } from './zones';

/** The time from `start` to `end` (exclusive), in epoch milliseconds, and the label of its series, if any. */
export interface LabeledInterval {
  readonly start: number;
  readonly end: number;
  readonly series?: string;
}

/** Nobody would read more. */
const mostNamed = 4;

/** The length of an interval in milliseconds, in hours if it's several whole ones: `15 min`, `60 min`, `24 h`. */
export const formatLength = (milliseconds: number): string =>
  milliseconds > hourMs && milliseconds % hourMs === 0
    ? l10n.t('{0} h', milliseconds / hourMs)
    : l10n.t('{0} min', milliseconds / minuteMs);

/**
 * Intervals as a person writes them, in order: `2026-11-24 02:00–04:30 (+01:00), 06:00–06:15 (+01:00)`. Those
 * of one series that follow each other are joined, and a date isn't repeated. Ends with `…` if there are
 * more.
 */
export function intervalsText(intervals: readonly LabeledInterval[], zone: string, areMore = false): string {
  const joined = joinedIntervals(intervals);
  let day = '';
  let of = '';
  const words = joined.slice(0, mostNamed).map(({ start, end, series = '' }) => {
    const begin = formatInstant(start, zone);
    const label = series === '' || series === of ? '' : `${series}: `;
    const from = begin.startsWith(day) && day !== '' ? begin.slice(day.length) : begin;
    day = begin.slice(0, begin.indexOf(' ') + 1);
    of = series;
    return label + from + endText(start, end, day, zone);
  });
  return [...words, ...(areMore || joined.length > words.length ? ['…'] : [])].join(', ');
}

/** `–04:30 (+01:00)`, with the date if it's another one, and with both offsets if they differ. */
function endText(start: number, end: number, day: string, zone: string): string {
  const [offset, endOffset] = [start, end].map((instant) =>
    zone === 'UTC' ? zone : formatOffset(instant, zone),
  );
  const written = formatInstant(end, zone);
  const until = written.startsWith(day) ? written.slice(day.length) : written;
  return offset === endOffset
    ? `–${until} (${offset ?? ''})`
    : ` (${offset ?? ''})–${until} (${endOffset ?? ''})`;
}

function joinedIntervals(intervals: readonly LabeledInterval[]): LabeledInterval[] {
  const joined: LabeledInterval[] = [];
  for (const interval of intervals) {
    const last = joined.at(-1);
    const follows = last !== undefined && last.series === interval.series && interval.start <= last.end;
    if (follows && interval.start >= last.start) {
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, interval.end) };
    } else joined.push(interval);
  }
  return joined;
}
