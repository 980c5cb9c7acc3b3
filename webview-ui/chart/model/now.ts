import * as l10n from '@vscode/l10n';
import { minuteMs } from '../../../src/market/time/zones';
import type { ChartOptions } from './chartOptions';
import type { Drawing, Range } from './drawing';
import { timeText } from './timeText';

type Clock = Pick<ChartOptions, 'now' | 'zone'>;

const isIn = ({ from, to }: Range, at: number) => at >= from && at < to;

/** The line at the current time, unless it is outside the visible range. */
export const nowLine = (visible: Range, { now }: Clock): Pick<Drawing, 'now'> =>
  isIn(visible, now) ? { now: { at: now, label: l10n.t('now') } } : {};

/** The line in words, to the minute, wherever it is on the axis. */
export const nowSaid = (extent: Range, { now, zone }: Clock): string[] =>
  isIn(extent, now) ? [l10n.t('now is {0}', timeText(Math.floor(now / minuteMs) * minuteMs, zone))] : [];

/** The line is moved by whole pixels, but not more often than this, in milliseconds, nor less often. */
const soonest = 1000;
const latest = minuteMs;

/** Milliseconds until the line should be drawn anew; `null` if the axis ends before the current time. */
export function nowMovesIn({ extent, visible }: Drawing['x'], width: number, now: number): number | null {
  if (!(now < extent.to)) return null;
  return Math.min(latest, Math.max(soonest, (visible.to - visible.from) / Math.max(1, width)));
}
