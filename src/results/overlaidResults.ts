import { daysBetween } from '../market/query/otherDay';
import { isWholeResponse } from './comparedResults';
import { askedOfResult, type Result } from './result';
import { labelsOf, titleOf, withConnection } from './resultNames';
import type { OverlaidResult } from '../protocol/workerMessages';

/** Whether another result can be drawn in this result's chart: a complete response with time series. */
export const canOverlay = (base: Result, other: Result): boolean =>
  base.id !== other.id && other.query.dataset.record === 'timeSeries' && isWholeResponse(other);

/**
 * How results are overlaid on another one's chart: by instant for the same days, otherwise by the periods of
 * the delivery day. Each gets a label that distinguishes it from all others in the chart, and ends in its connection
 * if that isn't the selected one. Times are in `zone`.
 */
export function overlaysOf(
  base: Result,
  others: readonly Result[],
  zone: string,
  selected: string,
): OverlaidResult[] {
  if (others.length === 0) return [];
  const isOneDataset = others.every(({ query }) => query.dataset.id === base.query.dataset.id);
  const all = [base, ...others];
  const titles = all.map((result) => titleOf(result, zone));
  const areDistinct = new Set(titles).size === titles.length;
  const shortest = isOneDataset || !areDistinct ? labelsOf(all, zone) : titles;
  const [ownLabel = '', ...labels] = all.map((result, index) => {
    const label = shortest[index] ?? '';
    const isConnection = label === result.connection;
    return withConnection(isConnection ? (titles[index] ?? '') : label, result, selected);
  });
  return others.map((other, index) => {
    const { start, end, due, isPart } = askedOfResult(other);
    return {
      result: other.id,
      label: labels[index] ?? '',
      ownLabel: isOneDataset ? ownLabel : base.query.dataset.title(),
      days: daysBetween(base.query, other.query),
      asked: { start, end, ...(due !== undefined && { due }), ...(isPart && { isPart }) },
    };
  });
}
