import * as l10n from '@vscode/l10n';
import type { Finding } from '../market/integrity/findings';
import { isFlaw, judgementOf, type FindingKind } from '../market/integrity/judgement';
import { intervalsText, type LabeledInterval } from '../market/time/intervalText';
import { hourMs, minuteMs } from '../market/time/zones';
import type { Outcome } from '../request/outcome';
import type { MissingIntervals } from '../protocol/tableTypes';
import { formatCount, formatCounted, type Counted } from '../text/l10n';

/** What is known about the completeness of a response. */
export interface Wholeness {
  readonly outcome: Outcome;
  readonly rows: number;
  readonly findings: readonly Finding[];
  /** The first missing intervals, and the number of gaps. */
  readonly gaps: { readonly gaps: readonly MissingIntervals[]; readonly total: number };
  /** The first intervals of each finding that is about intervals. */
  readonly spots: ReadonlyMap<FindingKind, readonly LabeledInterval[]>;
}

/** One thing that a response lacks, in sentences. */
interface Lack {
  readonly message: string;
  /** The finding whose rows can be shown, if it's about the rows of one. */
  readonly finding?: FindingKind;
}

/** Findings whose intervals are named, so that `Wholeness.spots` is needed for them. */
export const spottedKinds: readonly FindingKind[] = ['nulls', 'duplicates', 'overlaps', 'outside'];

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

/**
 * Why a response isn't complete, in sentences, the worst one first; `null` if it's judged complete. What is `actual` are
 * counts by what they count, such as `missing`; for an interrupted response, its outcome. Times are in `zone`.
 */
export function incompletenessOf({ outcome, rows, findings, gaps, spots }: Wholeness, zone: string) {
  const isWhole = outcome.kind === 'success' || outcome.kind === 'noData';
  if (judgementOf({ isWhole, rows, findings }) === 'complete') return null;
  const opening: Lack[] = isWhole ? [] : [{ message: notWhole(outcome) }];
  if (rows === 0) {
    const actual = isWhole ? { rows: 0 } : { outcome: outcome.kind, rows: 0 };
    return { actual, lacks: joined([...opening, { message: l10n.t('The response contains no data.') }]) };
  }
  const flaws = findings.filter(isFlaw);
  const received = findings.find(({ kind }) => kind === 'received');
  const isElsewhere = received?.count === 0;
  return {
    actual: {
      ...(isWhole ? {} : { outcome: outcome.kind }),
      ...(isElsewhere ? { received: 0 } : {}),
      ...countsOf(flaws),
    },
    lacks: joined([
      ...opening,
      ...(isElsewhere ? [{ message: l10n.t('Nothing was received within the requested period.') }] : []),
      ...flaws.map((finding) => ({
        message: sentenceOf(finding),
        ...(finding.shows === 'nothing' ? {} : { finding: finding.kind }),
      })),
    ]),
  };

  function sentenceOf({ kind, count, text }: Finding): string {
    if (kind === 'missing') return missingSentence(count, received, gaps, zone);
    // A finding's own text is an item of a list in the result view, not a sentence.
    const words = text.charAt(0).toLocaleUpperCase() + text.slice(1);
    const intervals = spots.get(kind) ?? [];
    if (intervals.length === 0) return `${words}.`;
    return l10n.t('{0}: {1}.', words, intervalsText(intervals, zone, count > intervals.length));
  }
}

/** The counts by kind, such as `missing` or `absent.currency`, and what can't be determined. */
function countsOf(flaws: readonly Finding[]): Record<string, unknown> {
  const undetermined = flaws.flatMap(({ kind, of }) =>
    kind === 'unnamed' ? [of ?? kind] : kind === 'longIntervals' ? ['intervals'] : [],
  );
  const counted = flaws.filter(({ kind }) => kind !== 'unnamed' && kind !== 'longIntervals');
  return {
    ...Object.fromEntries(
      counted.map(({ kind, of, count }) => {
        const name = kind === 'unmatched' ? 'absent' : kind;
        return [of === undefined ? name : `${name}.${of}`, count];
      }),
    ),
    ...(undetermined.length > 0 ? { undetermined } : {}),
  };
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
