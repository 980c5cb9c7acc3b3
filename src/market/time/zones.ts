/**
 * Instants and wall clocks. Instants are epoch milliseconds; a wall clock is the date and time of
 * day that a clock in a time zone shows. `Intl` knows the clock changes of every time zone, so no
 * time zone data is shipped. A time zone is an IANA name or `UTC`.
 */

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
export const minuteMs = 60_000;

interface WallClock {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** The offsets of one UTC day: one for the whole day, or each with the instant from which it applies. */
type DayOffsets = number | readonly { from: number; offset: number }[];

interface ZoneDays {
  readonly format: Intl.DateTimeFormat;
  /** Keyed by days since 1970 in UTC. */
  readonly offsets: Map<number, DayOffsets>;
}

const zones = new Map<string, ZoneDays>();

function daysOf(zone: string): ZoneDays {
  let days = zones.get(zone);
  if (!days) {
    // The hour is included because a format with the offset alone would write the date, which is slower.
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour: 'numeric',
      timeZoneName: 'longOffset',
    });
    days = { format, offsets: new Map() };
    zones.set(zone, days);
  }
  return days;
}

/** Whether `Intl` knows the zone. */
export function isTimeZone(zone: string): boolean {
  try {
    daysOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The regions of the IANA database whose places are written in title case. */
const titleCaseRegion =
  /^(africa|america|antarctica|arctic|asia|atlantic|australia|europe|indian|pacific)\/(?!act$|lhi$|nsw$|knox_in$|.*comodrivadavia$)/i;

/**
 * The zone's IANA name as the database writes it; `undefined` if `Intl` doesn't know the zone. `Intl` accepts
 * names in any case, but programs such as Python look for a file of this name.
 */
export function timeZoneName(zone: string): string | undefined {
  if (!isTimeZone(zone)) return undefined;
  const { timeZone } = daysOf(zone).format.resolvedOptions();
  if (timeZone.toLowerCase() === zone.toLowerCase()) return timeZone;
  // `Intl` may replace a name by an older one, such as Asia/Kolkata by Asia/Calcutta.
  if (titleCaseRegion.test(zone)) {
    return zone.toLowerCase().replace(/[a-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  }
  // Of other aliases, such as US/Pacific, only CET and the like have a common spelling.
  return /^[a-z]{3}$/i.test(zone) ? zone.toUpperCase() : timeZone;
}

/**
 * The time zone of this machine, as an IANA name; `undefined` if it has none, as in some containers. `Intl` then names
 * one that it doesn't know, or none.
 */
export function localTimeZone(): string | undefined {
  const named: { timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZoneName(named.timeZone ?? '');
}

/** How many days are cached for each time zone: a response can contain any year. */
const mostDays = 20_000;
/** The last instant that a `Date` can represent. */
const lastInstant = 8.64e15;

/** The time zone's UTC offset at the instant, in milliseconds, positive to the east. */
export function zoneOffset(instant: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const { format, offsets } = daysOf(zone);
  const day = Math.floor(instant / dayMs);
  let known = offsets.get(day);
  if (known === undefined) {
    known = offsetsOfDay(day, format);
    if (offsets.size >= mostDays) offsets.clear();
    offsets.set(day, known);
  }
  if (typeof known === 'number') return known;
  let offset = Number.NaN;
  for (const change of known) if (change.from <= instant) offset = change.offset;
  return offset;
}

/**
 * Compares the offsets at both ends of the day and, if they differ, bisects down to the second. No
 * time zone has ever had two changes within a day that cancel out.
 */
function offsetsOfDay(day: number, format: Intl.DateTimeFormat): DayOffsets {
  const start = day * dayMs;
  const end = Math.min(start + dayMs, lastInstant);
  const offset = askedOffset(start, format);
  const changes = [{ from: start, offset }];
  const collect = (from: number, before: number, to: number, after: number): void => {
    if (before === after) return;
    if (to - from <= 1000) {
      changes.push({ from: to, offset: after });
      return;
    }
    const middle = from + Math.floor((to - from) / 2000) * 1000;
    const between = askedOffset(middle, format);
    collect(from, before, middle, between);
    collect(middle, between, to, after);
  };
  collect(start, offset, end, askedOffset(end, format));
  return changes.length === 1 ? offset : changes;
}

/** The offset as `Intl` writes it: `2 AM GMT+01:00`, `1 AM GMT` for none, historically `GMT+00:43:00`. */
function askedOffset(instant: number, format: Intl.DateTimeFormat): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant)) ?? [];
  const size = Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

/** The wall clock time, interpreted as UTC. */
function wallToUtc({ year, month, day, hour, minute, second }: WallClock): number {
  const date = new Date(0);
  // Date.UTC would interpret the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  return date.getTime();
}

/** What a clock in the time zone shows at the instant. */
export function wallClock(instant: number, zone: string): WallClock {
  const shifted = new Date(instant + zoneOffset(instant, zone));
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

/**
 * Every instant at which a clock in the time zone shows this time: usually one, two in the hour
 * repeated in autumn (earlier first), none in the hour skipped in spring.
 */
export const instantsOf = (wall: WallClock, zone: string): number[] => instantsShowing(wallToUtc(wall), zone);

/** Like `instantsOf`, for a wall clock time in epoch milliseconds, interpreted as UTC. */
export function instantsShowing(clock: number, zone: string): number[] {
  // No UTC offset exceeds 26 hours on either side of a change. A time repeats where the offset
  // decreases, so the offset before the change gives the earlier instant.
  const candidates = new Set(
    [clock - 26 * hourMs, clock, clock + 26 * hourMs].map((near) => clock - zoneOffset(near, zone)),
  );
  return [...candidates].filter((instant) => instant + zoneOffset(instant, zone) === clock);
}

/**
 * First instant of the calendar day in the time zone; if midnight is skipped, the first whole minute
 * after it. NaN for a day that a `Date` can't represent.
 */
export function startOfDay(year: number, month: number, day: number, zone: string): number {
  const midnight = wallToUtc({ year, month, day, hour: 0, minute: 0, second: 0 });
  // Samoa skipped a whole day when it moved across the date line.
  for (let clock = midnight; clock <= midnight + dayMs; clock += minuteMs) {
    const [first] = instantsShowing(clock, zone);
    if (first !== undefined) return first;
  }
  return NaN;
}

const two = (value: number) => String(value).padStart(2, '0');

/** `14:02`, with seconds if given. `24:00` ends a day. */
export const formatClock = (hour: number, minute: number, second?: number): string =>
  `${two(hour)}:${two(minute)}${second === undefined ? '' : `:${two(second)}`}`;

/** `2026-03-29` */
export function formatDay({ year, month, day }: WallClock): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** `+02:00`, or `Z` in UTC. */
export function formatOffset(instant: number, zone: string): string {
  if (zone === 'UTC') return 'Z';
  const minutes = Math.round(zoneOffset(instant, zone) / minuteMs);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${formatClock(Math.floor(size / 60), size % 60)}`;
}

/** `2026-03-29 03:00`, with seconds and milliseconds only where they are not zero. */
export function formatInstant(instant: number, zone: string): string {
  const wall = wallClock(instant, zone);
  const { hour, minute, second } = wall;
  const ms = ((instant % 1000) + 1000) % 1000;
  const fraction = ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`;
  const time = second === 0 && ms === 0 ? formatClock(hour, minute) : formatClock(hour, minute, second);
  return `${formatDay(wall)} ${time}${fraction}`;
}

/** `14:02`: the time of day to the minute, whatever the seconds are. */
export function formatTimeOfDay(instant: number, zone: string): string {
  const { hour, minute } = wallClock(instant, zone);
  return formatClock(hour, minute);
}

/** `2026-10-25 02:00 +01:00`, which distinguishes two equal hours. */
export function formatWithOffset(instant: number, zone: string): string {
  return `${formatInstant(instant, zone)} ${formatOffset(instant, zone)}`;
}

/** An instant as the time zone's clock shows it, with the offset if `tellsOffset` requires it. */
export function formatInZone(instant: number, zone: string): string {
  return tellsOffset(instant, zone) ? formatWithOffset(instant, zone) : formatInstant(instant, zone);
}

/** RFC 3339 in UTC with `Z` (docs/api.md, "Requests"), milliseconds only where they are not zero. */
export function formatUtc(instant: number): string {
  return formatUtcMs(instant).replace('.000Z', 'Z');
}

/**
 * RFC 3339 in UTC, always with three fractional digits: for columns of times, since readers such as
 * pandas expect all of them in the format of the first one.
 */
export function formatUtcMs(instant: number): string {
  return new Date(instant).toISOString();
}

/** Whether the time zone's clocks change on the day of the instant, or at the midnight that starts it. */
export function isClockChangeDay(instant: number, zone: string): boolean {
  if (zone === 'UTC') return false;
  const { year, month, day } = wallClock(instant, zone);
  const start = startOfDay(year, month, day, zone);
  const next = wallClock(start + 36 * hourMs, zone);
  const last = startOfDay(next.year, next.month, next.day, zone) - 1;
  const offset = zoneOffset(start, zone);
  return zoneOffset(start - 1, zone) !== offset || zoneOffset(last, zone) !== offset;
}

/**
 * Whether a time is written with its offset: on a day with a clock change, including the midnight
 * that ends it, because an interval can end there.
 */
export function tellsOffset(instant: number, zone: string): boolean {
  return isClockChangeDay(instant, zone) || isClockChangeDay(instant - 1, zone);
}
