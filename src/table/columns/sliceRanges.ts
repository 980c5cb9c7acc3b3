import type { ColumnRows } from './columnRows';
import { segmentBits, segmentMask } from './segments';
import { sliceRows } from './slices';

/** Smallest and largest number of a slice, and whether any of its rows has no number. */
interface SliceRange {
  readonly least: number;
  readonly most: number;
  readonly hasMissing: boolean;
}

/**
 * The range of the numbers in each slice, calculated when first needed. Orders arrive sorted by time, so
 * a filter for one hour can skip most slices.
 */
export class SliceRanges {
  private readonly known: (SliceRange | undefined)[] = [];

  constructor(private readonly rows: ColumnRows<Float64Array>) {}

  /** The range of the slice that starts at row `from`; all its rows must be complete. */
  of(from: number): SliceRange {
    const index = from / sliceRows;
    return (this.known[index] ??= rangeOf(this.rows.segments[from >>> segmentBits], from & segmentMask));
  }
}

function rangeOf(segment: Float64Array | undefined, first: number): SliceRange {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let present = 0;
  const values = segment?.subarray(first, first + sliceRows) ?? new Float64Array(0);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (value < least) least = value;
    if (value > most) most = value;
    // NaN is not equal to itself.
    if (value === value) present += 1;
  }
  return { least, most, hasMissing: present < sliceRows };
}
