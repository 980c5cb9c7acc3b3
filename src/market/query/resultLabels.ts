import * as l10n from '@vscode/l10n';
import { valuesIn, type Parameter } from '../datasets/dataset';
import { fromTo } from '../../text/l10n';
import { dayText } from '../time/dayText';
import { formatInstant, formatInZone, minuteMs } from '../time/zones';
import { isAreaPart, isTimePart, partText, queryParts, type QueryPart } from './queryParts';
import type { Query } from './query';
import { daysIn, periodOf, zoneOfDays } from './queryPeriod';

/** A query, where it was sent and when (epoch milliseconds). */
export interface RunQuery {
  readonly query: Query;
  readonly connection: string;
  readonly startedEpochMs: number;
  /** For a comparison, which two results it compares: "preliminary vs. official". */
  readonly versus?: string;
  /** The file that the response was read from, in place of a connection. */
  readonly file?: { readonly name: string; readonly path: string; readonly hasQuery: boolean } | null;
  /** For a query that didn't succeed: "failed", "no data". */
  readonly trouble?: string;
}

/** The parameters that both queries have in common. */
export function sharedQuery({ dataset, parameters }: Query, other: Query): Query {
  const shared = Object.entries(parameters).filter(([name, value]) => other.parameters[name] === value);
  return { dataset, parameters: Object.fromEntries(shared) };
}

/**
 * What was asked, whatever other results there are: "Day-ahead prices · NO1 · 29 Mar 2026", followed by the other
 * parameters that were set, and what went wrong. A short one is for narrow lists; its days are without the year in
 * which the query was run. The title of a file begins with its name. Times are in `zone`.
 */
export function resultTitle(result: RunQuery, zone: string, length: 'long' | 'short' = 'long'): string {
  const { query, file, versus, trouble } = result;
  const parts = queryParts(query.dataset);
  const others = parts.filter((part) => !isAreaPart(part) && !isTimePart(part));
  const words = [
    file?.name,
    length === 'short' ? query.dataset.shortTitle() : query.dataset.title(),
    areasText(result),
    timeText(query, parts, zone, length === 'short' ? result.startedEpochMs : NaN),
    ...others.map((part) => partText(part, query, zone)),
    versus,
    trouble,
  ];
  return words.filter((each) => each !== undefined && each !== '').join(' · ');
}

/** One property of a result that a label can include. */
interface Aspect {
  /** Equal for results that don't differ in it. */
  readonly identity: (result: RunQuery) => string;
  /** Texts for it, shortest first. A longer one is used if the shorter ones don't distinguish the results. */
  readonly texts: readonly ((result: RunQuery) => string)[];
  /** The text for a result that lacks the property, if others have it. */
  readonly missing?: string;
}

/**
 * The shortest labels that distinguish the results from each other, with everything in which they differ:
 * "preliminary" and "official", "28 Mar 2026" and "29 Mar 2026". For identical queries, the time at which
 * each ran. Times are in `zone`.
 */
export function resultLabels(results: readonly RunQuery[], zone: string): string[] {
  const words = new Map(results.map((result): [RunQuery, string[]] => [result, []]));
  const say = (aspect: Aspect, members: readonly RunQuery[]) => {
    if (!isDifferent(members, aspect.identity)) return;
    const text = textOf(aspect, members);
    for (const each of members) {
      // The query of a file may be unknown.
      const missing = each.file?.hasQuery === false ? '' : (aspect.missing ?? '');
      words.get(each)?.push(text(each) || missing);
    }
  };
  say(fileAspect, results);
  say(datasetAspect, results);
  for (const members of groupsOf(results, ({ query }) => query.dataset.id)) {
    for (const aspect of aspectsOf(members, zone)) say(aspect, members);
  }
  say(connectionAspect, results);
  const labels = results.map((result) => (words.get(result) ?? []).filter(Boolean).join(' · '));
  const times = timesOf(results, labels, zone);
  return labels.map((label, index) => [label, times[index]].filter(Boolean).join(' · '));
}

function groupsOf<Member>(members: readonly Member[], keyOf: (member: Member) => string): Member[][] {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const group = groups.get(keyOf(member));
    if (group) group.push(member);
    else groups.set(keyOf(member), [member]);
  }
  return [...groups.values()];
}

const isDifferent = (results: readonly RunQuery[], identity: Aspect['identity']): boolean =>
  new Set(results.map(identity)).size > 1;

/** The shortest text that distinguishes the results. */
function textOf({ identity, texts }: Aspect, results: readonly RunQuery[]): (result: RunQuery) => string {
  const count = new Set(results.map(identity)).size;
  const enough = texts.find((text) => new Set(results.map(text)).size >= count);
  return enough ?? texts.at(-1) ?? identity;
}

const datasetAspect: Aspect = {
  identity: ({ query }) => query.dataset.id,
  texts: [({ query }) => query.dataset.title()],
};

