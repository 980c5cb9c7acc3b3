import * as l10n from '@vscode/l10n';
import type { Dataset, Parameter } from '../datasets/dataset';
import { findDataset } from '../datasets/datasets';
import { readDeliveryDate, readTime } from '../daysInWords/readTime';
import { marketZone } from '../time/deliveryDay';
import { isRecord } from '../../text/parsedJson';
import { unseenIn } from '../../text/plainText';
import { formatUtc, hourMs } from '../time/zones';
import { readAreas } from './areaInput';

/** A validated query. Its parameters are as sent, in the dataset's order. */
export interface Query {
  readonly dataset: Dataset;
  readonly parameters: Readonly<Record<string, string>>;
  /** Omitted if no time was given as a day. */
  readonly days?: EnteredDays;
}

/** The days of a query as they were entered, so that copied code can ask for `today` again. */
export interface EnteredDays {
  /** The time zone in which they are days. */
  readonly zone: string;
  /** By parameter: `today`, `tomorrow`, `today-7d`, or a date, in lower case. */
  readonly words: Readonly<Record<string, string>>;
}

export interface QueryProblem {
  /** Name of the parameter, or `dataset`. */
  readonly where: string;
  readonly message: string;
}

/** The result of reading an input: the text to send, or why it is not valid. */
type ParameterReading =
  | {
      ok: true;
      value: string;
      /** What a person should know before sending. */
      note?: string;
      /** The input if it names a day, in lower case. */
      day?: string;
    }
  | { ok: false; message: string };

const refused = (message: string): ParameterReading => ({ ok: false, message });

const maxLength = 2000;
/** Lone surrogates can't be part of an address. */
const unsendable = /\p{Cs}/u;

/** A date such as `2026-03-10` or `10.03.2026`, also with a time. No area is known to have such a code. */
const datelike = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(?=$|[T\s])/;

/**
 * Reads the input for a parameter. Times are interpreted in `zone`; as a start, a day means its first
 * instant, and as an end, the instant at which it's over. Areas become a list of codes without spaces. Other
 * values are only trimmed. An empty input isn't valid, because a service may read an empty parameter as "all".
 */
export function readParameter(
  parameter: Parameter,
  words: string,
  now: number,
  zone: string,
): ParameterReading {
  const text = words.trim();
  if (text === '') return refused(emptyMessage(parameter));
  if (text.length > maxLength) {
    return refused(l10n.t('{0} is longer than {1} characters.', parameter.label(), maxLength));
  }
  const unseen = unseenIn(text);
  if (unseen !== null) {
    return refused(l10n.t('{0} contains an invisible character: {1}.', parameter.label(), unseen));
  }
  if (unsendable.test(text)) {
    return refused(l10n.t("{0} contains a character that can't be sent.", parameter.label()));
  }
  if (parameter.kind === 'instant' || parameter.kind === 'powerHour') {
    return readInstant(parameter, text, now, zone);
  }
  if (parameter.kind === 'date') {
    const day = readDeliveryDate(text, now);
    return day === null
      ? refused(l10n.t('"{0}" isn\'t a date. Enter a date such as today, today-7d, or 2026-03-29.', text))
      : { ok: true, value: day, day: text.toLowerCase() };
  }
  if (parameter.kind !== 'deliveryArea') return { ok: true, value: text };
  if (text.split(/[,;]/).some((value) => value.trim() === '')) {
    return refused(l10n.t('{0} contains an empty value. Remove the extra comma.', parameter.label()));
  }
  const { areas, unknown } = readAreas(text, parameter.choices);
  const value = areas.join(',');
  const date = unknown.find((word) => datelike.test(word) || readDeliveryDate(word, now) !== null);
  if (date !== undefined) {
    return { ok: true, value, note: l10n.t('"{0}" looks like a date, not like a delivery area.', date) };
  }
  if (unknown.length === 0) return { ok: true, value };
  return { ok: true, value, note: l10n.t('Not a known delivery area: {0}.', unknown.join(', ')) };
}

const emptyMessage = ({ label, required }: Parameter): string =>
  required
    ? l10n.t("{0} can't be empty.", label())
    : l10n.t("{0} can't be empty. Omit the parameter to use the service's default.", label());

function readInstant(parameter: Parameter, text: string, now: number, zone: string): ParameterReading {
  const reading = readTime(text, now, zone);
  if (reading.kind === 'problem') return refused(reading.message);
  const instant =
    reading.kind === 'instant'
      ? reading.instant
      : parameter.bound === 'end'
        ? reading.period.end
        : reading.period.start;
  const notes = [
    reading.kind === 'instant' ? reading.note : undefined,
    parameter.kind === 'powerHour' && instant % hourMs !== 0
      ? l10n.t("This time isn't on the hour in UTC. The service may reject it.")
      : undefined,
  ].filter((note) => note !== undefined);
  return {
    ok: true,
    value: formatUtc(instant),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    ...(reading.kind === 'day' ? { day: text.toLowerCase() } : {}),
  };
}

/**
 * Turns outside data into a checked query or a list of problems, for everything that runs without prompts. A
 * parameter whose value is `undefined` counts as missing.
 */
export function readQuery(
  datasetId: unknown,
  given: unknown,
  now: number,
  zone: string,
): { query: Query } | { problems: QueryProblem[] } {
  const problems: QueryProblem[] = [];
  const refuse = (where: string, message: string) => {
    problems.push({ where, message });
    return { problems };
  };
  const dataset = typeof datasetId === 'string' ? findDataset(datasetId) : undefined;
  if (!dataset) return refuse('dataset', l10n.t('Dataset "{0}" not found.', String(datasetId)));
  if (given !== undefined && !isRecord(given)) {
    return refuse('parameters', l10n.t('Parameters must be an object with string values.'));
  }
  const inputs = new Map(Object.entries(given ?? {}));
  const parameters: [string, string][] = [];
  const words: [string, string][] = [];
  for (const parameter of dataset.parameters) {
    const { name } = parameter;
    const input = inputs.get(name);
    inputs.delete(name);
    if (input === undefined) {
      if (parameter.required) refuse(name, l10n.t('{0} is required.', name));
      continue;
    }
    if (typeof input !== 'string') {
      refuse(name, l10n.t('{0} must be a string.', name));
      continue;
    }
    const reading = readParameter(parameter, input, now, zone);
    if (!reading.ok) {
      refuse(name, `${name}: ${reading.message}`);
      continue;
    }
    parameters.push([name, reading.value]);
    // A date is sent as it was entered, so it isn't kept in addition.
    const { day = reading.value } = reading;
    if (day !== reading.value) words.push([name, day]);
  }
  for (const name of inputs.keys()) {
    refuse(name, l10n.t('The dataset "{0}" has no parameter "{1}".', dataset.title(), name));
  }
  const { startTime, endTime } = Object.fromEntries(parameters);
  if (startTime !== undefined && endTime !== undefined && Date.parse(endTime) < Date.parse(startTime)) {
    refuse('endTime', l10n.t('The end ({0}) is before the start ({1}).', endTime, startTime));
  }
  if (problems.length > 0) return { problems };
  const query: Query = { dataset, parameters: Object.fromEntries(parameters) };
  if (words.length === 0) return { query };
  // Delivery dates are the market's, whatever time zone is displayed.
  const isDate = dataset.parameters.some(({ kind }) => kind === 'date');
  return {
    query: { ...query, days: { zone: isDate ? marketZone : zone, words: Object.fromEntries(words) } },
  };
}
