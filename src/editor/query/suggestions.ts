import * as l10n from '@vscode/l10n';
import type { Dataset, Parameter } from '../../market/datasets/dataset';
import { addDays, dayOf, dayPeriod, marketZone, type Period } from '../../market/time/deliveryDay';
import { readParameter, readQuery, type Query } from '../../market/query/query';
import { describePeriod, readDeliveryDate, readTime } from '../../market/time/timeInput';
import { fromTo } from '../../text/l10n';
import { formatInstant, formatUtc, formatWithOffset, hourMs } from '../../market/time/zones';

/** Answers by parameter name, in the person's words: `today` stays `today` for the next time. */
export type Answers = Readonly<Record<string, string>>;

/** One line of a prompt. A line without `answers` only explains and cannot be taken. */
export interface Offer {
  label: string;
  description?: string;
  detail?: string;
  answers?: Answers;
  group: 'last' | 'offered' | 'typed';
}

/** What is asked in one go: a parameter, or the pair of instants that bounds a period. */
export interface Question {
  readonly parameters: readonly Parameter[];
  readonly label: string;
  readonly help: string;
  readonly isRequired: boolean;
  /** Of a period: see the dataset's. */
  readonly quarterHoursFrom?: string;
}

/** When and where the prompt stands. */
export interface Clock {
  readonly now: number;
  /** The zone in which local input is read. */
  readonly zone: string;
}

/** The dataset's questions in order, its period as one of them. */
export function questionsOf(dataset: Dataset): Question[] {
  const bounds = dataset.parameters.filter(({ bound }) => bound !== undefined);
  const { quarterHoursFrom } = dataset;
  const quarters = quarterHoursFrom === undefined ? {} : { quarterHoursFrom };
  return dataset.parameters.flatMap((parameter): Question[] => {
    const isRequired = parameter.required === true;
    if (parameter.bound === 'end') return [];
    if (parameter.bound === 'start') {
      return [
        {
          parameters: bounds,
          label: l10n.t('Period'),
          help: l10n.t('A day, or from one time to another'),
          isRequired,
          ...quarters,
        },
      ];
    }
    return [{ parameters: [parameter], label: parameter.label(), help: parameter.help(), isRequired }];
  });
}

/**
 * The words that ask for what the query asked for: the `last` ones where they still come to it, else
 * the day where its period is exactly one, else the parameters as they were sent.
 */
export function wordsFor(
  { dataset, parameters }: Query,
  last: Answers | undefined,
  { now, zone }: Clock,
): Answers {
  const comesToIt = (answers: Answers) => {
    const read = readQuery(dataset.id, answers, now, zone);
    return 'query' in read && isDeepEqual(read.query.parameters, parameters);
  };
  if (last && comesToIt(last)) return last;
  const { startTime, endTime } = parameters;
  if (startTime === undefined || endTime === undefined) return parameters;
  const day = dayOf(Date.parse(startTime), zone);
  const asDay = { ...parameters, startTime: day, endTime: day };
  return comesToIt(asDay) ? asDay : parameters;
}

const isDeepEqual = (one: Answers, other: Answers) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

const isTimely = (question: Question) =>
  question.parameters.length === 2 ||
  question.parameters.some(({ kind }) => kind === 'date' || kind === 'powerHour');

/**
 * The lines of the prompt for what is typed: free text first, where it can be read, then the last
 * answer, then what is on offer. Cheap enough for every keystroke.
 */
export function offersFor(question: Question, typed: string, last: Answers, clock: Clock): Offer[] {
  const text = typed.trim();
  const offered = isTimely(question) ? timesOffered(question, clock) : choicesOffered(question);
  const choices = [...offered, ...leaveOut(question)];
  // Who types the words of a choice means it: "Leave out" is sent by nobody.
  const isOffered = choices.some(({ label }) => label.toLowerCase() === text.toLowerCase());
  const own = text === '' || isOffered ? [] : readTyped(question, text, clock);
  return [...own, ...lastOffer(question, last, clock), ...choices];
}

function leaveOut({ isRequired, parameters }: Question): Offer[] {
  if (isRequired) return [];
  const answers = Object.fromEntries(parameters.map(({ name }) => [name, '']));
  const description = l10n.t('not sent; the service decides');
  return [{ label: l10n.t('Leave out'), description, answers, group: 'offered' }];
}

function lastOffer(question: Question, last: Answers, clock: Clock): Offer[] {
  const words = question.parameters.map(({ name }) => last[name] ?? '');
  if (words.every((word) => word === '')) return [];
  const answers = Object.fromEntries(question.parameters.map(({ name }, at) => [name, words[at] ?? '']));
  const label = fromTo([...new Set(words.filter((word) => word !== ''))]);
  const detail = sentOf(question, answers, clock);
  return detail === null ? [] : [{ label, ...detail, answers, group: 'last' }];
}

function choicesOffered({ parameters: [parameter] }: Question): Offer[] {
  return (parameter?.choices ?? []).map(({ value, label }) => ({
    label: value,
    ...(label === undefined ? {} : { description: label() }),
    answers: { [parameter?.name ?? '']: value },
    group: 'offered',
  }));
}

/** What the answers come to on the wire, as a line below the offer; `null` where they cannot be sent. */
function sentOf(question: Question, answers: Answers, { now, zone }: Clock): { detail?: string } | null {
  const readings = question.parameters
    .filter(({ name }) => (answers[name] ?? '') !== '')
    .map((parameter) => readParameter(parameter, answers[parameter.name] ?? '', now, zone));
  if (!readings.every((reading) => reading.ok)) return null;
  const values = readings.map(({ value }) => value);
  const notes = readings.flatMap(({ note }) => (note === undefined ? [] : [note]));
  if (!isTimely(question)) return {};
  const [start, end] = values.map((value) => Date.parse(value));
  const sent =
    start !== undefined && end !== undefined
      ? describePeriod({ start, end }, question.quarterHoursFrom)
      : fromTo(values);
  return { detail: [l10n.t('sends {0}', sent), ...notes].join('. ') };
}

