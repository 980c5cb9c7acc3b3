/**
 * Columns grow by segments, so that a growing table never copies its data. Only the first segment starts
 * small and is doubled until it has full size, because most responses cover a single day. A row that
 * nothing was written to is null in every column.
 */
export const segmentBits = 16;
export const segmentRows = 1 << segmentBits;
export const segmentMask = segmentRows - 1;
const firstRows = 256;

/** The rows of a column from a multiple of `segmentRows` on. */
export type Segment = Float64Array | Uint32Array | Uint8Array;

/** What the segments of a column are. */
export interface SegmentKind<S extends Segment> {
  readonly view: (buffer: ArrayBuffer, offset: number, rows: number) => S;
  readonly bytesPerRow: number;
  /** What a row is that nothing was written to. */
  readonly missing: number;
}

export const nans: SegmentKind<Float64Array> = {
  view: (buffer, offset, rows) => new Float64Array(buffer, offset, rows),
  bytesPerRow: 8,
  missing: Number.NaN,
};
export const uint32s: SegmentKind<Uint32Array> = {
  view: (buffer, offset, rows) => new Uint32Array(buffer, offset, rows),
  bytesPerRow: 4,
  missing: 0,
};
export const uint8s: SegmentKind<Uint8Array> = {
  view: (buffer, offset, rows) => new Uint8Array(buffer, offset, rows),
  bytesPerRow: 1,
  missing: 0,
};

/** The segment that contains the row, created if it doesn't exist. */
export function segmentOf<S extends Segment>(
  segments: (S | undefined)[],
  row: number,
  kind: SegmentKind<S>,
): S {
  const index = row >>> segmentBits;
  const at = row & segmentMask;
  const segment = segments[index];
  if (segment !== undefined && at < segment.length) return segment;
  let rows = index === 0 ? firstRows : segmentRows;
  while (rows <= at) rows *= 2;
  const [buffer, offset] = roomAfter(segments[index - 1], index, rows * kind.bytesPerRow);
  const larger = kind.view(buffer, offset, rows);
  if (kind.missing !== 0) larger.fill(kind.missing);
  if (segment !== undefined) larger.set(segment);
  return (segments[index] = larger);
}

/**
 * The memory of large columns is shared by many of their segments: the allocators of all systems return pieces of
 * this size to the system once they're freed, and keep smaller ones. Pages that nothing is written to take no
 * memory.
 */
const sharedBytes = 2 ** 25 + 2 ** 20;
/** Segments before this one have their own memory, because most tables are small. */
const firstShared = 8;

/** Room for a segment: in the memory of the one before it if there is some left, and otherwise in new memory. */
export function roomAfter(
  before: ArrayBufferView | undefined,
  index: number,
  bytes: number,
): [buffer: ArrayBuffer, offset: number] {
  if (index > firstShared && before?.buffer instanceof ArrayBuffer) {
    const offset = before.byteOffset + before.byteLength;
    if (offset + bytes <= before.buffer.byteLength) return [before.buffer, offset];
  }
  return [new ArrayBuffer(index < firstShared ? bytes : Math.max(bytes, sharedBytes)), 0];
}

/** Writes the same value to the rows `from` to `to` (exclusive). */
export function fillRows<S extends Segment>(
  segments: (S | undefined)[],
  from: number,
  to: number,
  value: number,
  kind: SegmentKind<S>,
): void {
  for (let row = from; row < to;) {
    const end = Math.min(to, (row | segmentMask) + 1);
    const segment = segmentOf(segments, end - 1, kind);
    segment.fill(value, row & segmentMask, ((end - 1) & segmentMask) + 1);
    row = end;
  }
}

/** Copies the rows `from` to `to` (exclusive) into `target`. */
export function copyRows<S extends Segment>(
  segments: readonly (S | undefined)[],
  from: number,
  to: number,
  target: Segment,
  { missing }: SegmentKind<S>,
): void {
  for (let row = from; row < to;) {
    const end = Math.min(to, (row | segmentMask) + 1);
    const first = row & segmentMask;
    const part = segments[row >>> segmentBits]?.subarray(first, first + end - row);
    if (part) target.set(part, row - from);
    target.fill(missing, row - from + (part?.length ?? 0), end - from);
    row = end;
  }
}

/** Memory use of the segments, in bytes. */
export const bytesOf = (segments: readonly (Segment | undefined)[]): number =>
  segments.reduce((sum, segment) => sum + (segment?.byteLength ?? 0), 0);
