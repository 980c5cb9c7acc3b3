/**
 * Columns grow by segments, so that a growing table never copies its data. Only the first segment starts
 * small and is doubled until it has full size, because most responses cover a single day. A row that
 * nothing was written to is null in every column.
 */
export const segmentBits = 16;
export const segmentRows = 1 << segmentBits;
export const segmentMask = segmentRows - 1;
const firstRows = 256;

type Segment = Float64Array | Uint32Array | Uint8Array;

/** The segment that contains the row; `make` creates one with the given number of rows, all null. */
export function segmentOf<S extends Segment>(
  segments: (S | undefined)[],
  row: number,
  make: (rows: number) => S,
): S {
  const index = row >>> segmentBits;
  const at = row & segmentMask;
  const segment = segments[index];
  if (segment !== undefined && at < segment.length) return segment;
  let rows = index === 0 ? firstRows : segmentRows;
  while (rows <= at) rows *= 2;
  const larger = make(rows);
  if (segment !== undefined) larger.set(segment);
  return (segments[index] = larger);
}

/** Writes the same value to the rows `from` to `to` (exclusive). */
export function fillRows<S extends Segment>(
  segments: (S | undefined)[],
  from: number,
  to: number,
  value: number,
  make: (rows: number) => S,
): void {
  for (let row = from; row < to;) {
    const end = Math.min(to, (row | segmentMask) + 1);
    const segment = segmentOf(segments, end - 1, make);
    segment.fill(value, row & segmentMask, ((end - 1) & segmentMask) + 1);
    row = end;
  }
}

/** Copies values to consecutive rows from `row` on. */
export function setRows<S extends Segment>(
  segments: (S | undefined)[],
  row: number,
  values: S,
  make: (rows: number) => S,
): void {
  for (let at = 0; at < values.length;) {
    const first = (row + at) & segmentMask;
    const part = values.subarray(at, at + segmentRows - first);
    segmentOf(segments, row + at + part.length - 1, make).set(part, first);
    at += part.length;
  }
}

/** Copies the codes of the rows `from` to `to` (exclusive) into `target`. */
export function copyCodes(
  segments: readonly (Uint32Array | Uint8Array | undefined)[],
  from: number,
  to: number,
  target: Uint32Array,
): void {
  for (let row = from; row < to;) {
    const end = Math.min(to, (row | segmentMask) + 1);
    const first = row & segmentMask;
    const codes = segments[row >>> segmentBits]?.subarray(first, first + end - row);
    if (codes) target.set(codes, row - from);
    target.fill(0, row - from + (codes?.length ?? 0), end - from);
    row = end;
  }
}

/** Memory use of the segments, in bytes. */
export const bytesOf = (segments: readonly (Segment | undefined)[]): number =>
  segments.reduce((sum, segment) => sum + (segment?.byteLength ?? 0), 0);

/** For `segmentOf`: creates a segment with the given number of rows, all NaN. */
export const nans = (rows: number): Float64Array => new Float64Array(rows).fill(Number.NaN);
/** For `segmentOf`: creates a segment with the given number of rows, all 0. */
export const uint32s = (rows: number): Uint32Array => new Uint32Array(rows);
/** For `segmentOf`: creates a segment with the given number of rows, all 0. */
export const uint8s = (rows: number): Uint8Array => new Uint8Array(rows);
