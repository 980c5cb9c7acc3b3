import * as l10n from '@vscode/l10n';
import type { Finding, FindingKind } from '../market/integrity/findings';
import { intervalsText, type LabelledInterval } from '../market/time/intervalText';
import { hourMs, minuteMs } from '../market/time/zones';
import type { Outcome } from '../request/outcome';
import type { Undetermined } from '../table/integrity/undetermined';
import type { MissingIntervals } from '../table/tableTypes';
import { formatCount, formatCounted, type Counted } from '../text/l10n';

/** What is known about the completeness of a response. */
export interface Wholeness {
  readonly outcome: Outcome;
  readonly rows: number;
  /** Whether it's a response of time series, whose intervals can be missing. */
  readonly isSeries: boolean;
  /** For time series only. */
  readonly findings: readonly Finding[];
  /** What the findings leave open, for time series only. */
  readonly undetermined: Undetermined;
  /** The first missing intervals, and the number of gaps. */
  readonly gaps: { readonly gaps: readonly MissingIntervals[]; readonly total: number };
  /** The first intervals of each finding that is about intervals. */
  readonly spots: ReadonlyMap<FindingKind, readonly LabelledInterval[]>;
}

/** For a response without rows, and for other kinds of records. */
export const nothingUndetermined: Undetermined = {
  parameters: [],
  intervals: false,
  emptyDays: { days: [], total: 0, due: 0 },
};

/** What an incomplete response lacks. */
export interface Incompleteness {
  /** Counts by what they count, such as `missing`; for an interrupted response, its outcome. */
  readonly actual: Readonly<Record<string, unknown>>;
  /** The worst one first. */
  readonly lacks: readonly Lack[];
}

/** One thing that a response lacks, in sentences. */
export interface Lack {
  readonly message: string;
  /** The finding whose rows can be shown, if it's about the rows of one. */
  readonly finding?: FindingKind;
}

/**
 * The findings that make series incomplete, the worst one first, each with its sentence. `{1}` names
 * intervals.
 */
const sentences: Partial<Record<FindingKind, () => Counted>> = {
  nulls: () => [l10n.t('{0} value is null: {1}.'), l10n.t('{0} values are null: {1}.')],
  duplicates: () => [
    l10n.t('{0} interval is a duplicate: {1}.'),
    l10n.t('{0} intervals are duplicates: {1}.'),
  ],
  overlaps: () => [
    l10n.t('{0} interval overlaps another one: {1}.'),
    l10n.t('{0} intervals overlap others: {1}.'),
  ],
  outside: () => [
    l10n.t('{0} interval is outside the requested period: {1}.'),
    l10n.t('{0} intervals are outside the requested period: {1}.'),
  ],
};

const emptySeries = (): Counted => [
  l10n.t('{0} series has no values.'),
  l10n.t('{0} series have no values.'),
];

/** Findings whose intervals are named, so that `Wholeness.spots` is needed for them. */
export const spottedKinds = Object.keys(sentences) as FindingKind[];

/** By the length that all due intervals share. `{1}` are due; `{2}` names those that are missing. */
const missingOfDue = new Map<number, () => Counted>([
  [
    15 * minuteMs,
    () => [
      l10n.t('{0} of {1} quarter hours is missing: {2}.'),
      l10n.t('{0} of {1} quarter hours are missing: {2}.'),
    ],
  ],
  [
    30 * minuteMs,
    () => [
      l10n.t('{0} of {1} half hours is missing: {2}.'),
      l10n.t('{0} of {1} half hours are missing: {2}.'),
    ],
  ],
  [hourMs, () => [l10n.t('{0} of {1} hours is missing: {2}.'), l10n.t('{0} of {1} hours are missing: {2}.')]],
]);
const intervalsOfDue = (): Counted => [
  l10n.t('{0} of {1} intervals is missing: {2}.'),
  l10n.t('{0} of {1} intervals are missing: {2}.'),
];

/** Whether the finding is about a requested area or currency that isn't in the response. */
const mustCome = (finding: Finding, kinds: ReadonlySet<string>) =>
  finding.kind === 'absent' && kinds.has(finding.of ?? '');

/**
 * Why a response is incomplete; `null` if it's complete. A response of time series is complete if it has
 * every interval that was due exactly once and with a value, none outside the requested period, and every
 * requested area and currency (`areasAndCurrencies` are the names of these parameters). If one of these can't
 * be determined, it counts as incomplete. A response of other records is complete if it was fully received
 * and isn't empty. Times are in `zone`.
 */
