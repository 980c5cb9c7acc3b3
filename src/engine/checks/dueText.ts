import * as l10n from '@vscode/l10n';
import type { Dataset } from '../../market/datasets/dataset';
import { dueAt, reachOf } from '../../market/datasets/publication';
import { dayOf, marketZone, type Period } from '../../market/time/deliveryDay';
import { formatInstant } from '../../market/time/zones';

/** When data that isn't available yet is due; empty if it should be available now, or if that isn't known. */
export function dueText({ publication }: Dataset, { start, end }: Period, zone: string, now: number): string {
  if (publication === undefined) return '';
  const last = Math.max(start, end - 1);
  if (publication.kind === 'delayed') {
    return last < reachOf(publication, now)
      ? ''
      : l10n.t('due about {0} minutes after delivery', publication.minutes);
  }
  const due = dueAt(publication, dayOf(last, marketZone));
  if (due === undefined || due <= now) return '';
  const [day = '', time = ''] = formatInstant(due, zone).split(' ');
  return day === dayOf(now, zone)
    ? l10n.t('due at about {0}', time)
    : l10n.t('due at about {0} on {1}', time, day);
}
