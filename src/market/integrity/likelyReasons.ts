import * as l10n from '@vscode/l10n';
import { valuesIn, type Parameter } from '../datasets/dataset';
import { requireDataset } from '../datasets/datasets';
import { addDays, dayOf, dayPeriod, marketZone, type Period } from '../time/deliveryDay';
import { onOtherDay } from '../query/otherDay';
import { dueAt, lastPublishedDay, reachOf } from '../datasets/publication';
import type { Query } from '../query/query';
import { periodOf } from '../query/queryPeriod';
import { dayText } from '../time/dayText';
import { dayMs, formatInZone, formatUtc, hourMs } from '../time/zones';

/** A likely reason for an empty response. Only another query can confirm it. */
export interface LikelyReason {
  /** One or two sentences. Anything that the service didn't say itself is called likely. */
  readonly text: string;
  /** Queries that check the reason; several if several areas were requested. */
  readonly instead: readonly OtherQuery[];
  /** When the missing results are usually published, in epoch milliseconds, if that's the reason. */
  readonly due?: number | undefined;
}

export interface OtherQuery {
  /** "Run for 20 Nov 2026" */
  readonly label: string;
  /** The same query with one parameter changed, as sent. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The id of the dataset; omitted if it's the query's. */
  readonly dataset?: string;
}

type Judge = (query: QueryAtTime) => LikelyReason[];

const reason = (text: string, ...instead: readonly OtherQuery[]): LikelyReason[] => [{ text, instead }];

interface QueryAtTime extends Query {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The period of the query, if it has one. */
  readonly period: Period | null;
  /** The time zone in which hours are shown. */
  readonly zone: string;
  /** Areas for which this dataset returned data in this session. */
  readonly areasWithData: ReadonlySet<string>;
}

/** How many days back the cheapest subscriptions go, as far as is known. */
const historyDays = 8;

/** At most this many areas are offered one by one. */
const mostAreas = 6;

/**
 * Why a query sent at `now` (epoch milliseconds) may have returned no data, likeliest reason first. If the
 * period isn't published yet, that is the only reason. Hours are shown in `zone`. `areasWithData` are those
 * for which the same dataset returned data in this session, so the area can't be the reason.
 */
export function likelyReasons(
  query: Query,
  now: number,
  zone: string,
  areasWithData: ReadonlySet<string> = new Set(),
): LikelyReason[] {
  const queryAtTime = { ...query, now, period: periodOf(query), zone, areasWithData };
  const unpublished = [notPublished, tooRecent].flatMap((judge) => judge(queryAtTime));
  return unpublished.length > 0 ? unpublished : judges.flatMap((judge) => judge(queryAtTime));
}

const judges: readonly Judge[] = [
  late,
  notFullHour,
  withoutLength,
  withoutPeriod,
  beforeHistory,
  narrowed,
  otherArea,
];

function notFullHour(query: QueryAtTime): LikelyReason[] {
  const hour = Date.parse(query.parameters.powerHour ?? '');
  if (Number.isNaN(hour) || hour % hourMs === 0) return [];
  return reason(
    l10n.t("The power hour isn't on the hour in UTC, so it likely matches no delivery hour."),
    forHour(query, hour),
  );
}

function withoutLength({ parameters, period }: QueryAtTime): LikelyReason[] {
  const { startTime, endTime } = parameters;
  if (!period || startTime === undefined || startTime !== endTime) return [];
  const day = dayOf(period.start, marketZone);
  return reason(
    l10n.t('The period starts and ends at the same time, so it likely contains no data.'),
    queryFor(named(day), { ...parameters, ...boundsOf(dayPeriod(day, marketZone)) }),
  );
}

function notPublished(query: QueryAtTime): LikelyReason[] {
  const { dataset, period, now } = query;
  if (!period || dataset.publication?.kind !== 'dayBefore') return [];
  const day = dayOf(period.start, marketZone);
  const last = lastPublishedDay(dataset.publication, now);
  if (day <= last) return [];
  const text = l10n.t(
    'The data for {0} is likely not published yet. Results are published at about {1} on the day before delivery.',
    named(day),
    dataset.publication.clock(),
  );
  return [{ text, instead: [forDay(query, last)], due: dueAt(dataset.publication, day) }];
}

