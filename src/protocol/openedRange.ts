import * as l10n from '@vscode/l10n';
import { outcomeKinds, type OutcomeKind } from '../request/outcome';
import { formatCount, formatCounted } from '../text/l10n';

/**
 * How a delivery day of a range ended: with the outcome of its last request, `preliminary` if that was a success
 * but isn't settled, `incomplete` if it isn't all there, `pending` before it's published, `notAsked` if it hasn't
 * been requested yet, `responseMissing` if its response is no longer there, or `responseChanged` if that isn't the
 * one that was fetched.
 */
export type DayOutcome =
  OutcomeKind | 'preliminary' | 'incomplete' | 'pending' | 'notAsked' | 'responseMissing' | 'responseChanged';

/** A delivery day of a range folder. */
export interface OpenedDay {
  /** `2026-03-29`. */
  day: string;
  outcome: DayOutcome;
  /** Rows that were fetched; 0 if there are none. */
  rows: number;
  /** Of its response in the folder. */
  bytes: number;
  /** The findings in the day's own responses. Kinds are those of `Finding`, or of a later version. */
  findings: { kind: string; count: number }[];
  /** Set if the file with its rows, which other programs read, isn't as written, or not the only one they read. */
  rowFile?: 'missing' | 'changed' | 'doubled';
}

/** A range folder, or some of its days, that was opened as one result. */
export interface OpenedRange {
  readonly kind: 'range';
  /** The URI of the dataset's folder, as text. */
  uri: string;
  /** The path of the folder, relative to the workspace folder if it's in one. */
  target: string;
  /** Delivery days, both inclusive. */
  from: string;
  to: string;
  /** Every day from `from` to `to`, in order; empty while only the folder is known. */
  days: OpenedDay[];
}

/** Whether the folder has rows of the day, so that it can be opened. */
export const hasRows = ({ outcome }: Pick<OpenedDay, 'outcome'>): boolean =>
  outcome === 'success' || outcome === 'preliminary' || outcome === 'incomplete';

/** Whether everything of the day is there, even if values may still be replaced. */
export const isWholeDay = ({ outcome }: Pick<OpenedDay, 'outcome'>): boolean =>
  outcome === 'success' || outcome === 'preliminary';

const failures: ReadonlySet<DayOutcome> = new Set(
  outcomeKinds.filter((kind) => kind !== 'success' && kind !== 'noData'),
);

/** Words for days that lack something, by their outcome. */
const lacks = {
  incomplete: (days) => l10n.t('{0} incomplete', days),
  preliminary: (days) => l10n.t('{0} preliminary', days),
  noData: (days) => l10n.t('{0} without data', days),
  pending: (days) => l10n.t('{0} not published yet', days),
  notAsked: (days) => l10n.t('{0} not requested', days),
  responseMissing: (days) => l10n.t('{0} with a missing response', days),
  responseChanged: (days) => l10n.t('{0} with a changed response', days),
  failed: (days) => l10n.t('{0} failed', days),
} as const satisfies { readonly [Each in DayOutcome | 'failed']?: (days: string) => string };

/**
 * Which days another run would request, as part of a sentence: "1 incomplete, 2 not published yet"; `null` if
 * there are none.
 */
export function lackingDays({ days }: { days: readonly Pick<OpenedDay, 'outcome'>[] }): string | null {
  const found = days.map(({ outcome }) => (failures.has(outcome) ? 'failed' : outcome));
  const said = Object.entries(lacks).flatMap(([lack, words]) => {
    const count = found.filter((each) => each === lack).length;
    return count > 0 ? [words(formatCount(count))] : [];
  });
  return said.length === 0 ? null : said.join(', ');
}

/** Which days aren't complete, as a sentence. */
export function lackingSentence({ days }: Pick<OpenedRange, 'days'>): string | undefined {
  const lacking = lackingDays({ days: days.filter((day) => !isWholeDay(day)) });
  return lacking === null
    ? undefined
    : formatCounted(
        days.length,
        [
          l10n.t("The delivery day isn't complete: {1}."),
          l10n.t('Not all of the {0} delivery days are complete: {1}.'),
        ],
        lacking,
      );
}
