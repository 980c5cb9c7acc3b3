/** RFC 3339 date-time texts of the service, and back. */

const general =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

let cachedDay = '';
let cachedDayMs = Number.NaN;

/** Epoch milliseconds of `YYYY-MM-DD`; NaN where there is no such day. */
export function dayMs(day: string): number {
  if (day !== cachedDay) {
    cachedDay = day;
    const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
    cachedDayMs = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) ? ms : Number.NaN;
  }
  return cachedDayMs;
}

/**
 * Epoch milliseconds, NaN where the text is no RFC 3339 date-time. A time without `Z` or offset is
 * none: reading it in whatever zone would be a guess. Digits below the millisecond are cut.
 */
export function parseTime(text: string): number {
  const match = general.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] =
    match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN;
  const shift = sign ? (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 : 0;
  return (
    dayMs(`${year}-${month}-${day}`) +
    Number(hour) * 3_600_000 +
    Number(minute) * 60_000 +
    Number(second) * 1000 +
    (fraction ? Number(fraction.slice(0, 3).padEnd(3, '0')) : 0) -
    (sign === '-' ? -shift : shift)
  );
}

/** Whether the text holds digits below the millisecond that `parseTime` cuts. */
export function isFinerThanMillisecond(text: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(text);
}

/** RFC 3339 in UTC, milliseconds only where they are not zero. */
export function timeText(epochMs: number): string {
  const text = new Date(epochMs).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}
