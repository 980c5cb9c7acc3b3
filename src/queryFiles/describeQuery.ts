import * as l10n from '@vscode/l10n';
import { isTimeKind, type Dataset } from '../market/datasets/dataset';
import { dueAt, reachOf } from '../market/datasets/publication';
import type { Query } from '../market/query/query';
import { isTimePart, partText, queryParts } from '../market/query/queryParts';
import { periodOf } from '../market/query/queryPeriod';
import { dayOf, marketZone, type Period } from '../market/time/deliveryDay';
import { monthNames } from '../market/time/dayText';
import { describePeriod } from '../market/time/periodText';
import { formatInstant, wallClock } from '../market/time/zones';
import { fromTo } from '../text/l10n';
import { queryOfFile } from './queryOfFile';
import type { FileQuery } from './queryFile';

/**
 * Describes a query of a file at `now` (epoch milliseconds), one line each: its period in UTC with its length
 * and the time when its data is due, and the same period in the file's time zone. Empty if the query can't be run.
 */
export function describeQuery(file: FileQuery, timeZone: string, now: number): readonly string[] {
  const asked = queryOfFile(file, timeZone, now);
  if ('problems' in asked) return [];
  const { query } = asked;
  const { dataset } = query;
  const times = dataset.parameters.filter(({ kind }) => isTimeKind(kind));
  const words = times.flatMap(({ name }) => query.days?.words[name] ?? []);
  const period = whole(query);
  const due = period ? dueText(dataset, period, timeZone, now) : '';
  const sent = [period ? periodText(dataset, period, now) : openPeriod(query, now), due].filter(Boolean);
  const first =
    words.length > 0 ? l10n.t('{0}: {1}', fromTo([...new Set(words)]), sent.join(', ')) : sent.join(', ');
  const part = queryParts(dataset).find(isTimePart);
  const inZone = part ? partText(part, query, timeZone) : '';
  return [first, ...(inZone === '' ? [] : [l10n.t('{0}: {1}', timeZone, inZone)])];
}

/** The period, if both of its ends are known; for a day or a power hour, they always are. */
function whole(query: Query): Period | null {
  const { startTime, endTime } = query.parameters;
  return (startTime === undefined) === (endTime === undefined) ? periodOf(query) : null;
}

/** `22 Nov 23:00Z`, with the year if it's not that of `now`. */
function shortUtc(now: number): (instant: number) => string {
  const { year: thisYear } = wallClock(now, 'UTC');
  return (instant) => {
    const { year, month, day } = wallClock(instant, 'UTC');
    const time = `${formatInstant(instant, 'UTC').slice('2026-11-22 '.length)}Z`;
    const name = monthNames[month - 1]?.() ?? '';
    return year === thisYear
      ? l10n.t('{0} {1} {2}', day, name, time)
      : l10n.t('{0} {1} {2} {3}', day, name, year, time);
  };
}

const periodText = ({ quarterHoursFrom }: Dataset, period: Period, now: number): string =>
  describePeriod(period, quarterHoursFrom, shortUtc(now));

function openPeriod({ parameters: { startTime, endTime } }: Query, now: number): string {
  const write = (time: string) => shortUtc(now)(Date.parse(time));
  if (startTime !== undefined) return l10n.t('from {0}', write(startTime));
  if (endTime !== undefined) return l10n.t('until {0}', write(endTime));
  return l10n.t('no period, so the service uses its default');
}

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
