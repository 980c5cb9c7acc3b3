import * as l10n from '@vscode/l10n';
import { isTimeKind, type Dataset } from '../market/datasets/dataset';
import { readQuery, type Query } from '../market/query/query';
import { addDays, dayPeriod, marketZone, parseDay, type Period } from '../market/time/deliveryDay';
import { formatUtc, hourMs, minuteMs } from '../market/time/zones';

/** About 55 years; a longer range is most likely a typo. */
export const mostDays = 20_000;

/** A range of delivery days to be requested. */
export interface DayRange {
  readonly dataset: Dataset;
  /** Without the parameters that depend on the day: period, date, and power hour. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Delivery days such as `2026-03-29`, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** The longest period of one request, in minutes, for a service that rejects requests for a whole day. */
  readonly windowMinutes?: number;
}

/** One of the requests for a delivery day. */
export interface DayRequest {
  readonly query: Query;
  /** The period that is requested. Rows that start outside of it belong to another request. */
  readonly period: Period;
}

/** A delivery day and its requests, in order of time. */
export interface RangeDay {
  readonly day: string;
  /**
   * Created at each use: for decades of hourly requests, creating all of them first would take seconds and a
   * lot of memory.
   */
  readonly requests: readonly DayRequest[];
}

/** The parameters that depend on the day. */
const timeParameters = ({ parameters }: Dataset) => parameters.filter(({ kind }) => isTimeKind(kind));

/** The parameters of a query without its times. */
export const withoutTimes = ({
  dataset,
  parameters,
}: Pick<Query, 'dataset' | 'parameters'>): Query['parameters'] => {
  const times = new Set(timeParameters(dataset).map(({ name }) => name));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !times.has(name)));
};

/** The parameters of every request without its times, as sent. */
export function sentParameters([first]: readonly RangeDay[]): Query['parameters'] {
  const query = first?.requests[0]?.query;
  return query ? withoutTimes(query) : {};
}

/** Whether the dataset is requested once per delivery day, unless a window is shorter. */
export const isFetchedByDay = (dataset: Dataset): boolean =>
  timeParameters(dataset).every(({ kind }) => kind !== 'powerHour');

/** Whether requests of the dataset have a period, which can be shorter than a day. */
export const hasPeriod = (dataset: Dataset): boolean =>
  timeParameters(dataset).some(({ bound }) => bound !== undefined);

/**
 * The delivery days from `from` to `to`, both inclusive and such as `2026-03-29`. Throws an `Error` ready to
 * display if one of them isn't a day, if `to` is before `from`, or if there are too many.
 */
export function deliveryDaysFrom(from: string, to: string): string[] {
  for (const day of [from, to]) {
    if (!parseDay(day)) {
      throw new Error(l10n.t('"{0}" isn\'t a delivery day. Enter a date such as 2026-03-29.', day));
    }
  }
  if (to < from) throw new Error(l10n.t('The last delivery day, {0}, is before the first, {1}.', to, from));
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (days.length === mostDays)
      throw new Error(l10n.t('A range can have at most {0} delivery days.', mostDays));
    days.push(day);
  }
  return days;
}

/**
 * The delivery days of a range, each with one request for the day, one for each of its hours (power hours),
 * or one for each window. A day has 23, 24, or 25 hours, in the market's time zone. Throws an `Error` ready
 * to display if the range can't be requested.
 */
export function rangeDays(range: DayRange): RangeDay[] {
  const { dataset, parameters, from, to, windowMinutes } = range;
  const names = deliveryDaysFrom(from, to);
  const given = timeParameters(dataset).find(({ name }) => Object.hasOwn(parameters, name));
  if (given) {
    throw new Error(l10n.t('Omit "{0}": "from" and "to" specify the delivery days of a range.', given.name));
  }
  if (windowMinutes !== undefined && !hasPeriod(dataset)) {
    throw new Error(
      l10n.t(
        'The dataset "{0}" isn\'t queried by period, so "windowMinutes" can\'t be used.',
        dataset.title(),
      ),
    );
  }
  const of = (day: string, known?: Query) => requestsOf(dataset, parameters, day, windowMinutes, known);
  // What is wrong with one day is wrong with all, except that a day may be too long ago or ahead.
  const [first] = [from, to].flatMap((day) => of(day));
  return names.map((day) => ({
    day,
    get requests() {
      return of(day, first?.query);
    },
  }));
}

/** With a `known` query of another day, only times are read. */
function requestsOf(
  dataset: Dataset,
  parameters: DayRange['parameters'],
  day: string,
  windowMinutes: number | undefined,
  known: Query | undefined,
): DayRequest[] {
  const period = dayPeriod(day, marketZone);
  const isByHour = !isFetchedByDay(dataset);
  const windowMs = isByHour ? hourMs : (windowMinutes ?? Infinity) * minuteMs;
  const requests: DayRequest[] = [];
  for (let start = period.start; start < period.end; start += windowMs) {
    const window = { start, end: Math.min(start + windowMs, period.end) };
    const times = timeParameters(dataset).map(({ name, kind, bound }): [string, string] => {
      if (kind === 'date') return [name, day];
      return [name, formatUtc(bound === 'end' ? window.end : window.start)];
    });
    const given = { ...(known?.parameters ?? parameters), ...Object.fromEntries(times) };
    const read = known
      ? { query: { ...known, parameters: given } }
      : readQuery(dataset.id, given, start, 'UTC');
    if (!('query' in read)) throw new Error(read.problems.map(({ message }) => message).join(' '));
    requests.push({ query: read.query, period: window });
  }
  return requests;
}
