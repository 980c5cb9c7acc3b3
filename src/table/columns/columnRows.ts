import { bytesOf, fillRows, segmentBits, segmentMask, type Segment, type SegmentKind } from './segments';

/** What each number of a run takes, with the room for more. */
const notedBytes = 12;

/**
 * What the rows of a column are, as numbers. Rows that share one (all rows of a record, often of many) are only noted
 * at first, and written to segments when somebody needs these: most columns of series are the same in all rows of a
 * record, and many of them are never looked at.
 */
export class ColumnRows<S extends Segment> {
  private readonly written: (S | undefined)[] = [];
  /** For each run of rows: the first, the one after the last, and their number. Below the first, all are written. */
  private readonly noted: number[] = [];
  private notedRows = 0;

  constructor(private readonly kind: SegmentKind<S>) {}

  /** The segments, with what was noted. */
  get segments(): (S | undefined)[] {
    const { kind, noted, written } = this;
    if (noted.length === 0) return written;
    for (let at = 0; at < noted.length; at += 3) {
      const [from, to, number] = noted.slice(at, at + 3) as [number, number, number];
      fillRows(written, from, to, number, kind);
    }
    noted.length = 0;
    this.notedRows = 0;
    return written;
  }

  /** Sets the rows `from` to `to` (exclusive), after all others of the column, to the same number. */
  note(from: number, to: number, number: number): void {
    const { noted } = this;
    const last = noted.length - 3;
    this.notedRows += to - from;
    if (noted[last + 1] === from && Object.is(noted[last + 2], number)) noted[last + 1] = to;
    else noted.push(from, to, number);
  }

  at(row: number): number {
    const { kind, noted, written } = this;
    if (noted.length > 0 && row >= (noted[0] as number)) {
      const last = noted.length - 3;
      if (row < (noted[last] as number))
        return this.segments[row >>> segmentBits]?.[row & segmentMask] ?? kind.missing;
      return row < (noted[last + 1] as number) ? (noted[last + 2] as number) : kind.missing;
    }
    return written[row >>> segmentBits]?.[row & segmentMask] ?? kind.missing;
  }

  /** The first row from `from` on with a different number; `rows` if it isn't one of the rows below. */
  firstOther(number: number, from: number, rows: number): number {
    const { noted } = this;
    const writtenRows = Math.min(noted[0] ?? rows, rows);
    let row = from;
    for (; row < writtenRows; row += 1) if (!Object.is(this.at(row), number)) return row;
    for (let at = 0; at < noted.length && row < rows; at += 3) {
      const to = noted[at + 1] as number;
      if (to <= row) continue;
      if (row < (noted[at] as number) || !Object.is(noted[at + 2], number)) return row;
      row = to;
    }
    return Math.min(row, rows);
  }

  /** Approximate memory use in bytes, as if everything were written, because it may be. */
  bytes(): number {
    const { kind, noted, notedRows, written } = this;
    return bytesOf(written) + Math.max(notedRows * kind.bytesPerRow, noted.length * notedBytes);
  }

  /** The arrays that contain the rows that are written. */
  arrays(): readonly (S | undefined)[] {
    return this.written;
  }
}
