import * as l10n from '@vscode/l10n';
import { dayOf, marketZone } from '../time/deliveryDay';
import { derivedQuery } from './enteredDays';
import type { Query } from './query';
import { daysIn, periodOf } from './queryPeriod';

/** The values of the parameter `status` (docs/api.md, "Operations"). */
export type PriceStatus = 'P' | 'O';

/** Whether a query can request prices of one status. */
export const hasStatuses = ({ dataset }: Query) => dataset.parameters.some(({ name }) => name === 'status');

/**
 * Whether there are likely both preliminary and official prices at `now` (epoch milliseconds): only prices in
 * a local currency are preliminary at first, and these are likely not kept once the delivery day has ended.
 */
export function likelyHasBothStatuses(query: Query, now: number): boolean {
  const { currency = 'EUR' } = query.parameters;
  const period = periodOf(query);
  return hasStatuses(query) && currency.toUpperCase() !== 'EUR' && (period === null || period.end > now);
}

/** The same query for prices of one status, with its parameters in the dataset's order. */
export function ofStatus(query: Query, status: PriceStatus): Query {
  const { dataset, parameters } = query;
  const asked: Query['parameters'] = { ...parameters, status };
  const pairs = dataset.parameters.flatMap(({ name }) => {
    const value = asked[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return derivedQuery(query, Object.fromEntries(pairs));
}

/**
 * The message for a query for one price status that returned no data: which prices are missing for
 * which delivery days, and what to do. `null` if the query has no status or no period.
 */
export function noPricesOfStatus(query: Query): string | null {
  const { status } = query.parameters;
  const period = periodOf(query);
  if (period === null || !hasStatuses(query)) return null;
  const days = daysIn(period, (instant) => dayOf(instant, marketZone));
  if (status === 'O') {
    return l10n.t(
      "The service returned no official prices for {0}. Prices in a local currency likely become official when the exchange rate is fixed, which on weekends doesn't happen until Monday. Try again then, or try a different day.",
      days,
    );
  }
  if (status === 'P') {
    return l10n.t(
      'The service returned no preliminary prices for {0}. Prices in euros are rarely preliminary; others may be preliminary only until the official prices are published. Try today or tomorrow in a local currency such as NOK.',
      days,
    );
  }
  return null;
}
