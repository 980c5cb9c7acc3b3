import type { RecordKind } from '../records/recordKinds';
import { formatCount, formatCounted, t, type Counted } from '../../text/l10n';
import { formatInZone } from '../time/zones';

export const changes = ['changed', 'same', 'added', 'missing'] as const;
/** What became of a row from the first result to the second. */
export type Change = (typeof changes)[number];

/** What a comparison comes to. Counts are of its rows. */
export interface ComparisonSummary {
  readonly counts: Readonly<Record<Change, number>>;
  /** The largest difference by size, second minus first. */
  readonly largest: {
    /** Digits as written, with a sign: `+0.20`. */
    readonly text: string;
    readonly unit: string;
    /** What it is of: the series, or the record; `''` where there is but one thing it can be of. */
    readonly of: string;
    /** Epoch milliseconds. */
    readonly at: number | null;
  } | null;
}

const countedRows: { readonly [Kind in RecordKind]: Counted } = {
  timeSeries: [t('{0} interval'), t('{0} intervals')],
  priceCurve: [t('{0} curve point'), t('{0} curve points')],
  publicOrder: [t('{0} order'), t('{0} orders')],
  hubToHubCapacity: [t('{0} capacity'), t('{0} capacities')],
};

/**
 * "96 intervals: 12 changed, 0 added, 0 missing; largest difference +1.23 EUR/MWh (NO1) at 2026-03-29
 * 03:00", in the zone's time.
 */
export function comparisonSentence(
  { counts, largest }: ComparisonSummary,
  record: RecordKind,
  zone: string,
): string {
  const total = changes.reduce((sum, change) => sum + counts[change], 0);
  const counted = t(
    '{0}: {1} changed, {2} added, {3} missing',
    formatCounted(total, countedRows[record]),
    formatCount(counts.changed),
    formatCount(counts.added),
    formatCount(counts.missing),
  );
  if (!largest) return counted;
  const { text, unit, of } = largest;
  const difference = [text, unit, of && `(${of})`].filter(Boolean).join(' ');
  return largest.at === null
    ? t('{0}; largest difference {1}', counted, difference)
    : t('{0}; largest difference {1} at {2}', counted, difference, formatInZone(largest.at, zone));
}
