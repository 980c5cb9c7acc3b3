import * as l10n from '@vscode/l10n';
import type { Dataset, ParameterKind } from '../market/datasets/dataset';
import { dueAt, lastPublishedDay, reachOf } from '../market/datasets/publication';
import { firstClockChange } from '../market/time/firstClockChange';
import { dayOf, marketZone, type Period } from '../market/time/deliveryDay';
import { countUnits, unitChangeOn } from '../market/time/marketTimeUnit';
import { describePeriod } from '../market/time/timeInput';
import { needsEnd, readTypedPeriod } from '../market/time/typedPeriod';
import { formatUtc, formatWithOffset, hourMs, minuteMs } from '../market/time/zones';
import type { Described } from './answer';

/**
 * Describes a period: its bounds, its length, how many values are due, and whether they are published yet.
 */
export function describedPeriod(
  period: Period,
  dataset: Pick<Dataset, 'quarterHoursFrom' | 'publication' | 'record'> | undefined,
  zone: string,
  now: number,
): Readonly<Record<string, Described>> {
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

/**
 * The period that a text means, read as in the prompts, and the time zone in which it was read. For datasets
 * that are queried by date, days are the market's; a time alone means an hour only for datasets that are
 * queried by power hour. Throws an `Error` whose message can be shown.
 */
export function readPeriod(
  text: string,
  dataset: Pick<Dataset, 'parameters'> | undefined,
  zone: string,
  now: number,
): { readonly period: Period; readonly zone: string } {
  const isQueriedBy = (kind: ParameterKind) =>
    dataset?.parameters.some((each) => each.kind === kind) ?? false;
  const isDate = isQueriedBy('date');
  const readIn = isDate ? marketZone : zone;
  const typed = readTypedPeriod(text, now, readIn);
  if (isDate && typed.kind !== 'day' && !(typed.kind === 'ends' && typed.areDays)) {
    throw new Error(
      l10n.t('This dataset is queried by delivery date. Enter a date such as today or 2026-03-29.'),
    );
  }
  switch (typed.kind) {
    case 'problem':
      throw new Error(typed.message);
    case 'open':
      throw new Error(needsEnd(typed.start));
    case 'instant':
      if (!isQueriedBy('powerHour')) throw new Error(needsEnd(typed.start));
      return { period: { start: typed.start, end: typed.start + hourMs }, zone: readIn };
    case 'day':
    case 'ends':
      return { period: typed.period, zone: readIn };
  }
}