function readTyped(question: Question, text: string, clock: Clock): Offer[] {
  if (question.parameters.length === 2) return readTypedPeriod(question, text, clock);
  const [parameter] = question.parameters;
  if (!parameter) return [];
  const answers = { [parameter.name]: text };
  const reading = readParameter(parameter, text, clock.now, clock.zone);
  if (!reading.ok) return [{ label: text, detail: reading.message, group: 'typed' }];
  return [{ label: text, ...(sentOf(question, answers, clock) ?? {}), answers, group: 'typed' }];
}

/** `A to B`, `A/B` or `A..B`; a single day stands for both its bounds. */
function readTypedPeriod(question: Question, text: string, clock: Clock): Offer[] {
  const [from = '', to] = text.split(/\s+to\s+|\.\.|\/|\s+bis\s+|\s+-\s+/);
  const first = readTime(from, clock.now, clock.zone);
  if (first.kind === 'problem') return [{ label: text, detail: first.message, group: 'typed' }];
  if (to === undefined && first.kind === 'day') return dayOffers(question, first.day, text, clock, 'typed');
  if (to === undefined || to.trim() === '') {
    const detail = l10n.t(
      '{0} to … Add "to" and an end.',
      formatUtc(first.kind === 'day' ? first.period.start : first.instant),
    );
    return [{ label: text, detail, group: 'typed' }];
  }
  const answers = periodAnswers(question, from.trim(), to.trim());
  const sent = sentOf(question, answers, clock);
  const last = readTime(to, clock.now, clock.zone);
  const wrong = last.kind === 'problem' ? last.message : l10n.t('These times cannot be sent.');
  if (sent === null) return [{ label: text, detail: wrong, group: 'typed' }];
  const begin = first.kind === 'day' ? first.period.start : first.instant;
  const end = last.kind === 'day' ? last.period.end : last.kind === 'instant' ? last.instant : begin;
  if (end <= begin)
    return [{ label: text, detail: l10n.t('The end does not lie behind the start.'), group: 'typed' }];
  return [{ label: text, ...sent, answers, group: 'typed' }];
}

const periodAnswers = (question: Question, start: string, end: string): Answers =>
  Object.fromEntries(question.parameters.map(({ name, bound }) => [name, bound === 'end' ? end : start]));

/** Instants rather than words where the shown zone's day is not the one that is meant. */
const instants = (question: Question, { start, end }: Period) =>
  periodAnswers(question, formatUtc(start), formatUtc(end));

/** A day as the market's delivery day and, where the shown zone's midnight is another, as its calendar day. */
function dayOffers(
  question: Question,
  day: string,
  words: string,
  { zone }: Clock,
  group: Offer['group'],
): Offer[] {
  const delivery = dayPeriod(day, marketZone);
  const calendar = dayPeriod(day, zone);
  const isSame = delivery.start === calendar.start && delivery.end === calendar.end;
  const label =
    words === day || group === 'typed' ? day : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)} (${day})`;
  const deliveryOffer: Offer = {
    label,
    description: l10n.t('delivery day, midnight to midnight CET/CEST'),
    detail: l10n.t('sends {0}', describePeriod(delivery, question.quarterHoursFrom)),
    answers: isSame ? periodAnswers(question, words, words) : instants(question, delivery),
    group,
  };
  if (isSame) return [deliveryOffer];
  const calendarOffer: Offer = {
    label,
    description: l10n.t('calendar day in {0}', zone),
    detail: l10n.t('sends {0}', describePeriod(calendar, question.quarterHoursFrom)),
    answers: periodAnswers(question, words, words),
    group,
  };
  return [deliveryOffer, calendarOffer];
}

const dayWords = ['today', 'tomorrow', 'yesterday'];

function timesOffered(question: Question, clock: Clock): Offer[] {
  const [parameter] = question.parameters;
  if (parameter?.kind === 'powerHour') return hoursOffered(parameter, clock);
  return dayWords.flatMap((words): Offer[] => {
    const shift = words === 'tomorrow' ? 1 : words === 'yesterday' ? -1 : 0;
    if (parameter?.kind === 'date') {
      const day = readDeliveryDate(words, clock.now) ?? '';
      return [{ label: words, description: day, answers: { [parameter.name]: words }, group: 'offered' }];
    }
    const day = addDays(dayOf(clock.now, marketZone), shift);
    // Near midnight `today` may be another date in the shown zone: then the date says which is meant.
    const isSameDate = day === addDays(dayOf(clock.now, clock.zone), shift);
    return dayOffers(question, day, isSameDate ? words : day, clock, 'offered');
  });
}

/** The hours of the present delivery day, the coming one first. */
function hoursOffered({ name }: Parameter, { now, zone }: Clock): Offer[] {
  const next = Math.floor(now / hourMs) * hourMs + hourMs;
  const { start, end } = dayPeriod(dayOf(now, marketZone), marketZone);
  const hours = Array.from({ length: (end - start) / hourMs }, (_, hour) => start + hour * hourMs);
  return [next, ...hours.filter((hour) => hour !== next)].map((hour) => ({
    label: zone === 'UTC' ? formatInstant(hour, zone) : formatWithOffset(hour, zone),
    description:
      hour === next
        ? l10n.t('sends {0}, the coming hour', formatUtc(hour))
        : l10n.t('sends {0}', formatUtc(hour)),
    answers: { [name]: formatUtc(hour) },
    group: 'offered',
  }));
}
