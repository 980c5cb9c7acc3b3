/**
 * How a response compares with its query:
 * - `complete`: everything that was due was received, and nothing in it is in doubt.
 * - `incomplete`: it was interrupted, lacks something that was due, or contains something that wasn't asked for or can't be right.
 * - `empty`: it was received in full and contains no value.
 * - `unjudged`: it contains something that leaves open whether it's complete.
 */
export type Judgement = 'complete' | 'incomplete' | 'empty' | 'unjudged';

/**
 * What a finding of each kind says about the response. What is odd shouldn't occur, but leaves no doubt about
 * what was received.
 */
const meanings = {
  series: 'told',
  received: 'told',
  status: 'told',
  unseen: 'told',
  toCome: 'told',
  length: 'told',
  inclusiveEnds: 'told',
  areas: 'told',
  // The time is right if only its epoch is in another unit.
  epochs: 'odd',
  zeros: 'odd',
  repeated: 'odd',
  noValues: 'empty',
  absent: 'wrong',
  missing: 'wrong',
  furtherPages: 'wrong',
  emptyDays: 'wrong',
  nulls: 'wrong',
  duplicates: 'wrong',
  overlaps: 'wrong',
  empty: 'wrong',
  outside: 'wrong',
  texts: 'wrong',
  tooLarge: 'wrong',
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
  // Nobody knows which of the two values is right.
  repeatedFields: 'open',
  renamed: 'open',
  words: 'open',
} as const satisfies Readonly<Record<string, 'told' | 'odd' | 'wrong' | 'open' | 'empty'>>;

export type FindingKind = keyof typeof meanings;
export const findingKinds = Object.keys(meanings) as FindingKind[];

/** A finding as far as it's judged. */
interface JudgedFinding {
  readonly kind: FindingKind;
  readonly count: number;
}

/** A problem is something that shouldn't occur; a note may be as expected. */
export const severityOf = (kind: FindingKind): 'note' | 'problem' =>
  meanings[kind] === 'told' ? 'note' : 'problem';

/** What a response is judged by. */
export interface JudgedFacts {
  /** Whether the response was received in full, which a response without data is, too. */
  readonly isWhole: boolean;
  readonly rows: number;
  /** `null` if it wasn't compared with its query. */
  readonly findings: readonly JudgedFinding[] | null;
}

/** Whether a response with this finding isn't complete, because of what it is about. */
export const isFlaw = ({ kind, count }: JudgedFinding): boolean =>
  count > 0 && meanings[kind] !== 'told' && meanings[kind] !== 'odd';

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
