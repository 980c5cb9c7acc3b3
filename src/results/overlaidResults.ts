import { askedOf } from '../market/integrity/asked';
import { daysBetween } from '../market/query/otherDay';
import { resultLabels } from '../market/query/resultLabels';
import { isWholeAnswer, resultTitle } from './comparedResults';
import type { Result } from './result';
import type { OverlaidResult } from './viewQuestions';

/** Whether another result can be drawn in this result's chart: a complete response with time series. */
export const canOverlay = (base: Result, other: Result): boolean =>
  base.id !== other.id && other.query.dataset.record === 'timeSeries' && isWholeAnswer(other);

/** How a result is overlaid: by instant for the same days, otherwise by the periods of the delivery day. */
export function overlayOf(base: Result, other: Result, zone: string): OverlaidResult {
  const isSameDataset = base.query.dataset.id === other.query.dataset.id;
  const [ownLabel, label] = isSameDataset
    ? resultLabels(base, other, zone)
    : [base.query.dataset.title(), resultTitle(other, zone)];
  const { start, end, due } = askedOf(other.query, other.startedEpochMs);
  return {
    result: other.id,
    label,
    ownLabel,
    days: daysBetween(base.query, other.query),
    asked: { start, end, ...(due !== undefined && { due }) },
  };
}
