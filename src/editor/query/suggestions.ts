import * as l10n from '@vscode/l10n';
import type { Dataset, Parameter } from '../../market/datasets/dataset';
import { dayOf, dayPeriod, marketZone, type Period } from '../../market/time/deliveryDay';
import { readParameter, readQuery, type Query } from '../../market/query/query';
import { describePeriod, readDeliveryDate, readTime } from '../../market/time/timeInput';
import { fromTo } from '../../text/l10n';
import { formatInstant, formatUtc, formatWithOffset, hourMs } from '../../market/time/zones';

/** Inputs by parameter name, as the person typed them: `today` stays `today` for the next time. */
export type Inputs = Readonly<Record<string, string>>;

/** One line of a prompt. A line without `inputs` is only an explanation and can't be accepted. */
export interface Suggestion {
  label: string;
  description?: string;
  detail?: string;
  inputs?: Inputs;
  group: 'previous' | 'suggested' | 'typed';
}

/** What one prompt asks for: a parameter, or the two instants that bound a period. */
export interface PromptStep {
  readonly parameters: readonly Parameter[];
  readonly label: string;
  readonly help: string;
  readonly isRequired: boolean;
  /** For a period: see the dataset's member of the same name. */
  readonly quarterHoursFrom?: string;
}

/** The time and time zone in which a prompt is shown. */
export interface Clock {
  readonly now: number;
  /** The time zone in which local input is read. */
  readonly zone: string;
}

/** The dataset's prompt steps in order. Its period is one of them. */
export function promptSteps(dataset: Dataset): PromptStep[] {
  const bounds = dataset.parameters.filter(({ bound }) => bound !== undefined);
  const { quarterHoursFrom } = dataset;
  const quarters = quarterHoursFrom === undefined ? {} : { quarterHoursFrom };
  return dataset.parameters.flatMap((parameter): PromptStep[] => {
    const isRequired = parameter.required === true;
    if (parameter.bound === 'end') return [];
    if (parameter.bound === 'start') {
      return [
        {
          parameters: bounds,
          label: l10n.t('Period'),
          help: l10n.t('A day, or a start and an end time.'),
          isRequired,
          ...quarters,
        },
      ];
    }
    return [{ parameters: [parameter], label: parameter.label(), help: parameter.help(), isRequired }];
  });
}

/**
 * The inputs that produce this query again: the `previous` ones if they still do, else the day if its period
 * is exactly one day, else the parameters as they were sent.
 */
export function inputsFor(
  { dataset, parameters }: Query,
  previous: Inputs | undefined,
  { now, zone }: Clock,
): Inputs {
  const leadToIt = (inputs: Inputs) => {
    const read = readQuery(dataset.id, inputs, now, zone);
    return 'query' in read && isEqual(read.query.parameters, parameters);
  };
  if (previous && leadToIt(previous)) return previous;
  const { startTime, endTime } = parameters;
  if (startTime === undefined || endTime === undefined) return parameters;
  const day = dayOf(Date.parse(startTime), zone);
  const asDay = { ...parameters, startTime: day, endTime: day };
  return leadToIt(asDay) ? asDay : parameters;
}

const isEqual = (one: Inputs, other: Inputs) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

const isTimely = (step: PromptStep) =>
  step.parameters.length === 2 || step.parameters.some(({ kind }) => kind === 'date' || kind === 'powerHour');

/**
 * The lines of the prompt for the typed text: the text itself first, if it is valid, then the previous input,
 * then the choices. Cheap enough for every keystroke.
 */
export function suggestionsFor(
  step: PromptStep,
  typed: string,
  previous: Inputs,
  clock: Clock,
): Suggestion[] {
  const text = typed.trim();
  const suggested = isTimely(step) ? suggestedTimes(step, clock) : suggestedChoices(step);
  const choices = [...suggested, ...leaveOut(step)];
  // Text that equals a choice's label means that choice: nobody wants to send "Leave out".
  const isChoice = choices.some(({ label }) => label.toLowerCase() === text.toLowerCase());
  const own = text === '' || isChoice ? [] : readTyped(step, text, clock);
  return [...own, ...previousSuggestion(step, previous, clock), ...choices];
}

function leaveOut({ isRequired, parameters }: PromptStep): Suggestion[] {
  if (isRequired) return [];
  const inputs = Object.fromEntries(parameters.map(({ name }) => [name, '']));
  const description = l10n.t('not sent; the service uses its default');
  return [{ label: l10n.t('Leave out'), description, inputs, group: 'suggested' }];
}

function previousSuggestion(step: PromptStep, previous: Inputs, clock: Clock): Suggestion[] {
  const inputs = Object.fromEntries(step.parameters.map(({ name }) => [name, previous[name] ?? '']));
  const words = Object.values(inputs);
  if (words.every((word) => word === '')) return [];
  const label = fromTo([...new Set(words.filter((word) => word !== ''))]);
  const detail = sentOf(step, inputs, clock);
  return detail === null ? [] : [{ label, ...detail, inputs, group: 'previous' }];
}

function suggestedChoices({ parameters: [parameter] }: PromptStep): Suggestion[] {
  return (parameter?.choices ?? []).map(({ value, label }) => ({
    label: value,
    ...(label === undefined ? {} : { description: label() }),
    inputs: { [parameter?.name ?? '']: value },
    group: 'suggested',
  }));
}

