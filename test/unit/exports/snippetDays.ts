import fc from 'fast-check';
import type { SnippetQuery } from '../../../src/exports/snippets/environment';
import { readQuery } from '../../../src/market/query/query';
import { dayPeriod } from '../../../src/market/time/deliveryDay';
import { readTime } from '../../../src/market/time/timeInput';
import { formatUtc } from '../../../src/market/time/zones';
import type { Connection } from '../../../src/request/connection';
import { targetOf } from '../../../src/request/requestTarget';

/**
 * The time zones of the market, of its neighbors, and of places whose clocks change at other times, such as
 * midnight.
 */
export const zones = [
  'Europe/Oslo',
  'Europe/London',
  'UTC',
  'America/New_York',
  'Atlantic/Azores',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
];

/** Noon in UTC. */
export const now = Date.UTC(2026, 10, 22, 12);

/** A query for a snippet, entered in these words at noon. */
export function asked(
  connection: Connection,
  dataset: string,
  words: Record<string, string>,
  zone = 'Europe/Oslo',
): SnippetQuery {
  const read = readQuery(dataset, words, now, zone);
  if (!('query' in read)) throw new Error(JSON.stringify(read.problems));
  return { ...read.query, connection, url: connection.baseUrl + targetOf(read.query, connection) };
}

/** A day in words, entered at `now` in a zone, and its start and end according to the product. */
export interface AskedDay {
  readonly zone: string;
  readonly now: number;
  readonly word: string;
  readonly start: string;
  readonly end: string;
}

export function askedDay(zone: string, at: number, word: string): AskedDay {
  const reading = readTime(word, at, zone);
  if (reading.kind !== 'day') throw new Error(`${word} is not a day.`);
  const { start, end } = dayPeriod(reading.day, zone);
  return { zone, now: at, word, start: formatUtc(start), end: formatUtc(end) };
}

/** The days on which clocks change in 2026, the turn of the year, and a leap day. */
export const specialDays = ['2026-03-29', '2026-10-25', '2026-12-31', '2027-01-01', '2028-02-29'];

const instant = fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2040, 0, 1) / 1000 });
const shift = fc.integer({ min: -400, max: 400 });
const word = fc.oneof(
  fc.constantFrom('today', 'tomorrow', 'yesterday'),
  fc
    .tuple(fc.constantFrom('today', 'tomorrow', 'yesterday'), shift)
    .map(([day, days]) => `${day}${days < 0 ? '' : '+'}${days}d`),
  instant.map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 10)),
);

/** Any day in words, at any time, in any of the zones. */
export const anyDay = fc
  .tuple(fc.constantFrom(...zones), instant, word)
  .map(([zone, seconds, day]) => askedDay(zone, seconds * 1000, day));
