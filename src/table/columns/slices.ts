import { Turns } from './turns';

/**
 * Work in slices of a few milliseconds at most. It yields after each slice, and the caller may do
 * something else before it continues, or never continue. In between, rows may be added and a column's
 * texts renumbered; the work covers the rows that existed when it started.
 */
export type Sliced<T> = Generator<undefined, T, undefined>;

/** Rows per slice; segments of a column are a whole number of slices. */
export const sliceRows = 1 << 14;

/**
 * Does the work and lets messages be handled between its slices. Rejects with the signal's reason if
 * aborted.
 */
export async function paced<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  const turns = new Turns(signal);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (turns.isOver()) await turns.next();
  }
}

/** Calls `each` with `from` (inclusive) and `to` (exclusive) of each slice in turn. */
export function* slices(rows: number, each: (from: number, to: number) => void): Sliced<void> {
  for (let from = 0; from < rows; from += sliceRows) {
    each(from, Math.min(rows, from + sliceRows));
    yield;
  }
}

/**
 * Calls `each` with every index below `count`, in slices. For work that does more than a few steps per index:
 * the loops that a person waits for run within `slices`.
 */
export function eachIndex(count: number, each: (index: number) => void): Sliced<void> {
  return slices(count, (from, to) => {
    for (let index = from; index < to; index += 1) each(index);
  });
}
