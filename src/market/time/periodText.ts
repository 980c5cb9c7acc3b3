import * as l10n from '@vscode/l10n';
import { formatCounted, type Counted } from '../../text/l10n';
import type { Period } from './deliveryDay';
import { countUnits, unitChangeOn } from './marketTimeUnit';
import { formatUtc, hourMs, minuteMs } from './zones';

const quarterHours = (): Counted => [l10n.t('{0} quarter hour'), l10n.t('{0} quarter hours')];

/**
 * `2026-10-24T22:00:00Z to 2026-10-25T23:00:00Z, 25 h, 100 quarter hours`: describes a period before it is
 * sent. Quarter hours are counted only if it starts on delivery day `quarterHoursFrom` or later. `write`
 * formats the ends.
 */
export function describePeriod(
  period: Period,
  quarterHoursFrom?: string,
  write: (instant: number) => string = formatUtc,
): string {
  const { start, end } = period;
  const hours = (end - start) / hourMs;
  const words = [l10n.t('{0} to {1}', write(start), write(end)), `${Number(hours.toFixed(2))} h`];
  if (quarterHoursFrom !== undefined) {
    const { unit, count } = countUnits(period, unitChangeOn(quarterHoursFrom));
    if (unit === 15 * minuteMs && count !== null) words.push(formatCounted(count, quarterHours()));
  }
  return words.join(', ');
}
