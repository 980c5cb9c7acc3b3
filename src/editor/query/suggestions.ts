import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import { valuesIn, type Parameter } from '../../market/datasets/dataset';
import { latestDayWord } from '../../market/datasets/publication';
import { dayOf, dayPeriod, marketZone, type Period } from '../../market/time/deliveryDay';
import { readParameter, readQuery, type Query } from '../../market/query/query';
import { isTimePart, type QueryPart } from '../../market/query/queryParts';
import { relativeDayWords, readDeliveryDate, readTime } from '../../market/daysInWords/readTime';
import { describePeriod } from '../../market/time/periodText';
import { readTypedPeriod, writtenDays } from '../../market/daysInWords/typedDays';
import { fromTo } from '../../text/l10n';
import { hasTyped } from '../../text/wordsIn';
import { formatInstant, formatUtc, formatWithOffset, hourMs } from '../../market/time/zones';

/** Inputs by parameter name, as the person typed them: `today` is stored as `today`. */
export type Inputs = Readonly<Record<string, string>>;

/** One line of a prompt. A line without `inputs` is only an explanation and can't be accepted. */
export interface Suggestion {
  label: string;
  description?: string;
  detail?: string;
  inputs?: Inputs;
  group: 'previous' | 'suggested' | 'typed';
  /** Set if the inputs are all that the query needs. */
  isWhole?: true;
  /** Set for the line that the typed text means, which Enter accepts. */
  isMeant?: true;
  /** Whether areas aren't known, as the detail says: they're sent once the person has agreed. */
  isDoubtful?: boolean;
}

/** The time and time zone in which a prompt is shown. */
export interface Clock {
  readonly now: number;
  /** The time zone in which local input is read. */
  readonly zone: string;
}

/** The inputs to send: a skipped parameter has an empty one. */
export const withoutSkipped = (inputs: Inputs): Inputs =>
  Object.fromEntries(Object.entries(inputs).filter(([, input]) => input.trim() !== ''));

/**
 * The inputs that produce this query again: the `previous` ones if they still do, otherwise the days as they
 * were entered, otherwise the day if its period is exactly one day, otherwise the parameters as sent.
 */
export function inputsFor(
  { dataset, parameters, days }: Query,
  previous: Inputs | null,
  { now, zone }: Clock,
): Inputs {
  const leadToIt = (inputs: Inputs) => {
    const read = readQuery(dataset.id, withoutSkipped(inputs), now, zone);
    return 'query' in read && isDeepStrictEqual(read.query.parameters, parameters);
  };
  if (previous && leadToIt(previous)) return previous;
  const asGiven = { ...parameters, ...days?.words };
  if (days && leadToIt(asGiven)) return asGiven;
  const { startTime, endTime } = parameters;
  if (startTime === undefined || endTime === undefined) return parameters;
  const day = dayOf(Date.parse(startTime), zone);
  const asDay = { ...parameters, startTime: day, endTime: day };
  return leadToIt(asDay) ? asDay : parameters;
}

/**
 * The lines of the prompt. What the typed text means is marked, and comes first; text that may be only the beginning
 * of a choice comes last. Then the previous input and the choices. Cheap enough for every keystroke.
 */
