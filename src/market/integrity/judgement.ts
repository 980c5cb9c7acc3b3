import type { Finding, FindingKind } from './findings';

/**
 * How a response compares with its query:
 * - `complete`: everything that was due was received, and nothing in it is in doubt.
 * - `incomplete`: it was interrupted, lacks something that was due, or contains something that wasn't asked for or can't be right.
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
const meanings: { readonly [Kind in FindingKind]: 'told' | 'wrong' | 'open' | 'empty' } = {
  series: 'told',
  received: 'told',
  status: 'told',
  unseen: 'told',
  toCome: 'told',
  length: 'told',
  areas: 'told',
  // The time is right if only its epoch is in another unit.
  epochs: 'told',
  noValues: 'empty',
  absent: 'wrong',
  missing: 'wrong',
  emptyDays: 'wrong',
  nulls: 'wrong',
  duplicates: 'wrong',
  overlaps: 'wrong',
  empty: 'wrong',
  outside: 'wrong',
  texts: 'wrong',
  oneSided: 'wrong',
  unmatched: 'open',
  unnamed: 'open',
  longIntervals: 'open',
  times: 'open',
  untimed: 'open',
  reversed: 'open',
  lengthless: 'open',
  offGrid: 'open',
  misfits: 'open',
  renamed: 'open',
  words: 'open',
};

/** Whether a response with this finding isn't complete, because of what it is about. */
export const isFlaw = ({ kind, count }: Pick<Finding, 'kind' | 'count'>): boolean =>
  count > 0 && meanings[kind] !== 'told';

/**
 * The judgement on a response. The only place where it's decided: the view, checks, ranges, the history,
 * provenance, and the tools for language models put it into words.
 */
export function judgementOf({ isWhole, rows, findings }: JudgedFacts): Judgement {
  if (!isWhole) return 'incomplete';
  if (rows === 0) return 'empty';
  if (findings === null) return 'unjudged';
  const flaws = findings.filter(isFlaw);
  const isWithoutIntervals = !findings.some(({ kind }) => kind === 'received');
  const found = flaws.map(({ kind }) => (kind === 'empty' && isWithoutIntervals ? 'empty' : meanings[kind]));
  return found.includes('empty') && !found.includes('open')
    ? 'empty'
    : found.includes('wrong')
      ? 'incomplete'
      : found.includes('open')
        ? 'unjudged'
        : 'complete';
}
