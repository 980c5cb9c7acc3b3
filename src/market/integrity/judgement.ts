import type { Finding, FindingKind } from './findings';

/**
 * How a response compares with its query:
 * - `complete`: everything that was due was received, and nothing in it is in doubt.
 * - `incomplete`: it was interrupted, lacks something that was due, or contains something that can't be right.
 * - `empty`: it was received in full and contains no value.
 * - `unjudged`: it contains something that leaves open whether it's complete.
 */
export type Judgement = 'complete' | 'incomplete' | 'empty' | 'unjudged';

/** What a response is judged by. */
export interface JudgedFacts {
  /** Whether the response was received in full, which a response without data is, too. */
  readonly isWhole: boolean;
  readonly rows: number;
  /** `null` if it wasn't compared with its query. */
  readonly findings: readonly Pick<Finding, 'kind' | 'count'>[] | null;
}

/** What a finding of each kind says about the response. */
const meanings: { readonly [Kind in FindingKind]: 'told' | 'lacking' | 'open' } = {
  series: 'told',
  received: 'told',
  status: 'told',
  toCome: 'told',
  length: 'told',
  areas: 'told',
  absent: 'lacking',
  missing: 'lacking',
  nulls: 'lacking',
  duplicates: 'lacking',
  overlaps: 'lacking',
  empty: 'lacking',
  outside: 'lacking',
  epochs: 'open',
};

/**
 * The judgement on a response. The only place where it's decided: the view, checks, ranges, the history,
 * provenance, and the tools for language models put it into words.
 */
export function judgementOf({ isWhole, rows, findings }: JudgedFacts): Judgement {
  if (!isWhole) return 'incomplete';
  if (rows === 0) return 'empty';
  if (findings === null) return 'unjudged';
  const found = findings.filter(({ count }) => count > 0).map(({ kind }) => meanings[kind]);
  if (found.includes('lacking')) return 'incomplete';
  return found.includes('open') ? 'unjudged' : 'complete';
}
