import { Pace } from './pace';

/**
 * Work in slices of a few milliseconds at most: it yields after each, and whoever drives it may do
 * something else before the next, or never come back. Meanwhile rows may be added and a column's
 * texts numbered anew; the work is about the rows there were when it began.
 */
export type Sliced<T> = Generator<undefined, T, undefined>;

/** Rows per slice; segments of a column are a whole number of slices. */
export const sliceRows = 1 << 14;

/** Does the work, open to messages between its slices. Rejects with the signal's reason once aborted. */
export async function paced<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  const pace = new Pace(signal);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (pace.isOver()) await pace.rest();
  }
}

/** Calls `each` with `from` (inclusive) and `to` (exclusive) of one slice after the other. */
export function* slices(rows: number, each: (from: number, to: number) => void): Sliced<void> {
  for (let from = 0; from < rows; from += sliceRows) {
    each(from, Math.min(rows, from + sliceRows));
    yield;
  }
}
