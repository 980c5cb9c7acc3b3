import { hourMs, minuteMs } from './zones';

/** How much of what the question asked for is there. */
export interface IntegritySummary {
  /** One line for the header: "96 of 96 quarter hours, official". */
  text: string;
  /** Nothing missing, null, sent twice or overlapping. */
  complete: boolean;
}

/** The intervals of one series by ascending start, epoch milliseconds; a null value is NaN. */
export interface Intervals {
  readonly length: number;
  /** The last end of all. */
  readonly reach: number;
  start(place: number): number;
  end(place: number): number;
  value(place: number): number;
}

/** A period whose bounds may be unknown. Epoch milliseconds, `end` exclusive. */
export interface AskedPeriod {
  readonly start: number | null;
  readonly end: number | null;
}

/** A period and the values asked for: `deliveryarea` NO1 and NO2. */
export interface Asked extends AskedPeriod {
  readonly values: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** Counts of intervals. */
export interface Coverage {
  /** Distinct ones within the period. */
  received: number;
  /** How many would fill the gaps. */
  missing: number;
  /** Received ones without a value. */
  nulls: number;
  /** Further ones of the same series with the same start and end. */
  duplicates: number;
  /** Ones that begin before an earlier one of the same series ends. */
  overlaps: number;
  /** Ones wholly outside the period; counted nowhere else. */
  outside: number;
  /** Distinct lengths in milliseconds, by first appearance. */
  lengths: Set<number>;
}

/** Where one of several series has been read to. */
interface Reading {
  series: Intervals;
  next: number;
  start: number;
  end: number;
  reached: number;
}

/**
 * What the intervals cover of the period. Several series count as one where they take turns, as
 * preliminary and official prices do. A gap is measured by the length of the interval beside it,
 * never by what the series says of its resolution. Beside an interval longer than an hour nothing
 * is missing: blocks of the day have holes by nature. Neither is it at the edges of the period where
 * no whole interval would fit.
 */
export function coverageOf(turns: readonly Intervals[], period: AskedPeriod): Coverage {
  const lengths = new Set<number>();
  const coverage = { received: 0, missing: 0, nulls: 0, duplicates: 0, overlaps: 0, outside: 0 };
  const readings = turns.map((series): Reading => ({
    series,
    next: 0,
    start: NaN,
    end: NaN,
    reached: -Infinity,
  }));
  let length = NaN;
  let reached = NaN;
  for (let reading = earliest(readings); reading; reading = earliest(readings)) {
    const { series, next } = reading;
    const [start, end] = [series.start(next), series.end(next)];
    reading.next += 1;
    if (end <= (period.start ?? -Infinity) || start >= (period.end ?? Infinity)) {
      coverage.outside += 1;
      continue;
    }
    if (start === reading.start && end === reading.end) {
      coverage.duplicates += 1;
      continue;
    }
    if (!inAnother(readings, reading, start, end)) coverage.received += 1;
    if (Number.isNaN(series.value(next))) coverage.nulls += 1;
    if (start < reading.reached) coverage.overlaps += 1;
    if (Number.isNaN(length))
      coverage.missing += fitting(start - (period.start ?? start), end - start);
    else if (start > reached) coverage.missing += between(start - reached, length);
    reading.start = start;
    reading.end = end;
    reading.reached = Math.max(reading.reached, end);
    reached = Number.isNaN(reached) ? end : Math.max(reached, end);
    if (end - start !== length) lengths.add(end - start);
    length = end - start;
  }
  coverage.missing += fitting((period.end ?? reached) - reached, length);
  return { ...coverage, lengths };
}

/** The reading whose next interval starts first; `undefined` where all are read to the end. */
function earliest(readings: readonly Reading[]): Reading | undefined {
  let first: Reading | undefined;
  for (const reading of readings) {
    if (reading.next >= reading.series.length) continue;
    if (!first || reading.series.start(reading.next) < first.series.start(first.next)) {
      first = reading;
    }
  }
  return first;
}

/** Whether another series ended its reading with this very interval. */
function inAnother(
  readings: readonly Reading[],
  own: Reading,
  start: number,
  end: number,
): boolean {
  for (const other of readings) {
    if (other !== own && other.start === start && other.end === end) return true;
  }
  return false;
}

const fitting = (gap: number, length: number) =>
  length <= hourMs && gap >= length ? Math.floor(gap / length) : 0;
/** How many intervals are missing from a gap in milliseconds behind one that is so long. */
export const between = (gap: number, length: number) =>
  length <= hourMs ? Math.max(1, Math.round(gap / length)) : 0;

const words = new Map<number, readonly [string, string]>([
  [15 * minuteMs, ['quarter hour', 'quarter hours']],
  [30 * minuteMs, ['half hour', 'half hours']],
  [hourMs, ['hour', 'hours']],
]);
const statusWords: Readonly<Record<string, string>> = { P: 'preliminary', O: 'official' };

/** What a price status means (E1), or the status itself where the API description does not know it. */
export const statusWord = (status: string): string => statusWords[status] ?? status;

const grouped = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${grouped(count)} ${count === 1 ? one : many}`];

function lengthNote(lengths: ReadonlySet<number>): string {
  if (lengths.size < 2) return '';
  if (lengths.size > 3) return ' of several lengths';
  const minutes = [...lengths].sort((a, b) => a - b).map((length) => `${length / minuteMs} min`);
  return ` (${minutes.slice(0, -1).join(', ')} and ${minutes.at(-1) ?? ''})`;
}

/**
 * The sentence on a time series answer. Each entry of `families` holds the series that differ in
 * nothing but their status. An unknown bound of `asked` is that of the data; `absent` are asked
 * values (areas, say) of which nothing came. `null` where there is no interval to count.
 */
export function integritySummary(
  families: readonly (readonly Intervals[])[],
  asked: AskedPeriod,
  statuses: readonly string[],
  absent: readonly string[] = [],
): IntegritySummary | null {
  const all = families.flat();
  const filled = all.filter(({ length }) => length > 0);
  if (filled.length === 0) return null;
  const start =
    asked.start ?? filled.reduce((first, series) => Math.min(first, series.start(0)), Infinity);
  const end = asked.end ?? filled.reduce((last, { reach }) => Math.max(last, reach), -Infinity);
  const sum: Coverage = {
    ...{ received: 0, missing: 0, nulls: 0, duplicates: 0, overlaps: 0, outside: 0 },
    lengths: new Set(),
  };
  for (const family of families) {
    const coverage = coverageOf(family, { start, end });
    for (const key of [
      'received',
      'missing',
      'nulls',
      'duplicates',
      'overlaps',
      'outside',
    ] as const)
      sum[key] += coverage[key];
    coverage.lengths.forEach((length) => sum.lengths.add(length));
  }
  const due = sum.received + sum.missing;
  const judged = [...sum.lengths].every((length) => length <= hourMs);
  const only = sum.lengths.size === 1 ? words.get([...sum.lengths][0] ?? 0) : undefined;
  const [one, many] = only ?? ['interval', 'intervals'];
  const count = judged ? `${grouped(sum.received)} of ${grouped(due)}` : grouped(sum.received);
  const empty = all.length - filled.length;
  const problems = [
    ...(absent.length > 0 ? [`nothing for ${absent.join(', ')}`] : []),
    ...counted(sum.missing, 'missing', 'missing'),
    ...counted(sum.nulls, 'value is null', 'values are null'),
    ...counted(sum.duplicates, 'duplicate', 'duplicates'),
    ...counted(sum.overlaps, 'overlap', 'overlaps'),
    ...counted(empty, 'series without values', 'series without values'),
  ];
  const text = [
    ...(all.length > 1 ? [`${grouped(all.length)} series`] : []),
    `${count} ${due === 1 ? one : many}${lengthNote(sum.lengths)}`,
    ...(statuses.length > 0 ? [statuses.map(statusWord).join(' and ')] : []),
    ...problems,
    ...counted(sum.outside, 'outside the asked period', 'outside the asked period'),
  ].join(', ');
  return { text, complete: problems.length === 0 && sum.received > 0 };
}
