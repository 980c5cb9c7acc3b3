import * as l10n from '@vscode/l10n';
import type { OutcomeKind } from '../request/outcome';
import { formatCount } from '../text/l10n';

/**
 * How a delivery day of a range ended: as its last request did; `pending` before it's published, `notAsked`
 * if no run has reached it, and `fileMissing` if its file was there and isn't any longer.
 */
export type DayOutcome = OutcomeKind | 'pending' | 'notAsked' | 'fileMissing';

/** A delivery day of a range folder. */
export interface OpenedDay {
  /** `2026-03-29`. */
  day: string;
  outcome: DayOutcome;
  /** In the day's file; 0 without one. */
  rows: number;
  bytes: number;
  /** What the day's own responses were found to lack; kinds of `Finding`, or of a later version. */
  findings: { kind: string; count: number }[];
}

/** A range folder, or some of its days, that was opened as one result. */
export interface OpenedRange {
  /** The dataset's folder, as text. */
  uri: string;
  /** The folder, relative to the workspace folder if it is in one. */
  target: string;
  /** Delivery days, both inclusive. */
  from: string;
  to: string;
  /** Every day from `from` to `to`, in order; none while only the folder is known. */
  days: OpenedDay[];
}

/**
 * Which days have no rows, as a sentence without its end: "1 without data, 2 not published yet"; `null` if
 * all have.
 */
export function lackingDays({ days }: Pick<OpenedRange, 'days'>): string | null {
  const count = (isThese: (outcome: DayOutcome) => boolean) =>
    days.filter(({ outcome }) => isThese(outcome)).length;
  const parts: [number, (count: string) => string][] = [
    [count((outcome) => outcome === 'noData'), (days) => l10n.t('{0} without data', days)],
    [count((outcome) => outcome === 'pending'), (days) => l10n.t('{0} not published yet', days)],
    [count((outcome) => outcome === 'notAsked'), (days) => l10n.t('{0} not requested', days)],
    [count((outcome) => outcome === 'fileMissing'), (days) => l10n.t('{0} without their file', days)],
    [count(isFailure), (days) => l10n.t('{0} failed', days)],
  ];
  const said = parts.filter(([days]) => days > 0).map(([days, words]) => words(formatCount(days)));
  return said.length === 0 ? null : said.join(', ');
}

/** The same as a whole sentence. */
export const lackingSentence = ({ days }: Pick<OpenedRange, 'days'>, lacking: string): string =>
  l10n.t('Of {0} delivery days, these have no rows: {1}.', formatCount(days.length), lacking);

const isFailure = (outcome: DayOutcome) =>
  !['success', 'noData', 'pending', 'notAsked', 'fileMissing'].includes(outcome);

/** Throws an `Error` fit to be shown if the result is a range, which has no request that could be sent again. */
export function refuseRange(range: OpenedRange | null | undefined): void {
  if (!range) return;
  throw new Error(
    l10n.t('These delivery days come from several requests, so there is no single request for this.'),
  );
}