export function suggestionsFor(part: QueryPart, typed: string, previous: Inputs, clock: Clock): Suggestion[] {
  const text = typed.trim();
  const suggested = isTimePart(part) ? suggestedTimes(part, previous, clock) : suggestedChoices(part);
  const choices = [...suggested, ...leaveOut(part)];
  const last = previousSuggestion(part, previous, suggested, clock);
  const sent = ({ inputs = {} }: Suggestion) =>
    JSON.stringify(readingsOf(part, inputs, clock)?.map(({ value }) => value));
  const without = (lines: readonly Suggestion[], excluded: readonly Suggestion[]) => {
    const present = excluded.filter(({ inputs }) => inputs !== undefined).map(sent);
    return lines.filter((line) => !present.includes(sent(line)));
  };
  const known = last ? [last, ...without(choices, [last])] : choices;
  if (text === '') return known;
  // Text that equals a label means that line: nobody wants to send "Skip", or NO1 for NO.
  const labeled = isTimePart(part) ? choices : known;
  const named = labeled.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  const own = named.length > 0 ? named : readTyped(part, text, clock);
  const begun = [...choices, ...known].find(({ label, description = '' }) =>
    hasTyped(`${label} ${description}`, text),
  );
  const literal = own.filter(({ inputs }) => inputs !== undefined);
  // The editor would put a line whose label is the text in front of the others.
  const asTyped = literal.map((line) => ({
    ...line,
    label: l10n.t('As Typed'),
    description: line.label,
    // Nobody selects that by mistake.
    isDoubtful: false,
  }));
  const isClear = named.length > 0 || isTimePart(part) || hasOnlyChoices(part, own, clock);
  if (begun && !(isClear && literal.length > 0)) {
    return [{ ...begun, isMeant: true }, ...known.filter((line) => line !== begun), ...asTyped];
  }
  const shown = own.map((line, at): Suggestion => {
    const choice = choices.find(
      ({ inputs }) => inputs && line.inputs && isDeepStrictEqual(inputs, line.inputs),
    );
    return { ...(choice ?? line), group: 'typed', ...(line.inputs && at === 0 ? { isMeant: true } : {}) };
  });
  return [...shown, ...without(known, own)];
}

/** Whether the typed values are all suggested, so that the text isn't only the beginning of one. */
function hasOnlyChoices(part: QueryPart, typed: readonly Suggestion[], clock: Clock): boolean {
  const [parameter] = part.parameters;
  const values = typed.flatMap(({ inputs = {} }) =>
    (readingsOf(part, inputs, clock) ?? []).flatMap(({ value }) => valuesIn(value)),
  );
  return values.every((value) => parameter?.choices?.some((choice) => choice.value === value));
}

/** As many as there usually are: today, tomorrow, and yesterday. */
const mostDays = 3;

/**
 * The previous areas with each of the suggested days, which are offered in the prompt for the areas: a click runs
 * the query.
 */
export function previousWithDays(
  areas: QueryPart,
  time: QueryPart | undefined,
  previous: Inputs,
  clock: Clock,
): Suggestion[] {
  const last = previousSuggestion(areas, previous, suggestedChoices(areas), clock);
  if (!last || !time) return [];
  const days = suggestedTimes(time, previous, clock).slice(0, mostDays);
  return days.map((day) => together(last, day));
}

function together(areas: Suggestion, time: Suggestion): Suggestion {
  const label = `${areas.label} · ${time.label}`;
  const detail = [areas.detail, time.detail].filter((each) => each !== undefined).join('. ');
  const inputs = { ...areas.inputs, ...time.inputs };
  const { group, isDoubtful = false } = areas;
  return { ...time, label, detail, inputs, group, isDoubtful, isWhole: true };
}

/**
 * The line for areas and a time that were typed at once, such as `NO1 SE3 tomorrow`, in the prompt for the areas.
 * Empty if the text isn't both.
 */
export function withTime(
  areas: QueryPart,
  time: QueryPart | undefined,
  typed: string,
  clock: Clock,
): Suggestion[] {
  if (!time) return [];
  const text = typed.trim();
  for (const { 0: before, index } of text.matchAll(/[^,;\s](\s+)/g)) {
    const [own] = readTyped(areas, text.slice(0, index + 1), clock);
    const [when] = readTyped(time, text.slice(index + before.length), clock);
    if (own?.inputs && when?.inputs) return [{ ...together(own, when), isMeant: true }];
  }
  return [];
}

function leaveOut({ isRequired, parameters }: QueryPart): Suggestion[] {
  if (isRequired) return [];
  const inputs = Object.fromEntries(parameters.map(({ name }) => [name, '']));
  const isList = parameters.some(({ kind, several }) => kind === 'deliveryArea' && several === true);
  const description = isList
    ? l10n.t('not sent; you receive all areas in your subscription')
    : l10n.t('not sent; the service uses its default');
  return [{ label: l10n.t('Skip'), description, inputs, group: 'suggested' }];
}

