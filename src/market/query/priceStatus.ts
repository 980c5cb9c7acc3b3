import { dayOf, marketZone } from '../time/deliveryDay';
import type { Query } from './query';
import { daysIn, periodOf } from './queryPeriod';
import { t } from '../../text/l10n';

/** The values of the parameter `status` (docs/api.md, "Operations"). */
export type PriceStatus = 'P' | 'O';

const statusWords: Readonly<Record<string, string>> = {
  P: t('preliminary'),
  O: t('official'),
};

/** What a price status means, or the status itself where it is not documented. */
export const statusWord = (status: string): string => statusWords[status] ?? status;

/** Whether a series' own status, however it is spelt, says that its values may still change. */
export const isPreliminary = (status: string): boolean => /^(p|preliminary)$/i.test(status);

/** Whether prices of one status can be asked for. */
export const hasStatuses = ({ dataset }: Query) => dataset.parameters.some(({ name }) => name === 'status');

/** The same question about prices of one status, its parameters in the dataset's order. */
export function ofStatus({ dataset, parameters }: Query, status: PriceStatus): Query {
  const asked: Query['parameters'] = { ...parameters, status };
  const pairs = dataset.parameters.flatMap(({ name }) => {
    const value = asked[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { dataset, parameters: Object.fromEntries(pairs) };
}

/**
 * What a person is told where a query for prices of one status was answered with nothing: which are
 * missing for which delivery days, and what to do. `null` where it asks for no status or no period.
 */
export function noPricesOfStatus(query: Query): string | null {
  const { status } = query.parameters;
  const period = periodOf(query);
  if (period === null || !hasStatuses(query)) return null;
  const days = daysIn(period, (instant) => dayOf(instant, marketZone));
  if (status === 'O') {
    return t(
      'No official prices came for {0}. Those in a local currency likely come when the exchange rate is fixed, over a weekend on Monday: try again then, or another day.',
      days,
    );
  }
  if (status === 'P') {
    return t(
      'No preliminary prices came for {0}. Those in euro rarely have any, others perhaps only until the official ones are there: try today or tomorrow in a local currency such as NOK.',
      days,
    );
  }
  return null;
}
