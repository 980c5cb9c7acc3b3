import * as l10n from '@vscode/l10n';
import type { Dataset } from '../market/datasets/dataset';
import type { RangeWishes } from './requestedDays';
import type { RangeFormat } from './folderFiles';
import { isFetchedByDay, rangeDays, sentParameters, type DayRange, type RangeDay } from './rangeDays';

/** A range that can be fetched: its days, how each is requested, and what is written. */
export interface RangePlan {
  readonly dataset: Dataset;
  /** The parameters of every request without its times, as sent. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly days: readonly RangeDay[];
  readonly format: RangeFormat;
  readonly wishes: RangeWishes;
}

/** Throws an `Error` ready to display if the range can't be requested, or not in this format. */
export function plannedRange(range: DayRange, format: RangeFormat, wishes: RangeWishes = {}): RangePlan {
  const { dataset, windowMinutes } = range;
  const days = rangeDays(range);
  const isInParts =
    !isFetchedByDay(dataset) ||
    (windowMinutes !== undefined && days.some(({ requests }) => requests.length > 1));
  if (format === 'json' && isInParts) {
    throw new Error(
      l10n.t(
        "A day of {0} takes several requests, so it can't be saved as JSON. Choose {1} or {2}.",
        dataset.title(),
        'Parquet',
        'NDJSON',
      ),
    );
  }
  return { dataset, parameters: sentParameters(days), days, format, wishes };
}