const fileAspect: Aspect = {
  identity: ({ file }) => file?.path ?? '',
  texts: [({ file }) => file?.name ?? '', ({ file }) => file?.path ?? ''],
};

/** A result from a file has been labeled with the file's name. */
const connectionAspect: Aspect = {
  identity: ({ connection }) => connection,
  texts: [({ connection, file }) => (file ? '' : connection)],
};

/** What labels can include about results of one dataset, in this order. */
function aspectsOf(results: readonly RunQuery[], zone: string): Aspect[] {
  const parts = results[0] ? queryParts(results[0].query.dataset) : [];
  const aspects = (isOne: (part: QueryPart) => boolean, aspectOf: typeof partAspect) =>
    parts.filter(isOne).map((part) => aspectOf(part, zone));
  return [
    ...aspects(isAreaPart, partAspect),
    ...aspects(isTimePart, timeAspect),
    ...aspects((part) => !isAreaPart(part) && !isTimePart(part), partAspect),
  ];
}

function areasText({ query: { parameters } }: RunQuery): string {
  const named = (...names: readonly string[]) =>
    names.map((name) => parameters[name]).filter((area) => area !== undefined);
  const ends = named('deliveryareafrom', 'deliveryareato', 'daFrom', 'daTo');
  return fromTo(ends.length > 0 ? ends : named('deliveryarea').map((areas) => valuesIn(areas).join(', ')));
}

const identityOf =
  (parameters: readonly Parameter[]) =>
  ({ query }: RunQuery): string =>
    JSON.stringify(parameters.map(({ name }) => query.parameters[name]));

const partAspect = (part: QueryPart, zone: string): Aspect => ({
  identity: identityOf(part.parameters),
  texts: [({ query }) => partText(part, query, zone)],
  missing: l10n.t('{0}: any', part.label),
});

/** The days; if these are equal, the hours; and if days of different time zones have the same date, the instants. */
function timeAspect(part: QueryPart, zone: string): Aspect {
  const instants = ({ query }: RunQuery) =>
    part.parameters.flatMap(({ name }) => {
      const at = Date.parse(query.parameters[name] ?? '');
      return Number.isNaN(at) ? [] : [formatInZone(at, zone)];
    });
  return {
    ...partAspect(part, zone),
    texts: [
      ({ query }) => daysText(query, zone),
      ({ query }) => partText(part, query, zone),
      (result) => instants(result)[0] ?? '',
      (result) => fromTo(instants(result)),
    ],
  };
}

/** Days if the period consists of days, or of one that is only begun; otherwise hours. */
function timeText(query: Query, parts: readonly QueryPart[], zone: string, near: number): string {
  const { powerHour, endTime } = query.parameters;
  const period = periodOf(query);
  const isDays = period !== null && zoneOfDays(period, zone) !== null;
  if (powerHour === undefined && (endTime === undefined || isDays)) return daysText(query, zone, near);
  const texts = parts.filter(isTimePart).map((part) => partText(part, query, zone));
  return texts.filter((text) => text !== '').join(' · ');
}

function daysText(query: Query, zone: string, near = NaN): string {
  const period = periodOf(query);
  if (!period) return '';
  const shownIn = zoneOfDays(period, zone) ?? zone;
  return daysIn(period, (instant) => dayText(instant, shownIn, near));
}

/** When each result ran, for those with equal labels; for others, empty. */
function timesOf(results: readonly RunQuery[], labels: readonly string[], zone: string): string[] {
  const times = results.map(() => '');
  for (const indexes of groupsOf([...results.keys()], (index) => labels[index] ?? '')) {
    if (indexes.length < 2) continue;
    const starts = indexes.map((index) => Math.floor((results[index]?.startedEpochMs ?? 0) / 1000) * 1000);
    const written = shortestTimes(starts, zone);
    indexes.forEach((index, place) => (times[index] = l10n.t('run at {0}', written[place] ?? '')));
  }
  return times;
}

/** Times without the date if it's the same, without seconds if minutes differ. Equal ones are numbered. */
function shortestTimes(instants: readonly number[], zone: string): string[] {
  const dated = instants.map((instant) => formatInstant(instant, zone));
  const isOneDay = new Set(dated.map((text) => text.slice(0, 10))).size === 1;
  const minutes = instants.map((instant) =>
    formatInstant(Math.floor(instant / minuteMs) * minuteMs, zone).slice(isOneDay ? 11 : 0),
  );
  const isAllDifferent = (texts: readonly string[]) => new Set(texts).size === texts.length;
  if (isAllDifferent(minutes)) return minutes;
  const seconds = isOneDay ? dated.map((text) => text.slice(11)) : dated;
  return seconds.map((text, place) => {
    const before = seconds.slice(0, place).filter((other) => other === text).length;
    const isAlone = seconds.filter((other) => other === text).length === 1;
    return isAlone ? text : l10n.t('{0} ({1})', text, before + 1);
  });
}