/** The previous input as it was typed or, if it was a suggestion, with the label of that suggestion. */
function previousSuggestion(
  part: QueryPart,
  previous: Inputs,
  suggested: readonly Suggestion[],
  clock: Clock,
): Suggestion | null {
  const inputs = inputsOf(part, previous);
  const words = Object.values(inputs);
  if (words.every((word) => word === '')) return null;
  const chosen = suggested.find((each) => each.inputs && isDeepStrictEqual(each.inputs, inputs));
  if (chosen) return { ...chosen, group: 'previous' };
  const label = fromTo([...new Set(words.filter((word) => word !== ''))]);
  const detail = sentOf(part, inputs, clock);
  return detail === null ? null : { label, ...detail, inputs, group: 'previous' };
}

const inputsOf = ({ parameters }: QueryPart, inputs: Inputs): Inputs =>
  Object.fromEntries(parameters.map(({ name }) => [name, inputs[name] ?? '']));

/** What is sent for the inputs that aren't left out, with notes; `null` if they can't be sent. */
function readingsOf({ parameters }: QueryPart, inputs: Inputs, { now, zone }: Clock) {
  const readings = parameters
    .filter(({ name }) => (inputs[name] ?? '') !== '')
    .map((parameter) => readParameter(parameter, inputs[parameter.name] ?? '', now, zone));
  return readings.every((reading) => reading.ok) ? readings : null;
}

function suggestedChoices({ parameters: [parameter] }: QueryPart): Suggestion[] {
  return (parameter?.choices ?? []).map(({ value, label }) => ({
    label: value,
    ...(label === undefined ? {} : { description: label() }),
    inputs: { [parameter?.name ?? '']: value },
    group: 'suggested',
  }));
}

/** A period as short as the line of a prompt: without seconds, unless there are any. */
const shortPeriod = ({ quarterHoursFrom }: QueryPart, period: Period): string =>
  describePeriod(period, quarterHoursFrom, (instant) => formatUtc(instant).replace(/:00Z$/, 'Z'));

/** What is sent for the inputs, as a line below the suggestion; `null` if they can't be sent. */
function sentOf(part: QueryPart, inputs: Inputs, clock: Clock): { detail?: string } | null {
  const readings = readingsOf(part, inputs, clock);
  if (!readings) return null;
  const values = readings.map(({ value }) => value);
  const notes = readings.flatMap(({ note }) => (note === undefined ? [] : [note]));
  if (!isTimePart(part)) return notes.length > 0 ? { detail: notes.join(' ') } : {};
  const [start, end] = values.map((value) => Date.parse(value));
  const sent = start !== undefined && end !== undefined ? shortPeriod(part, { start, end }) : fromTo(values);
  return { detail: [l10n.t('sends {0}', sent), ...notes].join('. ') };
}

/**
 * What the text itself means for the part: one line, or one for each meaning that a day can have. Days count from
 * `shown`, or else from today.
 */
export function readTyped(part: QueryPart, text: string, clock: Clock, shown?: string | null): Suggestion[] {
  if (part.parameters.length === 2) return typedPeriodSuggestions(part, text, clock, shown);
  const [parameter] = part.parameters;
  if (!parameter) return [];
  const words = isTimePart(part) ? writtenDays(text, clock.now, clock.zone, shown) : text;
  const reading = readParameter(parameter, words, clock.now, clock.zone);
  if (!reading.ok) return [{ label: text, detail: reading.message, group: 'typed' }];
  const isArea = parameter.kind === 'deliveryArea';
  // Areas are kept as their codes, whatever they were written like.
  const input = isArea ? reading.value : words;
  const inputs = { [parameter.name]: input };
  const isDoubtful = isArea && reading.note !== undefined;
  return [{ label: input, ...sentOf(part, inputs, clock), inputs, group: 'typed', isDoubtful }];
}

/** A single day is both the start and the end. */
function typedPeriodSuggestions(
  part: QueryPart,
  text: string,
  clock: Clock,
  shown?: string | null,
): Suggestion[] {
  const typed = readTypedPeriod(text, clock.now, clock.zone, shown);
  switch (typed.kind) {
    case 'day':
      return daySuggestions(part, typed.day, typed.words, clock, 'typed');
    case 'problem':
      return [{ label: text, detail: typed.message, group: 'typed' }];
    case 'instant':
    case 'open': {
      const detail = l10n.t('Starts at {0}. Add "to" and an end time.', formatUtc(typed.start));
      return [{ label: text, detail, group: 'typed' }];
    }
    case 'ends': {
      const inputs = periodInputs(part, typed.from, typed.to);
      return [{ label: text, ...sentOf(part, inputs, clock), inputs, group: 'typed' }];
    }
  }
}