export function incompletenessOf(
  { outcome, rows, isSeries, findings, undetermined, gaps, spots }: Wholeness,
  areasAndCurrencies: ReadonlySet<string>,
  zone: string,
): Incompleteness | null {
  const isWhole = outcome.kind === 'success' || outcome.kind === 'noData';
  const opening: Lack[] = isWhole ? [] : [{ message: notWhole(outcome) }];
  if (rows === 0) {
    const actual = isWhole ? { rows: 0 } : { outcome: outcome.kind, rows: 0 };
    return { actual, lacks: joined([...opening, { message: l10n.t('The response contains no data.') }]) };
  }
  const failing = isSeries
    ? findings.filter(
        (finding) =>
          finding.count > 0 &&
          (finding.kind === 'missing' ||
            finding.kind === 'empty' ||
            spottedKinds.includes(finding.kind) ||
            mustCome(finding, areasAndCurrencies)),
      )
    : [];
  const received = findings.find(({ kind }) => kind === 'received');
  const isElsewhere = isSeries && received?.count === 0;
  const open = isSeries ? openOf(undetermined, areasAndCurrencies) : noneOpen;
  const { emptyDays } = undetermined;
  const isOpen = open.what.length > 0 || emptyDays.total > 0;
  if (isWhole && failing.length === 0 && !isElsewhere && !isOpen) return null;
  return {
    actual: {
      ...(isWhole ? {} : { outcome: outcome.kind }),
      ...(isElsewhere ? { received: 0 } : {}),
      ...Object.fromEntries(
        failing.map(({ kind, of, count }) => [kind === 'absent' ? `absent.${of ?? ''}` : kind, count]),
      ),
      ...(emptyDays.total > 0 ? { emptyDays: emptyDays.total } : {}),
      ...(open.what.length > 0 ? { undetermined: open.what } : {}),
    },
    lacks: joined([
      ...opening,
      ...(isElsewhere ? [{ message: l10n.t('Nothing was received within the requested period.') }] : []),
      ...failing.map((finding) => ({
        message: sentenceOf(finding),
        ...(finding.shows === 'nothing' ? {} : { finding: finding.kind }),
      })),
      ...(emptyDays.total > 0 ? [{ message: emptyDaysSentence(emptyDays) }] : []),
      ...open.sentences.map((message) => ({ message })),
    ]),
  };

  function sentenceOf({ kind, count, text }: Finding): string {
    if (kind === 'missing') return missingSentence(count, received, gaps, zone);
    if (kind === 'empty') return formatCounted(count, emptySeries());
    const counted = sentences[kind];
    const intervals = spots.get(kind) ?? [];
    // A finding's own text is an item of a list in the result view, not a sentence.
    if (!counted) return `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`;
    return formatCounted(count, counted(), intervalsText(intervals, zone, count > intervals.length));
  }
}

/** Joins consecutive sentences that don't lead to rows: each lack is shown separately. */
function joined(lacks: readonly Lack[]): Lack[] {
  const parts: Lack[] = [];
  for (const lack of lacks) {
    const last = parts.at(-1);
    if (last && last.finding === undefined && lack.finding === undefined) {
      parts[parts.length - 1] = { message: `${last.message} ${lack.message}` };
    } else parts.push(lack);
  }
  return parts;
}

/** What can't be determined: keywords such as `deliveryarea`, and sentences. */
interface Open {
  readonly what: readonly string[];
  readonly sentences: readonly string[];
}
const noneOpen: Open = { what: [], sentences: [] };

function openOf({ parameters, intervals }: Undetermined, areasAndCurrencies: ReadonlySet<string>): Open {
  const unnamed = parameters.filter((name) => areasAndCurrencies.has(name));
  const isAboutCurrency = unnamed.includes('currency');
  return {
    what: [...unnamed, ...(intervals ? ['intervals'] : [])],
    sentences: [
      ...(unnamed.length > (isAboutCurrency ? 1 : 0)
        ? [l10n.t("The response doesn't say which area its values are for.")]
        : []),
      ...(isAboutCurrency ? [l10n.t("The response doesn't say which currency its values are in.")] : []),
      ...(intervals ? [l10n.t("Intervals longer than an hour can't be checked for completeness.")] : []),
    ],
  };
}

/** `{1}` is the number of days that are due; `{2}` names the days without intervals. */
const emptyDayWords = (): Counted => [
  l10n.t('{0} of {1} delivery days has no intervals: {2}.'),
  l10n.t('{0} of {1} delivery days have no intervals: {2}.'),
];

const emptyDaysSentence = ({ days, total, due }: Undetermined['emptyDays']): string =>
  formatCounted(
    total,
    emptyDayWords(),
    formatCount(due),
    [...days, ...(total > days.length ? ['…'] : [])].join(', '),
  );

const notWhole = ({ kind, message }: Outcome): string =>
  message === undefined
    ? l10n.t("The response wasn't received in full ({0}).", kind)
    : l10n.t("The response wasn't received in full ({0}): {1}", kind, message);

function missingSentence(
  count: number,
  received: Finding | undefined,
  { gaps, total }: Wholeness['gaps'],
  zone: string,
): string {
  const counted = missingOfDue.get(Number(received?.of)) ?? intervalsOfDue;
  const due = formatCount((received?.count ?? 0) + count);
  return formatCounted(count, counted(), due, intervalsText(gaps, zone, total > gaps.length));
}
