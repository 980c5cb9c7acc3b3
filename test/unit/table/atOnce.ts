import type { Sliced } from '#src/table/columns/slices';

/** The work's outcome, slice after slice, with something done in between where asked. */
export function atOnce<T>(work: Sliced<T>, between: () => void = () => undefined): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    between();
  }
}
