import type { Dataset } from '../market/datasets/dataset';
import { readQuery, type Query } from '../market/query/query';
import { dayPeriod, marketZone } from '../market/time/deliveryDay';
import { formatUtc } from '../market/time/zones';
import { hasPeriod, withoutTimes } from './rangeDays';

/**
 * The query whose response would have the rows of the delivery days from `from` to `to`: the parameters, and
 * the period from the start of the first day to the end of the last. For datasets that are requested by date
 * or hour, the query has the period instead of these, and can't be sent. The parameters are outside data:
 * throws an `Error` ready to display if they don't fit the dataset.
 */
export function rangeQuery(
  dataset: Dataset,
  parameters: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Query {
  const start = dayPeriod(from, marketZone).start;
  const period = { startTime: formatUtc(start), endTime: formatUtc(dayPeriod(to, marketZone).end) };
  const times = hasPeriod(dataset) ? period : { date: from, powerHour: period.startTime };
  const own = dataset.parameters.flatMap(({ name }): [string, string | undefined][] =>
    name in times ? [[name, Object.entries(times).find(([each]) => each === name)?.[1]]] : [],
  );
  const read = readQuery(dataset.id, { ...parameters, ...Object.fromEntries(own) }, start, 'UTC');
  if (!('query' in read)) throw new Error(read.problems.map(({ message }) => message).join(' '));
  const { query } = read;
  const isOneDate = from === to && 'date' in query.parameters;
  if (hasPeriod(dataset) || isOneDate) return { dataset, parameters: query.parameters };
  return { dataset, parameters: { ...withoutTimes(query), ...period } };
}
