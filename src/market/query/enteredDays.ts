import { isTimeKind, type Parameter } from '../datasets/dataset';
import { dayOf, marketZone } from '../time/deliveryDay';
import { readTime } from '../daysInWords/readTime';
import { formatUtc, isTimeZone } from '../time/zones';
import { isRecord } from '../../text/parsedJson';
import { readParameter, type EnteredDays, type Query } from './query';

/** What a day means for a parameter: its date, or the instant at which it starts or ends. */
export const meaningOfDay = ({ kind, bound }: Parameter): 'date' | 'start' | 'end' =>
  kind === 'date' ? 'date' : (bound ?? 'start');

/** The date in the time zone that the parameter's value means, if it means a day. */
function dateOf(parameter: Parameter, value: string, zone: string): string | undefined {
  const meaning = meaningOfDay(parameter);
  if (meaning === 'date') return value;
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) return undefined;
  const date = dayOf(meaning === 'end' ? instant - 1 : instant, zone);
  const day = readTime(date, instant, zone);
  return day.kind === 'day' && formatUtc(day.period[meaning]) === value ? date : undefined;
}

/** The first and last delivery day of a period of whole delivery days; `null` for any other period. */
export function deliveryDays({ dataset, parameters }: Query): readonly [string, string] | null {
  const day = (bound: Parameter['bound']) => {
    const parameter = dataset.parameters.find((each) => each.bound === bound);
    return parameter && dateOf(parameter, parameters[parameter.name] ?? '', marketZone);
  };
  const [first, last] = [day('start'), day('end')];
  return first !== undefined && last !== undefined && first <= last ? [first, last] : null;
}

/** The same query with the days that `wordOf` gives for its parameters. */
function withDays(
  { dataset, parameters }: Query,
  zone: string,
  wordOf: (parameter: Parameter, value: string) => string | undefined,
): Query {
  const words = dataset.parameters.flatMap((parameter): [string, string][] => {
    const value = parameters[parameter.name];
    const word = value === undefined ? undefined : wordOf(parameter, value);
    return word === undefined || word === value ? [] : [[parameter.name, word]];
  });
  const days = { zone, words: Object.fromEntries(words) };
  return { dataset, parameters, ...(words.length > 0 ? { days } : {}) };
}

/**
 * The query with days that, at `now` (epoch milliseconds), mean the same as its parameters. If it is sent
 * again on a later day, `today` has become a date.
 */
export function withDaysAt(query: Query, now: number): Query {
  const { days } = query;
  if (!days) return query;
  return withDays(query, days.zone, (parameter, value) => {
    const word = days.words[parameter.name];
    if (word === undefined) return undefined;
    const reading = readParameter(parameter, word, now, days.zone);
    return reading.ok && reading.value === value && reading.day !== undefined
      ? reading.day
      : dateOf(parameter, value, days.zone);
  });
}

/**
 * The query with other parameters, as sent, which were derived from its own. Days that didn't change stay as
 * they were given. Days that did become dates, and so does a changed period of whole delivery days.
 */
export function derivedQuery(query: Query, parameters: Query['parameters']): Query {
  const { dataset, days } = query;
  const zone = days?.zone ?? marketZone;
  const isMoved = ({ kind, name }: Parameter) =>
    isTimeKind(kind) && parameters[name] !== query.parameters[name];
  const moved = dataset.parameters.filter(isMoved);
  const isPeriod =
    moved.length > 1 &&
    moved.every((parameter) => dateOf(parameter, parameters[parameter.name] ?? '', zone) !== undefined);
  return withDays({ dataset, parameters }, zone, (parameter, value) => {
    const word = days?.words[parameter.name];
    if (!isMoved(parameter)) return word;
    return isPeriod || word !== undefined ? dateOf(parameter, value, zone) : undefined;
  });
}

/**
 * The parameters as a person would enter them where days are interpreted in `zone`: days in words if they
 * mean the same days there, other parameters as sent.
 */
export function givenParameters({ dataset, parameters, days }: Query, zone: string): Query['parameters'] {
  if (!days) return parameters;
  const words = dataset.parameters.flatMap((parameter): [string, string][] => {
    const [word, value = ''] = [days.words[parameter.name], parameters[parameter.name]];
    const date = dateOf(parameter, value, zone);
    const isSame = date !== undefined && date === dateOf(parameter, value, days.zone);
    return word !== undefined && isSame ? [[parameter.name, word]] : [];
  });
  return { ...parameters, ...Object.fromEntries(words) };
}

/** Whether stored data is the `days` of a query. */
export const isEnteredDays = (value: unknown): value is EnteredDays =>
  isRecord(value) &&
  typeof value.zone === 'string' &&
  isTimeZone(value.zone) &&
  isRecord(value.words) &&
  Object.values(value.words).every((word) => typeof word === 'string');
