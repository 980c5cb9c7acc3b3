import * as l10n from '@vscode/l10n';
import { minuteMs } from '#src/market/time/zones';
import type { ChartOptions } from './chartOptions';
import type { Drawing, Range } from './drawing';
import { timeText } from './axisTimes';

type Clock = Pick<ChartOptions, 'now' | 'zone'>;

const isIn = ({ from, to }: Range, at: number) => at >= from && at < to;

/** The line at the current time, unless it is outside the visible range. */
export const nowLine = (visible: Range, { now }: Clock): Pick<Drawing, 'now'> =>
  isIn(visible, now) ? { now: { at: now, label: l10n.t('now') } } : {};

/** The current time in words, to the minute, if it is anywhere on the axis. */
export const nowText = (extent: Range, { now, zone }: Clock): string[] =>
  isIn(extent, now)
    ? [l10n.t('current time {0}', timeText(Math.floor(now / minuteMs) * minuteMs, zone))]
    : [];

/**
 * Limits in milliseconds for the time between two moves of the line, which otherwise moves by whole pixels.
 */
const soonest = 1000;
const latest = minuteMs;

/** Milliseconds until the line should be redrawn; `null` if the axis ends before the current time. */
export function nowMovesIn({ extent, visible }: Drawing['x'], width: number, now: number): number | null {
  if (!(now < extent.to)) return null;
  return Math.min(latest, Math.max(soonest, (visible.to - visible.from) / Math.max(1, width)));
}
