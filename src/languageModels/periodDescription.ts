import type { Dataset } from '../market/datasets/dataset';
import { dueAt, lastPublishedDay, reachOf } from '../market/datasets/publication';
import { firstClockChange } from '../market/time/firstClockChange';
import { dayOf, marketZone, type Period } from '../market/time/deliveryDay';
import { countUnits, unitChangeOn } from '../market/time/marketTimeUnit';
import { describePeriod } from '../market/time/periodText';
import { formatUtc, formatWithOffset, hourMs, minuteMs } from '../market/time/zones';
import type { ToolResponse } from './toolResponse';

/**
 * Describes a period: its bounds, its length, how many values are due, and whether they are published yet.
 */
export function describedPeriod(
  period: Period,
  dataset: Pick<Dataset, 'quarterHoursFrom' | 'publication' | 'record'> | undefined,
  zone: string,
  now: number,
): ToolResponse {
  const { start, end } = period;
  const change = firstClockChange(period, zone);
  // The market time unit isn't documented for every dataset.
  const { unit, count } =
    dataset?.quarterHoursFrom === undefined
      ? { unit: null, count: null }
      : countUnits(period, unitChangeOn(dataset.quarterHoursFrom));
  const reach = reachOf(dataset?.publication, now);
  const day = dayOf(start, marketZone);
  const due = dataset && dueAt(dataset.publication, day);
  // How many orders or capacities there are isn't known in advance.
  const hasSeries = dataset?.record === 'timeSeries' || dataset?.record === 'priceCurve';
  return {
    words: describePeriod(period, dataset?.quarterHoursFrom),
    startUtc: formatUtc(start),
    endUtcExclusive: formatUtc(end),
    timeZone: zone,
    startLocal: formatWithOffset(start, zone),
    endLocalExclusive: formatWithOffset(end, zone),
    hours: Number(((end - start) / hourMs).toFixed(4)),
    ...(hasSeries
      ? { marketTimeUnitMinutes: unit === null ? null : unit / minuteMs, valuesDuePerSeries: count }
      : {}),
    clockChangeUtc: change === null ? null : formatUtc(change),
    ...(dataset
      ? {
          published: end <= reach ? 'all' : start < reach ? 'part' : 'none',
          lastPublishedDeliveryDay: lastPublishedDay(dataset.publication, now),
          ...(due === undefined ? {} : { usuallyPublishedAtUtc: formatUtc(due) }),
        }
      : {}),
  };
}
