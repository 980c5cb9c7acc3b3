import * as l10n from '@vscode/l10n';
import type { Parameter } from '../datasets/dataset';
import { addDays, dayOf, dayPeriod, marketZone, type Period } from '../time/deliveryDay';
import { onOtherDay } from '../query/otherDay';
import { lastPublishedDay, reachOf } from '../datasets/publication';
import type { Query } from '../query/query';
import { periodOf } from '../query/queryPeriod';
import { formatUtc, hourMs } from '../time/zones';

/** A likely reason for an empty response. Only another query can confirm it. */
export interface LikelyReason {
  /** One or two sentences. Whatever the service didn't say itself is called likely. */
  readonly text: string;
  readonly instead?: {
    /** "Run for 2026-11-20" */
    readonly label: string;
    /** The same query with one parameter changed, as sent. */
    readonly parameters: Readonly<Record<string, string>>;
  };
}

type Judge = (query: QueryAtTime) => LikelyReason[];

interface QueryAtTime extends Query {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The period of the query, if it has one. */
  readonly period: Period | null;
}

/** How many days back the cheapest subscriptions go, as far as is known. */
const historyDays = 8;

/** Why a query sent at `now` (epoch milliseconds) may have returned no data, likeliest reason first. */
export function likelyReasons(query: Query, now: number): LikelyReason[] {
  const queryAtTime = { ...query, now, period: periodOf(query) };
  return judges.flatMap((judge) => judge(queryAtTime));
}

const judges: readonly Judge[] = [
  notFullHour,
  withoutLength,
  notPublished,
  tooRecent,
  withoutPeriod,
  beforeHistory,
  narrowed,
  otherArea,
];

function notFullHour({ parameters }: QueryAtTime): LikelyReason[] {
  const hour = Date.parse(parameters.powerHour ?? '');
  if (Number.isNaN(hour) || hour % hourMs === 0) return [];
  const full = formatUtc(Math.floor(hour / hourMs) * hourMs);
  return [
    {
      text: l10n.t("The power hour isn't on the hour in UTC, so it likely matches no delivery hour."),
      instead: { label: l10n.t('Run for {0}', full), parameters: { ...parameters, powerHour: full } },
    },
  ];
}

function withoutLength({ parameters, period }: QueryAtTime): LikelyReason[] {
  const { startTime, endTime } = parameters;
  if (!period || startTime === undefined || startTime !== endTime) return [];
  const day = dayOf(period.start, marketZone);
  return [
    {
      text: l10n.t('The period starts and ends at the same time, so it likely contains no data.'),
      instead: queryFor(day, { ...parameters, ...boundsOf(dayPeriod(day, marketZone)) }),
    },
  ];
}

function notPublished(query: QueryAtTime): LikelyReason[] {
  const { dataset, period, now } = query;
  if (!period || dataset.publication?.kind !== 'dayBefore') return [];
  const day = dayOf(period.start, marketZone);
  const last = lastPublishedDay(dataset.publication, now);
  if (day <= last) return [];
  const { clock } = dataset.publication;
  return [
    {
      text: l10n.t(
        'The data for {0} is likely not published yet. Results are published at about {1} on the day before delivery.',
        day,
        clock(),
      ),
      instead: queryFor(last, onDay(query, last)),
    },
  ];
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
  const powerHour = formatUtc(Math.floor(reach / hourMs) * hourMs);
  if (parameters.powerHour !== undefined) {
    return [
      {
        text,
        instead: { label: l10n.t('Run for {0}', powerHour), parameters: { ...parameters, powerHour } },
      },
    ];
  }
  const last = lastPublishedDay(publication, now);
  return [{ text, instead: queryFor(last, onDay(query, last)) }];
}

function withoutPeriod(query: QueryAtTime): LikelyReason[] {
  const { dataset, parameters, now } = query;
  const bounds = dataset.parameters.filter(({ bound }) => bound !== undefined);
  if (bounds.length === 0 || bounds.some(({ name }) => parameters[name] !== undefined)) return [];
  const last = lastPublishedDay(dataset.publication, now);
  return [
    {
      text: l10n.t('The query has no period, and the period the service uses by default likely has no data.'),
      instead: queryFor(last, onDay(query, last)),
    },
  ];
}

function beforeHistory(query: QueryAtTime): LikelyReason[] {
  const { period, now } = query;
  if (!period || period.start >= now - historyDays * 24 * hourMs) return [];
  const recent = addDays(dayOf(now, marketZone), -1);
  return [
    {
      text: l10n.t(
        'The period is likely older than your subscription covers: some subscriptions go back only {0} days.',
        historyDays,
      ),
      instead: queryFor(recent, onDay(query, recent)),
    },
  ];
}

/** Optional parameters, each of which may be too narrow. */
function narrowed({ dataset, parameters }: QueryAtTime): LikelyReason[] {
  const narrowing = dataset.parameters.filter(
    ({ kind, required, name }) =>
      (kind === 'choice' || kind === 'currency' || kind === 'text') &&
      required !== true &&
      parameters[name] !== undefined,
  );
  return narrowing.map((parameter) => ({
    text: l10n.t(
      'There\'s likely no data for "{0}: {1}".',
      parameter.label(),
      parameters[parameter.name] ?? '',
    ),
    instead: {
      label: l10n.t('Run Without "{0}"', parameter.label()),
      parameters: without(parameters, [parameter]),
    },
  }));
}

function otherArea({ dataset, parameters }: QueryAtTime): LikelyReason[] {
  const areas = dataset.parameters.filter(
    ({ kind, name }) => kind === 'deliveryArea' && parameters[name] !== undefined,
  );
  const optional = areas.filter(({ required }) => required !== true);
  const [area] = [...optional, ...areas];
  if (!area) return [];
  const named = (optional.length > 0 ? optional : areas).map(({ name }) => parameters[name] ?? '');
  const all = named.reduce((some, another) => l10n.t('{0} and {1}', some, another));
  const text =
    named.length > 1
      ? l10n.t(
          '{0} are likely not in this dataset or your subscription, or they have different names there.',
          all,
        )
      : l10n.t(
          '{0} is likely not in this dataset or your subscription, or it has a different name there.',
          all,
        );
  if (optional.length > 0) {
    const label = optional.length > 1 ? l10n.t('Run Without These Areas') : l10n.t('Run Without This Area');
    return [{ text, instead: { label, parameters: without(parameters, optional) } }];
  }
  const { name, suggestion = '' } = area;
  if (suggestion === '' || suggestion === parameters[name]) return [{ text }];
  return [
    {
      text,
      instead: {
        label: l10n.t('Run for {0}', suggestion),
        parameters: { ...parameters, [name]: suggestion },
      },
    },
  ];
}

const queryFor = (day: string, parameters: Query['parameters']) => ({
  label: l10n.t('Run for {0}', day),
  parameters,
});

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
