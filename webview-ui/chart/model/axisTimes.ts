import * as l10n from '@vscode/l10n';
import { formatInstant, formatInZone, formatOffset, tellsOffset, wallClock } from '#src/market/time/zones';

/** `2026-03-29 03:00`, with its offset on days when clocks change. */
export function timeText(at: number, zone: string): string {
  return Number.isNaN(at) ? l10n.t('unknown time') : formatInZone(at, zone);
}

/** `03:00`, or `03:00:15`; empty for an unknown time. */
export const timeOfDay = (at: number, zone: string): string =>
  Number.isNaN(at) ? '' : formatInstant(at, zone).slice(11, 19);

/**
 * `2026-03-29 03:00 – 03:15`: the date and the offset appear only once if they are the same, and midnight at
 * the end is 24:00.
 */
export function intervalText(from: number, to: number, zone: string): string {
  const [start, end] = [formatInstant(from, zone), formatInstant(to, zone)];
  const lastDay = formatInstant(to - 1, zone).slice(0, 10);
  const { hour, minute, second } = wallClock(to, zone);
  const midnight = hour === 0 && minute === 0 && second === 0 && to % 1000 === 0;
  const time = midnight ? '24:00' : end.slice(11);
  const [offset, laterOffset] = [formatOffset(from, zone), formatOffset(to, zone)];
  const changing = tellsOffset(from, zone) || tellsOffset(to - 1, zone);
  const first = changing && offset !== laterOffset ? `${start} ${offset}` : start;
  const last = lastDay === start.slice(0, 10) ? time : `${lastDay} ${time}`;
  return `${first} – ${last}${changing ? ` ${laterOffset}` : ''}`;
}

/** The interval in the time zone and, if that isn't UTC, in UTC as well. */
export function intervalInBoth(from: number, to: number, zone: string): string {
  const utc = `${intervalText(from, to, 'UTC')} UTC`;
  return zone === 'UTC' ? utc : `${intervalText(from, to, zone)} ${zone} (${utc})`;
}

/** The instant in the time zone and, if that isn't UTC, in UTC as well. */
export function instantInBoth(at: number, zone: string): string {
  if (Number.isNaN(at)) return l10n.t('unknown time');
  const utc = `${formatInstant(at, 'UTC')} UTC`;
  return zone === 'UTC' ? utc : `${timeText(at, zone)} ${zone} (${utc})`;
}
