import * as l10n from '@vscode/l10n';
import type { Dataset } from '../market/datasets/dataset';
import { dueAt, lastPublishedDay, reachOf } from '../market/datasets/publication';
import { firstClockChange } from '../market/time/firstClockChange';
import { dayOf, marketZone, type Period } from '../market/time/deliveryDay';
import { describePeriod, readDeliveryDate, readTime } from '../market/time/timeInput';
import { formatUtc, formatWithOffset, hourMs, minuteMs } from '../market/time/zones';
import type { Told } from './answer';

/** What a period is in the market: which instants, how long, how many values, and whether they can be expected. */
export function periodTold(
  period: Period,
  dataset: Pick<Dataset, 'quarterHoursFrom' | 'publication' | 'record'> | undefined,
  zone: string,
  now: number,
): Readonly<Record<string, Told>> {
  const { start, end } = period;
  const change = firstClockChange(period, zone);
  const isInQuarters =
    dataset?.quarterHoursFrom !== undefined && dayOf(start, marketZone) >= dataset.quarterHoursFrom;
  const unit = isInQuarters ? 15 : 60;
  const count = (end - start) / (unit * minuteMs);
  const reach = reachOf(dataset?.publication, now);
  const day = dayOf(start, marketZone);
  const due = dataset && dueAt(dataset.publication, day);
  // Orders and capacities come when they come: no number of them is due.
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
      ? { marketTimeUnitMinutes: unit, valuesDuePerSeries: Number.isInteger(count) ? count : null }
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
 * The period that a text means: a day, or two days or times with a space-separated `to`, `..`, or `/` between them. An end
 * that is a day is included. For datasets asked by date, days are the market's. Throws an `Error` fit to be shown.
 */
export function readPeriod(
  text: string,
  dataset: Pick<Dataset, 'parameters'> | undefined,
  zone: string,
  now: number,
): { readonly period: Period; readonly zone: string } {
  const isDate = dataset?.parameters.some(({ kind }) => kind === 'date') ?? false;
  const read = isDate ? marketZone : zone;
  const ends = text.trim().split(/\s+to\s+|\s*\.\.\s*|\s*\/\s*/i);
  if (ends.length > 2) throw new Error(l10n.t('A period can have only one start and one end.'));
  if (isDate && ends.some((each) => readDeliveryDate(each, now) === null)) {
    throw new Error(
      l10n.t('This dataset is queried by delivery date. Enter a date such as today or 2026-03-29.'),
    );
  }
  const [first = '', last = first] = ends;
  const [from, to] = [readTime(first, now, read), readTime(last, now, read)];
  for (const each of [from, to]) if (each.kind === 'problem') throw new Error(each.message);
  const start = from.kind === 'day' ? from.period.start : from.kind === 'instant' ? from.instant : Number.NaN;
  const end =
    to.kind === 'day'
      ? to.period.end
      : to.kind === 'instant'
        ? ends.length === 1
          ? to.instant + hourMs
          : to.instant
        : Number.NaN;
  if (!(end > start)) throw new Error(l10n.t('The end of the period must be after its start.'));
  return { period: { start, end }, zone: read };
}
