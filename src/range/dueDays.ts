import type { Dataset } from '../market/datasets/dataset';
import { dueAt, lastPublishedDay, reachOf } from '../market/datasets/publication';
import { addDays, dayOf, dayPeriod, marketZone } from '../market/time/deliveryDay';

/**
 * Whether all data of the day can be expected at `now` (epoch milliseconds): after its auction, or when the
 * day is over and the publication delay has passed.
 */
export function isDue({ publication }: Pick<Dataset, 'publication'>, day: string, now: number): boolean {
  const due = dueAt(publication, day);
  return due === undefined ? dayPeriod(day, marketZone).end <= reachOf(publication, now) : now >= due;
}

/** Auctions don't end at a fixed time: tomorrow's results may be published before the usual time. */
export const mayBeEarly = (
  { publication }: Pick<Dataset, 'publication'>,
  day: string,
  now: number,
): boolean =>
  publication?.kind === 'dayBefore' &&
  day <= addDays(lastPublishedDay(publication, now), 1) &&
  day <= addDays(dayOf(now, marketZone), 1);
