import * as l10n from '@vscode/l10n';
import type { Dataset } from '../market/datasets/dataset';
import { lastPublishedDay } from '../market/datasets/publication';
import { addDays } from '../market/time/deliveryDay';
import { readDeliveryDate } from '../market/daysInWords/readTime';
import { oneLine } from '../text/plainText';
import { isDue } from './dueDays';

/** The delivery days of a range, both included, as a person, a command, or a script gives them. */
export interface GivenDays {
  /** A date, or words such as `yesterday` and `today-7d`. */
  readonly from: string;
  /** The last day whose data is due, if left out. */
  readonly to?: string | undefined;
}

/**
 * The dates that the given days mean at `now` (epoch milliseconds), in the market's time zone. Throws an `Error`
 * ready to display if one of them isn't a day.
 */
export function firstAndLastDay(
  dataset: Pick<Dataset, 'publication'>,
  { from, to }: GivenDays,
  now: number,
): { readonly from: string; readonly to: string } {
  return { from: dateOf(from, now), to: to === undefined ? lastDueDay(dataset, now) : dateOf(to, now) };
}

function dateOf(given: string, now: number): string {
  const date = readDeliveryDate(given, now);
  if (date !== null) return date;
  throw new Error(
    l10n.t(
      '"{0}" isn\'t a delivery day. Enter a day such as 2026-03-29, yesterday, or today-7d.',
      oneLine(given, 60),
    ),
  );
}

function lastDueDay(dataset: Pick<Dataset, 'publication'>, now: number): string {
  let day = lastPublishedDay(dataset.publication, now);
  while (!isDue(dataset, day, now)) day = addDays(day, -1);
  return day;
}
