import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../records/recordKinds';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { formatInZone } from '../time/zones';

export const changes = ['changed', 'same', 'added', 'missing'] as const;
/** What happened to a row between the first and the second result. */
export type Change = (typeof changes)[number];

/** The outcome of a comparison, counted in its rows. */
export interface ComparisonSummary {
  readonly counts: Readonly<Record<Change, number>>;
  /** The largest absolute difference, second minus first. */
  readonly largest: {
    /** Digits as written, with a sign: `+0.20`. */
    readonly text: string;
    readonly unit: string;
    /** The series or record it belongs to; `''` if there is only one. */
    readonly of: string;
    /** Epoch milliseconds. */
    readonly at: number | null;
  } | null;
}

const countedRows: { readonly [Kind in RecordKind]: () => Counted } = {
  timeSeries: () => [l10n.t('{0} interval'), l10n.t('{0} intervals')],
  priceCurve: () => [l10n.t('{0} curve point'), l10n.t('{0} curve points')],
  publicOrder: () => [l10n.t('{0} order'), l10n.t('{0} orders')],
  hubToHubCapacity: () => [l10n.t('{0} capacity'), l10n.t('{0} capacities')],
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
  const counted = l10n.t(
    '{0}: {1} changed, {2} added, {3} missing',
    formatCounted(total, countedRows[record]()),
    formatCount(counts.changed),
    formatCount(counts.added),
    formatCount(counts.missing),
  );
  if (!largest) return counted;
  const { text, unit, of } = largest;
  const difference = [text, unit, of && `(${of})`].filter(Boolean).join(' ');
  return largest.at === null
    ? l10n.t('{0}; largest difference {1}', counted, difference)
    : l10n.t('{0}; largest difference {1} at {2}', counted, difference, formatInZone(largest.at, zone));
}