/** Results that were due a short while ago, of a day that hasn't begun. */
function late(query: QueryAtTime): LikelyReason[] {
  const { dataset, period, now } = query;
  if (!period || dataset.publication?.kind !== 'dayBefore') return [];
  const day = dayOf(period.start, marketZone);
  if (now >= dayPeriod(day, marketZone).start) return [];
  const text = l10n.t(
    'The data for {0} was due at about {1} and is likely late.',
    named(day),
    dataset.publication.clock(),
  );
  return [{ text, instead: [forDay(query, addDays(day, -1))], due: dueAt(dataset.publication, day) }];
}

function tooRecent(query: QueryAtTime): LikelyReason[] {
  const { dataset, parameters, period, now } = query;
  const { publication } = dataset;
  if (!period || publication?.kind === 'dayBefore') return [];
  const reach = reachOf(publication, now);
  if (period.start < reach) return [];
  const text =
    publication === undefined
      ? l10n.t('The period is in the future, so its data is likely not published yet.')
      : l10n.t(
          '{0} are published with a delay of about {1} minutes, so the requested data is likely not available yet.',
          dataset.title(),
          publication.minutes,
        );
  if (parameters.powerHour !== undefined) return reason(text, forHour(query, reach));
  return reason(text, forDay(query, lastPublishedDay(publication, now)));
}

function withoutPeriod(query: QueryAtTime): LikelyReason[] {
  const { dataset, parameters, now } = query;
  const bounds = dataset.parameters.filter(({ bound }) => bound !== undefined);
  if (bounds.length === 0 || bounds.some(({ name }) => parameters[name] !== undefined)) return [];
  return reason(
    l10n.t('The query has no period, and the period the service uses by default likely has no data.'),
    forDay(query, lastPublishedDay(dataset.publication, now)),
  );
}

function beforeHistory(query: QueryAtTime): LikelyReason[] {
  const { period, now } = query;
  if (!period || period.start >= now - historyDays * dayMs) return [];
  const recent = addDays(dayOf(now, marketZone), -1);
  const { olderDataIn } = query.dataset;
  if (olderDataIn !== undefined) {
    const { id, title } = requireDataset(olderDataIn);
    return reason(
      l10n.t('This dataset likely goes back only {0} days. "{1}" goes back further.', historyDays, title()),
      { label: l10n.t('Run "{0}"', title()), parameters: query.parameters, dataset: id },
      forDay(query, recent),
    );
  }
  return reason(
    l10n.t(
      'The period is likely earlier than your subscription covers: some subscriptions go back only {0} days.',
      historyDays,
    ),
    forDay(query, recent),
  );
}

/** Optional parameters, each of which may exclude all data. */
function narrowed({ dataset, parameters }: QueryAtTime): LikelyReason[] {
  const narrowing = dataset.parameters.filter(
    ({ kind, name }) =>
      (kind === 'choice' || kind === 'currency' || kind === 'text') && parameters[name] !== undefined,
  );
  return narrowing.flatMap((parameter) => {
    const label = parameter.label();
    return reason(
      l10n.t('There\'s likely no data for "{0}: {1}".', label, parameters[parameter.name] ?? ''),
      { label: l10n.t('Run Without "{0}"', label), parameters: without(parameters, [parameter]) },
    );
  });
}

