import * as l10n from '@vscode/l10n';
import { recordShapes, type RecordKind } from '../records/recordKinds';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { formatInZone } from '../time/zones';

export const changes = ['changed', 'same', 'added', 'missing'] as const;
/** What happened to a row between the first and the second result. */
export type Change = (typeof changes)[number];

/** One difference, second minus first. */
export interface Difference {
  /** Digits as written, with a sign: `+0.20`. */
  readonly text: string;
  readonly unit: string;
  /** The series or record it belongs to; `''` if there is only one. */
  readonly of: string;
  /** Epoch milliseconds. */
  readonly at: number | null;
}

/** The outcome of a comparison, counted in its rows. */
export interface ComparisonSummary {
  readonly counts: Readonly<Record<Change, number>>;
  /** The extremes of all differences, or `null` if no row has values in both results. */
  readonly extremes: { readonly lowest: Difference; readonly highest: Difference } | null;
  /** Weighted by interval length, with a sign; `null` unless there is one series, in one unit. */
  readonly mean: string | null;
  /** Rows of one result that the other lacks because it's only part of a response. */
  readonly leftOut: number;
  /** Rows of both results that aren't compared because they can't be placed in time; none if omitted. */
  readonly unplaced?: number;
}

/** The names of the two results in a sentence, and what they have in common. */
interface ComparedLabels {
  readonly first: string;
  readonly second: string;
  readonly hasOtherSubject: boolean;
  /** Whether each has only some rows of its response. Defaults to neither. */
  readonly parts?: readonly [first: boolean, second: boolean];
  /** Whether prices, volumes, and ids of one of them were replaced. Defaults to false. */
  readonly areValuesReplaced?: boolean;
}

const year = / \d{4}$/;

/** Both labels in the order in which the difference shows them; a shared year is named once. */
export function labelsInOrder({ first, second }: Pick<ComparedLabels, 'first' | 'second'>): [string, string] {
  const isSameYear = year.exec(first)?.[0] === year.exec(second)?.[0];
  return [isSameYear ? second.replace(year, '') : second, first];
}

/** "SE3 minus NO1", "28 Mar minus 29 Mar 2026". */
export function formulaOf(labels: Pick<ComparedLabels, 'first' | 'second'>): string {
  const [second, first] = labelsInOrder(labels);
  return l10n.t('{0} minus {1}', second, first);
}

const countedRows: { readonly [Kind in RecordKind]: () => Counted } = {
  timeSeries: () => [l10n.t('{0} interval'), l10n.t('{0} intervals')],
  priceCurve: () => [l10n.t('{0} curve point'), l10n.t('{0} curve points')],
  publicOrder: () => [l10n.t('{0} order'), l10n.t('{0} orders')],
  hubToHubCapacity: () => [l10n.t('{0} capacity'), l10n.t('{0} capacities')],
};

/**
 * What changed: "96 intervals: 12 changed, 0 added, 0 missing; largest difference +1.23 EUR/MWh (NO1) at
 * 2026-03-29 03:00". Two days or two areas differ everywhere, so for these: "96 intervals, SE3 minus NO1:
 * mean +4.10 EUR/MWh, lowest …, highest …". Times are in the zone.
 */
export function comparisonSentence(
  summary: ComparisonSummary,
  labels: ComparedLabels,
  record: RecordKind,
  zone: string,
): string {
  const { counts } = summary;
  const total = changes.reduce((sum, change) => sum + counts[change], 0);
  const { parts = [false, false], areValuesReplaced = false } = labels;
  const isPart = parts.includes(true);
  // If only some orders are there, or their ids were replaced, single events are compared.
  const isOfEvents = record === 'publicOrder' && (isPart || areValuesReplaced);
  const counted = formatCounted(total, isOfEvents ? recordShapes[record].counted() : countedRows[record]());
  if (areValuesReplaced)
    return partSentence(counted, l10n.t('{0} in both', formatCount(counts.same)), counts, parts);
  if (labels.hasOtherSubject) return differencesSentence(counted, summary, labels, zone);
  const changed = isPart
    ? partSentence(counted, l10n.t('{0} changed', formatCount(counts.changed)), counts, parts)
    : l10n.t(
        '{0}: {1} changed, {2} added, {3} missing',
        counted,
        formatCount(counts.changed),
        formatCount(counts.added),
        formatCount(counts.missing),
      );
  const largest = largestDifference(summary);
  return largest ? l10n.t('{0}; largest difference {1}', changed, differenceText(largest, zone)) : changed;
}

/** Rows that aren't in a part of a response don't count as added or missing. */
function partSentence(
  counted: string,
  ofBoth: string,
  { added, missing }: ComparisonSummary['counts'],
  [isFirstPart, isSecondPart]: readonly [boolean, boolean],
): string {
  const told = [
    ofBoth,
    ...(isFirstPart ? [] : [l10n.t('{0} added', formatCount(added))]),
    ...(isSecondPart ? [] : [l10n.t('{0} missing', formatCount(missing))]),
  ];
  return l10n.t('{0}: {1}', counted, told.join(', '));
}

function differencesSentence(
  counted: string,
  { counts, extremes, mean }: ComparisonSummary,
  labels: ComparedLabels,
  zone: string,
): string {
  const alone = [
    ...(counts.added > 0 ? [l10n.t('{0} only in {1}', formatCount(counts.added), labels.second)] : []),
    ...(counts.missing > 0 ? [l10n.t('{0} only in {1}', formatCount(counts.missing), labels.first)] : []),
  ];
  if (!extremes) {
    return alone.length > 0 ? l10n.t('{0}, none of them in both: {1}', counted, alone.join(', ')) : counted;
  }
  const { lowest, highest } = extremes;
  // There's a mean only for one series in one unit, so neither is repeated.
  const briefly = (difference: Difference) =>
    differenceText(mean === null ? difference : { ...difference, unit: '', of: '' }, zone);
  const figures =
    lowest.text === highest.text
      ? [l10n.t('{0} throughout', withUnit(lowest.text, lowest.unit))]
      : [
          ...(mean === null ? [] : [l10n.t('mean {0}', withUnit(mean, lowest.unit))]),
          l10n.t('lowest {0}', briefly(lowest)),
          l10n.t('highest {0}', briefly(highest)),
        ];
  const told = l10n.t('{0}, {1}: {2}', counted, formulaOf(labels), figures.join(', '));
  return [told, ...(alone.length > 0 ? [alone.join(', ')] : [])].join('; ');
}

/** The largest absolute difference; `null` if there is none. */
export function largestDifference({ extremes }: ComparisonSummary): Difference | null {
  if (!extremes) return null;
  const { lowest, highest } = extremes;
  const largest = Math.abs(Number(lowest.text)) > Math.abs(Number(highest.text)) ? lowest : highest;
  return Number(largest.text) === 0 ? null : largest;
}

const withUnit = (text: string, unit: string) => [text, unit].filter(Boolean).join(' ');

/** "+1.23 EUR/MWh (NO1) at 2026-03-29 03:00" */
function differenceText({ text, unit, of, at }: Difference, zone: string): string {
  const difference = [withUnit(text, unit), of && `(${of})`].filter(Boolean).join(' ');
  return at === null ? difference : l10n.t('{0} at {1}', difference, formatInZone(at, zone));
}
