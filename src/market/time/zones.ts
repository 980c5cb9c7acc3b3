/**
 * Instants and wall clocks. Instants are epoch milliseconds; a wall clock is the date and time of
 * day that a clock on the wall of a zone shows. `Intl` knows every zone's clock changes, so no
 * further zone data is shipped. A zone is an IANA name or `UTC`.
 */

export const hourMs = 3_600_000;
export const minuteMs = 60_000;

export interface WallClock {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Whether `Intl` knows the zone. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The zone of the machine the code runs on, as an IANA name. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const offsets = new Map<string, number>();

/**
 * Offset of the zone from UTC at the instant, in milliseconds, east positive. Cached by quarter
 * hour: no zone changes its clock at any other moment since 1970.
 */
export function zoneOffset(instant: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const quarter = Math.floor(instant / 900_000);
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const at = quarter * 900_000;
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
    for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = value;
    const year = Number(parts.year) * (parts.era === 'BC' ? -1 : 1);
    offset =
      wallToUtc({
        year,
        month: Number(parts.month),
        day: Number(parts.day),
        hour: Number(parts.hour),
        minute: Number(parts.minute),
        second: Number(parts.second),
      }) - at;
    // A long scroll over years of data must not grow the cache for ever.
    if (offsets.size > 50_000) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/** The wall clock read as if it hung in Greenwich. */
function wallToUtc({ year, month, day, hour, minute, second }: WallClock): number {
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  return date.getTime();
}

/** What a clock in the zone shows at the instant. */
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
 * Every instant at which a clock in the zone shows this: one as a rule, two in the hour that is
 * repeated in autumn (earlier first), none in the hour left out in spring.
 */
export function instantsOf(wall: WallClock, zone: string): number[] {
  const asUtc = wallToUtc(wall);
  const candidates = new Set(
    // No zone is further than 26 hours from Greenwich on either side of a change.
    [asUtc - 26 * hourMs, asUtc, asUtc + 26 * hourMs].map((near) => asUtc - zoneOffset(near, zone)),
  );
  return [...candidates]
    .filter((instant) => instant + zoneOffset(instant, zone) === asUtc)
    .sort((a, b) => a - b);
}

/** First instant of the calendar day in the zone; where midnight is left out, the first that exists. */
export function startOfDay(year: number, month: number, day: number, zone: string): number {
  for (let minutes = 0; minutes <= 180; minutes += 15) {
    const [first] = instantsOf(
      { year, month, day, hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 },
      zone,
    );
    if (first !== undefined) return first;
  }
  return wallToUtc({ year, month, day, hour: 0, minute: 0, second: 0 });
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-03-29` */
export function formatDay({ year, month, day }: WallClock): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** `+02:00`, or `Z` in UTC. */
export function formatOffset(instant: number, zone: string): string {
  if (zone === 'UTC') return 'Z';
  const minutes = Math.round(zoneOffset(instant, zone) / minuteMs);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `2026-03-29 03:00`, with seconds and milliseconds only where they are not zero. */
export function formatInstant(instant: number, zone: string): string {
  const wall = wallClock(instant, zone);
  const ms = ((instant % 1000) + 1000) % 1000;
  const fraction = ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`;
  const seconds = wall.second === 0 && ms === 0 ? '' : `:${two(wall.second)}${fraction}`;
  return `${formatDay(wall)} ${two(wall.hour)}:${two(wall.minute)}${seconds}`;
}

/** `2026-10-25 02:00 +01:00`: which of two equal hours it is. */
export function formatWithOffset(instant: number, zone: string): string {
  return `${formatInstant(instant, zone)} ${formatOffset(instant, zone)}`;
}

/** An instant as the zone's clock shows it, with the offset where `tellsOffset` says so. */
export function formatInZone(instant: number, zone: string): string {
  return tellsOffset(instant, zone) ? formatWithOffset(instant, zone) : formatInstant(instant, zone);
}

/** RFC 3339 in UTC with `Z` (docs/api.md, "Requests"), milliseconds only where they are not zero. */
export function formatUtc(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

/**
 * Whether the clocks of the zone change on the day of the instant, or at the very midnight that
 * begins it.
 */
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
 * Whether a time is written with its offset: on a day on which the clocks change, the midnight that
 * ends it included, since an interval may end there.
 */
export function tellsOffset(instant: number, zone: string): boolean {
  if (isClockChangeDay(instant, zone)) return true;
  const { hour, minute, second } = wallClock(instant, zone);
  return hour + minute + second === 0 && isClockChangeDay(instant - 1, zone);
}