/** What is sent for the inputs, as a line below the suggestion; `null` if they can't be sent. */
function sentOf(step: PromptStep, inputs: Inputs, { now, zone }: Clock): { detail?: string } | null {
  const readings = step.parameters
    .filter(({ name }) => (inputs[name] ?? '') !== '')
    .map((parameter) => readParameter(parameter, inputs[parameter.name] ?? '', now, zone));
  if (!readings.every((reading) => reading.ok)) return null;
  const values = readings.map(({ value }) => value);
  const notes = readings.flatMap(({ note }) => (note === undefined ? [] : [note]));
  if (!isTimely(step)) return {};
  const [start, end] = values.map((value) => Date.parse(value));
  const sent =
    start !== undefined && end !== undefined
      ? describePeriod({ start, end }, step.quarterHoursFrom)
      : fromTo(values);
  return { detail: [l10n.t('sends {0}', sent), ...notes].join('. ') };
}

function readTyped(step: PromptStep, text: string, clock: Clock): Suggestion[] {
  if (step.parameters.length === 2) return readTypedPeriod(step, text, clock);
  const [parameter] = step.parameters;
  if (!parameter) return [];
  const inputs = { [parameter.name]: text };
  const reading = readParameter(parameter, text, clock.now, clock.zone);
  if (!reading.ok) return [{ label: text, detail: reading.message, group: 'typed' }];
  return [{ label: text, ...(sentOf(step, inputs, clock) ?? {}), inputs, group: 'typed' }];
}

/** `A to B`, `A/B` or `A..B`; a single day is both the start and the end. */
function readTypedPeriod(step: PromptStep, text: string, clock: Clock): Suggestion[] {
  const [from = '', to] = text.split(/\s+to\s+|\.\.|\/|\s+bis\s+|\s+-\s+/);
  const first = readTime(from, clock.now, clock.zone);
  if (first.kind === 'problem') return [{ label: text, detail: first.message, group: 'typed' }];
  if (to === undefined && first.kind === 'day') return daySuggestions(step, first.day, text, clock, 'typed');
  if (to === undefined || to.trim() === '') {
    const detail = l10n.t(
      'Starts at {0}. Add "to" and an end time.',
      formatUtc(first.kind === 'day' ? first.period.start : first.instant),
    );
    return [{ label: text, detail, group: 'typed' }];
  }
  const inputs = periodInputs(step, from.trim(), to.trim());
  const sent = sentOf(step, inputs, clock);
  const last = readTime(to, clock.now, clock.zone);
  const wrong = last.kind === 'problem' ? last.message : l10n.t("This period can't be queried.");
  if (sent === null) return [{ label: text, detail: wrong, group: 'typed' }];
  const begin = first.kind === 'day' ? first.period.start : first.instant;
  const end = last.kind === 'day' ? last.period.end : last.kind === 'instant' ? last.instant : begin;
  if (end <= begin)
    return [{ label: text, detail: l10n.t('The end must be after the start.'), group: 'typed' }];
  return [{ label: text, ...sent, inputs, group: 'typed' }];
}

const periodInputs = (step: PromptStep, start: string, end: string): Inputs =>
  Object.fromEntries(step.parameters.map(({ name, bound }) => [name, bound === 'end' ? end : start]));

/** Instants rather than words if the day in the displayed time zone is a different one. */
const instantInputs = (step: PromptStep, { start, end }: Period) =>
  periodInputs(step, formatUtc(start), formatUtc(end));

/**
 * A day as the market's delivery day and, if midnight in the displayed time zone differs, as a calendar day.
 */
function daySuggestions(
  step: PromptStep,
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
    description: l10n.t('delivery day, midnight to midnight CET/CEST'),
    detail: l10n.t('sends {0}', describePeriod(delivery, step.quarterHoursFrom)),
    inputs: isSame ? periodInputs(step, words, words) : instantInputs(step, delivery),
    group,
  };
  if (isSame) return [deliverySuggestion];
  const calendarSuggestion: Suggestion = {
    label,
    description: l10n.t('calendar day in {0}', zone),
    detail: l10n.t('sends {0}', describePeriod(calendar, step.quarterHoursFrom)),
    inputs: periodInputs(step, words, words),
    group,
  };
  return [deliverySuggestion, calendarSuggestion];
}

const dayWords = ['today', 'tomorrow', 'yesterday'];

function suggestedTimes(step: PromptStep, clock: Clock): Suggestion[] {
  const [parameter] = step.parameters;
  if (parameter?.kind === 'powerHour') return suggestedHours(parameter, clock);
  return dayWords.flatMap((words): Suggestion[] => {
    const day = readDeliveryDate(words, clock.now) ?? '';
    if (parameter?.kind === 'date') {
      return [{ label: words, description: day, inputs: { [parameter.name]: words }, group: 'suggested' }];
    }
    // Near midnight, `today` may be a different date in the displayed time zone. The date removes the
    // ambiguity.
    const local = readTime(words, clock.now, clock.zone);
    const isSameDate = local.kind === 'day' && local.day === day;
    return daySuggestions(step, day, isSameDate ? words : day, clock, 'suggested');
  });
}

/** The hours of the current delivery day, the next one first. */
function suggestedHours({ name }: Parameter, { now, zone }: Clock): Suggestion[] {
  const next = Math.floor(now / hourMs) * hourMs + hourMs;
  const { start, end } = dayPeriod(dayOf(now, marketZone), marketZone);
  const hours = Array.from({ length: (end - start) / hourMs }, (_, hour) => start + hour * hourMs);
  return [next, ...hours.filter((hour) => hour !== next)].map((hour) => ({
    label: zone === 'UTC' ? formatInstant(hour, zone) : formatWithOffset(hour, zone),
    description:
      hour === next ? l10n.t('sends {0} (next hour)', formatUtc(hour)) : l10n.t('sends {0}', formatUtc(hour)),
    inputs: { [name]: formatUtc(hour) },
    group: 'suggested',
  }));
}
