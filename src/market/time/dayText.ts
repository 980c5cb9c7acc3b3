import { t } from '../../text/l10n';
import { wallClock } from './zones';

/** Short, January first. */
export const monthNames: readonly string[] = [
  t('Jan'),
  t('Feb'),
  t('Mar'),
  t('Apr'),
  t('May'),
  t('Jun'),
  t('Jul'),
  t('Aug'),
  t('Sep'),
  t('Oct'),
  t('Nov'),
  t('Dec'),
];

/** `29 Mar 2026`: the day of an instant (epoch milliseconds) in the zone. */
export function dayText(instant: number, zone: string): string {
  const { day, month, year } = wallClock(instant, zone);
  return t('{0} {1} {2}', day, monthNames[month - 1] ?? '', year);
}