const periodInputs = (part: QueryPart, start: string, end: string): Inputs =>
  Object.fromEntries(part.parameters.map(({ name, bound }) => [name, bound === 'end' ? end : start]));

/** Instants rather than words if the day in the displayed time zone is a different one. */
const instantInputs = (part: QueryPart, { start, end }: Period) =>
  periodInputs(part, formatUtc(start), formatUtc(end));

/**
 * A day as the market's delivery day and, if midnight in the displayed time zone differs, as a calendar day.
 */
function daySuggestions(
  part: QueryPart,
  day: string,
  words: string,
  { zone }: Clock,
  group: Suggestion['group'],
): Suggestion[] {
  const delivery = dayPeriod(day, marketZone);
  const calendar = dayPeriod(day, zone);
  const isSame = delivery.start === calendar.start && delivery.end === calendar.end;
  const label =
    words === day || group === 'typed' ? day : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)} (${day})`;
  const deliverySuggestion: Suggestion = {
    label,
    description: l10n.t('delivery day, CET/CEST'),
    detail: l10n.t('sends {0}', shortPeriod(part, delivery)),
    inputs: isSame ? periodInputs(part, words, words) : instantInputs(part, delivery),
    group,
  };
  if (isSame) return [deliverySuggestion];
  const calendarSuggestion: Suggestion = {
    label,
    description: l10n.t('calendar day in {0}', zone),
    detail: l10n.t('sends {0}', shortPeriod(part, calendar)),
    inputs: periodInputs(part, words, words),
    group,
  };
  return [deliverySuggestion, calendarSuggestion];
}

function suggestedTimes(part: QueryPart, previous: Inputs, clock: Clock): Suggestion[] {
  const [parameter] = part.parameters;
  if (parameter?.kind === 'powerHour') return suggestedHours(part, parameter, previous, clock);
  const suggested = new Set([latestDayWord(part.publication, clock.now), ...relativeDayWords]);
  return [...suggested].flatMap((words): Suggestion[] => {
    const day = readDeliveryDate(words, clock.now) ?? '';
    if (parameter?.kind === 'date') {
      return [{ label: words, description: day, inputs: { [parameter.name]: words }, group: 'suggested' }];
    }
    // Near midnight, `today` may be a different date in the displayed time zone. The date removes the
    // ambiguity.
    const local = readTime(words, clock.now, clock.zone);
    const isSameDate = local.kind === 'day' && local.day === day;
    return daySuggestions(part, day, isSameDate ? words : day, clock, 'suggested');
  });
}

/**
 * The previously entered hour and the hours before and after it, then the hours of the current delivery day,
 * beginning with the next one.
 */
function suggestedHours(part: QueryPart, { name }: Parameter, previous: Inputs, clock: Clock): Suggestion[] {
  const { now, zone } = clock;
  const next = Math.floor(now / hourMs) * hourMs + hourMs;
  const { start, end } = dayPeriod(dayOf(now, marketZone), marketZone);
  const hours = Array.from({ length: (end - start) / hourMs }, (_, hour) => start + hour * hourMs);
  const last = Date.parse(readingsOf(part, previous, clock)?.[0]?.value ?? '');
  const beside = Number.isNaN(last) ? [] : [last, last + hourMs, last - hourMs];
  const wordsOf = (hour: number) => {
    if (hour === next) return l10n.t('sends {0} (next hour)', formatUtc(hour));
    if (hour === beside[1]) return l10n.t('sends {0} (one hour later)', formatUtc(hour));
    if (hour === beside[2]) return l10n.t('sends {0} (one hour earlier)', formatUtc(hour));
    return l10n.t('sends {0}', formatUtc(hour));
  };
  return [...new Set([...beside, next, ...hours])].map((hour) => ({
    label: zone === 'UTC' ? formatInstant(hour, zone) : formatWithOffset(hour, zone),
    description: wordsOf(hour),
    inputs: { [name]: formatUtc(hour) },
    group: 'suggested',
  }));
}
