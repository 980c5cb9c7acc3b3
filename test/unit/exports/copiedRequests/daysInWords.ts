import fc from 'fast-check';
import type { RequestToCopy } from '#src/exports/copiedRequests/requestToCopy';
import { readQuery } from '#src/market/query/query';
import { addDays, dayOf, dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { formatUtc } from '#src/market/time/zones';
import type { Connection } from '#src/request/connection';

/** Noon in UTC. */
export const now = Date.UTC(2026, 10, 22, 12);

/** A query for a snippet, entered in these words at noon. */
export function asked(
  connection: Connection,
  dataset: string,
  words: Record<string, string>,
  zone = 'Europe/Oslo',
): RequestToCopy {
  const read = readQuery(dataset, words, now, zone);
  if (!('query' in read)) throw new Error(JSON.stringify(read.problems));
  return { ...read.query, connection };
}

/** A day counted from today, at `now`, and its start and end according to the product. */
export interface AskedDay {
  readonly now: number;
  readonly days: number;
  readonly start: string;
  readonly end: string;
}

function askedDay(at: number, days: number): AskedDay {
  const { start, end } = dayPeriod(addDays(dayOf(at, marketZone), days), marketZone);
  return { now: at, days, start: formatUtc(start), end: formatUtc(end) };
}

/**
 * Days around those on which clocks change, the turn of the year, and a leap day, at the first and last
 * hours of a day, and when an hour is skipped or repeated.
 */
export const changingDays = ['2026-03-29', '2026-10-25', '2027-01-01', '2028-02-29'].flatMap((day) =>
  [-1.5, -0.5, 0.5, 1.5, 21.5, 22.5, 23.5].flatMap((hours) =>
    [-1, 0, 1].map((days) => askedDay(Date.parse(day) + hours * 3_600_000, days)),
  ),
);

/** Any day, at any time of the years in which the market's clocks have followed the same rule. */
export const anyDay = fc
  .tuple(
    fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2036, 0, 1) / 1000 }),
    fc.integer({ min: -400, max: 400 }),
  )
  .map(([seconds, days]) => askedDay(seconds * 1000, days));
