import type { Dataset, Parameter } from '../../market/datasets/dataset';
import { dayOf, dayPeriod, marketZone, parseDay, type Period } from '../../market/time/deliveryDay';
import { dayMs, hourMs } from '../../market/time/zones';
import { currencies } from './exchangeRates';

/** The query parameters of one request by their API names, all checked. */
export type SampleRequest = Readonly<Partial<Record<string, string>>>;

/** What responses depend on, apart from the request. */
export interface Situation {
  /** The service's clock, in epoch milliseconds. */
  readonly now: number;
  /** Whether every series has missing values. */
  readonly gaps: boolean;
  /** A fixed number of order records for any period. */
  readonly orders: number | undefined;
}

/** Returns what is wrong with a value, or `undefined` if it's valid. */
type Check = (text: string, parameter: Parameter) => string | undefined;

/** The day after it isn't written with four digits of the year. */
const lastDay = Date.UTC(9999, 11, 31);
const tooLate = 'must be before 9999-12-31';

const instant: Check = (text, { bound }) => {
  const isInstant =
    /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/.test(text) && parseDay(text.slice(0, 10));
  if (!isInstant) return 'must be a time in UTC that ends with Z, such as 2026-03-29T08:00:00Z';
  // An end is exclusive.
  const isIn = bound === 'end' ? Date.parse(text) <= lastDay : Date.parse(text) < lastDay;
  return isIn ? undefined : tooLate;
};

const date: Check = (text) => {
  if (!parseDay(text)) return 'must be a calendar date, yyyy-mm-dd';
  return Date.parse(text) < lastDay ? undefined : tooLate;
};

/** Parameters that accept only their listed values. Names of blocks and interconnectors can be any text. */
const closedChoices = new Set(['status', 'endpoint']);

const checks: { readonly [Kind in Parameter['kind']]: Check } = {
  instant,
  powerHour: (text, parameter) =>
    instant(text, parameter) ?? (Date.parse(text) % hourMs === 0 ? undefined : 'must be on the hour'),
  date,
  deliveryArea: (text, { several }) =>
    (several ? /^[\w-]+(,[\w-]+)*$/ : /^[\w-]+$/).test(text)
      ? undefined
      : 'must be an area code, or several codes separated by commas if the operation accepts them',
  currency: (text) => (currencies.includes(text) ? undefined : `must be one of ${currencies.join()}`),
  choice: (text, { name, choices = [] }) =>
    !closedChoices.has(name) || choices.some(({ value }) => value === text)
      ? undefined
      : `must be one of ${choices.map(({ value }) => value).join()}`,
  text: () => undefined,
};

/** The longest period of one request, because a longer one would take too much time. */
const longestPeriodDays = 366;

/**
 * The request's parameters, or a sentence about the first problem, to be sent with status 400 (docs/api.md,
 * "Response cases").
 */
export function readSampleRequest({ parameters }: Dataset, query: URLSearchParams): SampleRequest | string {
  const request: Record<string, string> = {};
  for (const [name, text] of query) {
    const parameter = parameters.find((one) => one.name === name);
    if (!parameter) return `Parameter ${name} is not supported by this operation.`;
    if (name in request) return `Parameter ${name} is specified more than once.`;
    const problem = text === '' ? 'must not be empty' : checks[parameter.kind](text, parameter);
    if (problem !== undefined) return `Parameter ${name} ${problem}.`;
    request[name] = text;
  }
  const missing = parameters.find(({ name, required }) => required && !(name in request));
  if (missing) return `Parameter ${missing.name} is required.`;
  const { startTime, endTime } = request;
  if (startTime === undefined || endTime === undefined) return request;
  const length = Date.parse(endTime) - Date.parse(startTime);
  if (!(length > 0)) return 'Parameter endTime must be later than startTime.';
  return length <= longestPeriodDays * dayMs
    ? request
    : `The period from startTime to endTime must not be longer than ${longestPeriodDays} days.`;
}

/**
 * The requested period, end exclusive. Without bounds, the current delivery day. With one bound, up to the
 * other end of its delivery day.
 */
export function windowOf({ startTime, endTime }: SampleRequest, now: number): Period {
  const start = startTime === undefined ? undefined : Date.parse(startTime);
  const end = endTime === undefined ? undefined : Date.parse(endTime);
  const day = dayPeriod(dayOf(start ?? (end === undefined ? now : end - 1), marketZone), marketZone);
  return { start: start ?? day.start, end: end ?? day.end };
}

/** The requested areas, each once, in the order of the request; `otherwise` if there are none. */
export function areasOf({ deliveryarea }: SampleRequest, otherwise: readonly string[]): readonly string[] {
  return deliveryarea === undefined ? otherwise : [...new Set(deliveryarea.split(','))];
}
