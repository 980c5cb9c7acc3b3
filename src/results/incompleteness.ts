import * as l10n from '@vscode/l10n';
import type { Finding, FindingKind } from '../market/integrity/findings';
import { intervalsText, type LabelledInterval } from '../market/time/intervalText';
import { hourMs, minuteMs } from '../market/time/zones';
import type { Outcome } from '../request/outcome';
import type { Untold } from '../table/integrity/untold';
import type { MissingIntervals } from '../table/tableTypes';
import { formatCount, formatCounted, type Counted } from '../text/l10n';

/** What is known of how whole a response is. */
export interface Wholeness {
  readonly outcome: Outcome;
  readonly rows: number;
  /** Whether the response is one of time series, whose intervals can be missing. */
  readonly isSeries: boolean;
  /** Of time series only. */
  readonly findings: readonly Finding[];
  /** What the findings leave open, of time series only. */
  readonly untold: Untold;
  /** The first missing intervals, and how many gaps there are. */
  readonly gaps: { readonly gaps: readonly MissingIntervals[]; readonly total: number };
  /** The first intervals of each finding that is about intervals. */
  readonly spots: ReadonlyMap<FindingKind, readonly LabelledInterval[]>;
}

/** Of a response without rows, and of other records. */
export const nothingUntold: Untold = {
  parameters: [],
  intervals: false,
  emptyDays: { days: [], total: 0, due: 0 },
};

/** What a response lacks. */
export interface Incompleteness {
  /** Counts by what they count, such as `missing`; the outcome of a response that isn't whole. */
  readonly actual: Readonly<Record<string, unknown>>;
  /** The worst first. */
  readonly lacks: readonly Lack[];
}

/** One thing that a response lacks, in sentences. */
export interface Lack {
  readonly message: string;
  /** The finding whose rows can be shown, if it's about those of one. */
  readonly finding?: FindingKind;
}

/**
 * The kinds that keep series from being complete, the worst first, and the sentence about each. `{1}` names
 * intervals.
 */
const sentences: Partial<Record<FindingKind, () => Counted>> = {
  nulls: () => [l10n.t('{0} value is null: {1}.'), l10n.t('{0} values are null: {1}.')],
  duplicates: () => [l10n.t('{0} interval is repeated: {1}.'), l10n.t('{0} intervals are repeated: {1}.')],
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

/** The findings with rows to name, for which `Wholeness.spots` are needed. */
export const spottedKinds = Object.keys(sentences) as FindingKind[];

/** By the length of the missing intervals. `{1}` are due; `{2}` names those that are missing. */
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

/** Parameters that say what data was requested, all of which must come. */
const mustCome = (finding: Finding, kinds: ReadonlySet<string>) =>
  finding.kind === 'absent' && kinds.has(finding.of ?? '');

/**
 * What keeps a response from being complete; `null` if nothing does. Of time series, every interval that was
 * due is there once with a value, none is outside the requested period, and every requested area and currency
 * came (`areasAndCurrencies` are the names of these parameters); where one of these can't be told, that keeps
 * it from being complete, too. Of other records, the response was received whole and isn't empty. Times are
 * in `zone`.
 */
export function incompletenessOf(
  { outcome, rows, isSeries, findings, untold, gaps, spots }: Wholeness,
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
  const open = isSeries ? openOf(untold, areasAndCurrencies) : noneOpen;
  const { emptyDays } = untold;
  const isOpen = open.what.length > 0 || emptyDays.total > 0;
  if (isWhole && failing.length === 0 && !isElsewhere && !isOpen) return null;
  const due = (received?.count ?? 0) + (failing.find(({ kind }) => kind === 'missing')?.count ?? 0);
  return {
    actual: {
      ...(isWhole ? {} : { outcome: outcome.kind }),
      ...(isElsewhere ? { received: 0 } : {}),
      ...Object.fromEntries(
        failing.map(({ kind, of, count }) => [kind === 'absent' ? `absent.${of ?? ''}` : kind, count]),
      ),
      ...(emptyDays.total > 0 ? { emptyDays: emptyDays.total } : {}),
      ...(open.what.length > 0 ? { untold: open.what } : {}),
    },
    lacks: joined([
      ...opening,
      ...(isElsewhere ? [{ message: l10n.t('Nothing was received within the requested period.') }] : []),
      ...failing.map((finding) => ({
        message: sentenceOf(finding, due),
        ...(finding.shows === 'nothing' ? {} : { finding: finding.kind }),
      })),
      ...(emptyDays.total > 0 ? [{ message: emptyDaysSentence(emptyDays) }] : []),
      ...open.sentences.map((message) => ({ message })),
    ]),
  };

  function sentenceOf({ kind, count, text }: Finding, dueCount: number): string {
    if (kind === 'missing') return missingSentence(count, dueCount, gaps, zone);
    if (kind === 'empty') return formatCounted(count, emptySeries());
    const counted = sentences[kind];
    const intervals = spots.get(kind) ?? [];
    // A finding's own text begins a list in the result view.
    if (!counted) return `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`;
    return formatCounted(count, counted(), intervalsText(intervals, zone, count > intervals.length));
  }
}

/** Sentences that lead to no rows are one with those that follow: each lack is shown by itself. */
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

/** What can't be told, by what it's about, such as `deliveryarea`, and in sentences. */
interface Open {
  readonly what: readonly string[];
  readonly sentences: readonly string[];
}
const noneOpen: Open = { what: [], sentences: [] };

function openOf({ parameters, intervals }: Untold, areasAndCurrencies: ReadonlySet<string>): Open {
  const unnamed = parameters.filter((name) => areasAndCurrencies.has(name));
  const isAboutCurrency = unnamed.includes('currency');
  return {
    what: [...unnamed, ...(intervals ? ['intervals'] : [])],
    sentences: [
      ...(unnamed.length > (isAboutCurrency ? 1 : 0)
        ? [l10n.t("The response doesn't say which area its values are for.")]
        : []),
      ...(isAboutCurrency ? [l10n.t("The response doesn't say which currency its values are in.")] : []),
      ...(intervals
        ? [l10n.t("Whether every interval is there can't be told for intervals longer than an hour.")]
        : []),
    ],
  };
}

/** `{1}` are due; `{2}` names those without intervals. */
const emptyDayWords = (): Counted => [
  l10n.t('{0} of {1} delivery days has no interval: {2}.'),
  l10n.t('{0} of {1} delivery days have no interval: {2}.'),
];

const emptyDaysSentence = ({ days, total, due }: Untold['emptyDays']): string =>
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
  due: number,
  { gaps, total }: Wholeness['gaps'],
  zone: string,
): string {
  const lengths = new Set(gaps.map(({ start, end, missing }) => (end - start) / missing));
  const [length] = lengths;
  const counted = (lengths.size === 1 && length !== undefined && missingOfDue.get(length)) || intervalsOfDue;
  return formatCounted(count, counted(), formatCount(due), intervalsText(gaps, zone, total > gaps.length));
}
