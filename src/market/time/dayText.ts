import * as l10n from '@vscode/l10n';
import type { Sentence } from '../../text/l10n';
import { wallClock } from './zones';

/** Short, January first. */
export const monthNames: readonly Sentence[] = [
  () => l10n.t('Jan'),
  () => l10n.t('Feb'),
  () => l10n.t('Mar'),
  () => l10n.t('Apr'),
  () => l10n.t('May'),
  () => l10n.t('Jun'),
  () => l10n.t('Jul'),
  () => l10n.t('Aug'),
  () => l10n.t('Sep'),
  () => l10n.t('Oct'),
  () => l10n.t('Nov'),
  () => l10n.t('Dec'),
];

/**
 * `29 Mar 2026`: the day of an instant in the zone; without the year if `near` is in the same one. Both are in epoch
 * milliseconds.
 */
export function dayText(instant: number, zone: string, near = NaN): string {
  const { day, month, year } = wallClock(instant, zone);
  const name = monthNames[month - 1]?.() ?? '';
  if (!Number.isNaN(near) && year === wallClock(near, zone).year) return l10n.t('{0} {1}', day, name);
  return l10n.t('{0} {1} {2}', day, name, year);
}
