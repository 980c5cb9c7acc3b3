import { marketZone } from './deliveryDay';
import { hourMs, instantsOf, wallClock, zoneOffset } from './zones';

const dayMs = 24 * hourMs;

/** What a clock of the market shows, read as if it hung in Greenwich: epoch milliseconds. */
const shown = (instant: number) => instant + zoneOffset(instant, marketZone);

/** Whether the clock shows this time twice that day, and which one it is: 3a is 1, 3b is 2, else 0. */
function turnOf(instant: number): 0 | 1 | 2 {
  if (shown(instant + hourMs) === shown(instant)) return 1;
  return shown(instant - hourMs) === shown(instant) ? 2 : 0;
}

/**
 * Numbers the times of the market's days: two instants that lie `days` delivery days apart, at the
 * same time of day (CET/CEST), have the same number when the later one is given these `days`. The
 * hours 3a and 3b of the autumn's clock change share it with no hour but themselves. NaN stays NaN.
 */
export function dayPlace(instant: number, days: number): number {
  if (Number.isNaN(instant)) return NaN;
  return (shown(instant) - days * dayMs) * 4 + turnOf(instant);
}

/**
 * The instant at the same time of day, `days` delivery days later. NaN where that day has no such
 * time: the hour that spring leaves out, or a 3a or 3b on any other day than autumn's.
 */
export function daysLater(instant: number, days: number): number {
  if (Number.isNaN(instant)) return NaN;
  const ms = ((instant % 1000) + 1000) % 1000;
  const wall = wallClock(shown(instant) + days * dayMs, 'UTC');
  const found = instantsOf(wall, marketZone);
  const turn = turnOf(instant);
  if (found.length !== (turn === 0 ? 1 : 2)) return NaN;
  return (found[turn === 2 ? 1 : 0] ?? NaN) + ms;
}