function otherArea({ dataset, parameters, areasWithData }: QueryAtTime): LikelyReason[] {
  const given = dataset.parameters.filter(
    ({ kind, name }) => kind === 'deliveryArea' && parameters[name] !== undefined,
  );
  const optional = given.filter(({ required }) => required !== true);
  const doubted = optional.length > 0 ? optional : given;
  const areas = doubted
    .flatMap(({ name }) => valuesIn(parameters[name] ?? ''))
    .filter((area) => !areasWithData.has(area));
  const [area] = areas;
  if (area === undefined) return [];
  const text =
    areas.length > 1
      ? l10n.t(
          'At least one of these areas is likely not in this dataset or your subscription, or has a different name there: {0}.',
          areas.join(', '),
        )
      : l10n.t(
          '{0} is likely not in this dataset or your subscription, or it has a different name there.',
          area,
        );
  return reason(text, ...oneByOne(doubted, parameters), ...withoutAreas(doubted, parameters));
}

/** Each area of a list by itself. The two ends of a flow aren't a list. */
function oneByOne([area, ...more]: readonly Parameter[], parameters: Query['parameters']): OtherQuery[] {
  if (!area || more.length > 0) return [];
  const areas = valuesIn(parameters[area.name] ?? '');
  if (areas.length < 2) return [];
  return areas.slice(0, mostAreas).map((each) => queryFor(each, { ...parameters, [area.name]: each }));
}

function withoutAreas(areas: readonly Parameter[], parameters: Query['parameters']): OtherQuery[] {
  const [area] = areas;
  if (!area) return [];
  if (area.required !== true) {
    const isSeveral = areas.length > 1 || valuesIn(parameters[area.name] ?? '').length > 1;
    const label = isSeveral ? l10n.t('Run Without These Areas') : l10n.t('Run Without This Area');
    return [{ label, parameters: without(parameters, areas) }];
  }
  const { name, suggestion } = area;
  if (suggestion === undefined || valuesIn(parameters[name] ?? '').includes(suggestion)) return [];
  return [queryFor(suggestion, { ...parameters, [name]: suggestion })];
}

/** The day as the query above the result names it. */
const named = (day: string): string => dayText(Date.parse(day), 'UTC');

const queryFor = (dayOrHourOrArea: string, parameters: Query['parameters']): OtherQuery => ({
  label: l10n.t('Run for {0}', dayOrHourOrArea),
  parameters,
});

/** The query for a delivery day; if it is for an hour, for the same hour of that day. */
function forDay(query: QueryAtTime, day: string): OtherQuery {
  const parameters = onDay(query, day);
  const { powerHour } = parameters;
  return powerHour === undefined ? queryFor(named(day), parameters) : forHour(query, Date.parse(powerHour));
}

/** The query for the hour of an instant. */
function forHour({ parameters, zone }: QueryAtTime, instant: number): OtherQuery {
  const hour = Math.floor(instant / hourMs) * hourMs;
  return queryFor(formatInZone(hour, zone), { ...parameters, powerHour: formatUtc(hour) });
}

const boundsOf = ({ start, end }: Period) => ({
  startTime: formatUtc(start),
  endTime: formatUtc(end),
});

/** The query moved to a delivery day. If its period is shorter than a day, it keeps its time of day. */
function onDay(query: QueryAtTime, day: string): Query['parameters'] {
  const { parameters, period } = query;
  if (parameters.date !== undefined) return { ...parameters, date: day };
  const whole = dayPeriod(day, marketZone);
  if (!period) return { ...parameters, ...boundsOf(whole) };
  if (parameters.powerHour !== undefined) {
    const powerHour = formatUtc(Math.floor(period.start / hourMs) * hourMs);
    return onOtherDay({ ...query, parameters: { ...parameters, powerHour } }, day).parameters;
  }
  const bounded = { ...query, parameters: { ...parameters, ...boundsOf(period) } };
  const moved = onOtherDay(bounded, day).parameters;
  const isWithin = Date.parse(moved.endTime ?? '') <= whole.end && period.end - period.start < 23 * hourMs;
  return isWithin ? moved : { ...parameters, ...boundsOf(whole) };
}

const without = (parameters: Query['parameters'], dropped: readonly Parameter[]) =>
  Object.fromEntries(Object.entries(parameters).filter(([key]) => !dropped.some(({ name }) => name === key)));
