import * as l10n from '@vscode/l10n';
import type { Parameter } from '../datasets/dataset';
import { dayText } from '../time/dayText';
import { statusWord } from './priceStatus';
import type { Query } from './query';
import { periodOf, zoneOfDays } from './queryPeriod';
import { formatInZone } from '../time/zones';

/** A query, where it was sent and when (epoch milliseconds). */
export interface RunQuery {
  readonly query: Query;
  readonly connection: string;
  readonly startedEpochMs: number;
}

/** The parameters that both queries have in common. */
export function sharedQuery({ dataset, parameters }: Query, other: Query): Query {
  const shared = Object.entries(parameters).filter(([name, value]) => other.parameters[name] === value);
  return { dataset, parameters: Object.fromEntries(shared) };
}

/**
 * Short labels that distinguish two results of a dataset: "preliminary" and "official", "28 Mar
 * 2026" and "29 Mar 2026". For identical queries, the time at which each ran.
 */
export function resultLabels(first: RunQuery, second: RunQuery, zone: string): [string, string] {
  const { dataset } = first.query;
  const differing = dataset.parameters.filter(
    ({ name }) => first.query.parameters[name] !== second.query.parameters[name],
  );
  // The start identifies the period well enough.
  const hasStart = differing.some(({ bound }) => bound === 'start');
  const named = differing.filter(({ bound }) => !(hasStart && bound === 'end'));
  const isElsewhere = first.connection !== second.connection;
  const words = ({ query, connection, startedEpochMs }: RunQuery, exactly: boolean) =>
    [
      ...named.map((parameter) => parameterLabel(parameter, query, zone, exactly)),
      ...(isElsewhere ? [connection] : []),
    ].join(' · ') || l10n.t('run at {0}', formatInZone(Math.floor(startedEpochMs / 1000) * 1000, zone));
  // A delivery day and the calendar day of another time zone can have the same date.
  for (const exactly of [false, true]) {
    const [one, other] = [words(first, exactly), words(second, exactly)];
    if (one !== other) return [one, other];
  }
  const both = words(first, true);
  return [l10n.t('{0} (first)', both), l10n.t('{0} (second)', both)];
}

function parameterLabel(
  { name, kind, label, bound }: Parameter,
  query: Query,
  zone: string,
  exactly: boolean,
): string {
  const value = query.parameters[name];
  if (value === undefined) return l10n.t('{0}: any', label());
  if (name === 'status') return statusWord(value);
  if (kind === 'date') return dayText(Date.parse(value), 'UTC');
  if (kind !== 'instant' && kind !== 'powerHour') return value;
  const at = Date.parse(value);
  const period = bound === 'start' && !exactly ? periodOf(query) : null;
  const zoneOfStart = period && zoneOfDays(period, zone);
  return zoneOfStart === null ? formatInZone(at, zone) : dayText(at, zoneOfStart);
}
