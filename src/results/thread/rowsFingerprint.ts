import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ExportSource } from '../../exports/exportSource';
import { writeNdjson } from '../../exports/ndjson';
import { Turns } from '../../table/columns/turns';
import type { Table } from '../../table/columns/table';
import { unstatedOrigin } from './exportSize';

/** Columns that differ even between responses with the same data. */
export const leftOut = new Set(['createdTime', 'publicationTime']);

/** How many bytes of lines are sorted at once, in a few milliseconds. */
const runBytes = 4 << 20;
/**
 * Up to this many bytes of sorted lines are stored uncompressed; those of larger responses are compressed.
 */
const plainBytes = 64 << 20;
/**
 * How many bytes are compressed together. While runs are merged, memory contains this much of each,
 * uncompressed.
 */
const blockBytes = 1 << 17;
const newline = 0x0a;
/** How many bytes are compared as one number. */
const keyBytes = 6;

/**
 * `v1:sha256:` and the hash of a table's rows as NDJSON lines, sorted by their bytes, without the times at which
 * the rows were made. Rows in another order have the same fingerprint. Lines are stored in sorted runs, and
 * compressed if there are many, so that a million rows take a hundred megabytes instead of a thousand. Rejects
 * with the signal's reason.
 */
export async function fingerprintOf(table: Table, signal: AbortSignal): Promise<string> {
  const turns = new Turns(signal);
  const rest = async () => {
    if (turns.isOver()) await turns.next();
  };
  const runs: Run[] = [];
  let parts: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  let first: Buffer | undefined;
  const endRun = async () => {
    const all = Buffer.concat(parts);
    const end = all.lastIndexOf(newline) + 1;
    parts = [all.subarray(end)];
    length = all.length - end;
    if (end === 0) return;
    first ??= Buffer.from(all.subarray(0, all.indexOf(newline) + 1));
    const lines = sortedLines(all.subarray(0, end), first);
    await rest();
    total += end;
    const blocks: Buffer[] = [];
    for (const block of lines.blocks()) {
      blocks.push(total > plainBytes ? deflateRawSync(block, { level: 1 }) : block);
      await rest();
    }
    runs.push(new Run(blocks, total > plainBytes, lines.common));
  };
  const write = async (bytes: Uint8Array) => {
    parts.push(Uint8Array.from(bytes)); // a copy, because the writer reuses its bytes
    length += bytes.length;
    if (length >= runBytes) await endRun();
  };
  const source: ExportSource = {
    table,
    rows: undefined,
    columns: table.columns.filter(({ key }) => !leftOut.has(key)),
    origin: unstatedOrigin,
    readBody: () => Promise.reject(new Error('NDJSON is made of rows.')),
  };
  await writeNdjson(source, { write }, { signal, onProgress: () => undefined });
  await endRun();
  const hash = createHash('sha256');
  for (const bytes of merged(runs)) {
    hash.update(bytes);
    await rest();
  }
  return `v1:sha256:${hash.digest('hex')}`;
}

/**
 * The first bytes from `from` on as a number, for comparing them. No byte of NDJSON is 0, so zeros fill up a
 * short line.
 */
function keyOf(bytes: Buffer, from: number, to: number): number {
  let key = 0;
  for (let at = from; at < from + keyBytes; at += 1) key = key * 256 + (at < to ? (bytes[at] as number) : 0);
  return key;
}

/**
 * Complete lines in the order of their bytes, and how many bytes all of them have in common with `reference`.
 */
function sortedLines(all: Buffer, reference: Buffer): { common: number; blocks(): Generator<Buffer> } {
  const ends: number[] = [];
  let common = reference.length;
  for (let from = 0; from < all.length;) {
    let same = 0;
    while (same < common && all[from + same] === reference[same]) same += 1;
    common = same;
    from = all.indexOf(newline, from) + 1;
    ends.push(from);
  }
  const startOf = (line: number) => (line === 0 ? 0 : (ends[line - 1] as number));
  const endOf = (line: number) => ends[line] as number;
  const keys = Float64Array.from(ends, (end, line) => keyOf(all, startOf(line) + common, end));
  const order = Uint32Array.from(ends, (_, line) => line).sort(
    (one, other) =>
      (keys[one] as number) - (keys[other] as number) ||
      all.compare(all, startOf(other), endOf(other), startOf(one), endOf(one)),
  );
  return {
    common,
    *blocks() {
      let gathered: Buffer[] = [];
      let length = 0;
      for (const line of order) {
        const bytes = all.subarray(startOf(line), endOf(line));
        gathered.push(bytes);
        length += bytes.length;
        if (length < blockBytes) continue;
        yield Buffer.concat(gathered);
        gathered = [];
        length = 0;
      }
      if (length > 0) yield Buffer.concat(gathered);
    },
  };
}

/** Sorted lines that are read one after the other. */
class Run {
  block: Buffer = Buffer.alloc(0);
  /** Start and end of the current line in the block. */
  from = 0;
  to = 0;
  key = 0;

  constructor(
    private readonly blocks: Buffer[],
    private readonly isCompressed: boolean,
    readonly common: number,
  ) {
    blocks.reverse(); // the last one is read next
  }

  /** Moves to the next line, whose key begins after `common` bytes; returns false after the last one. */
  next(common: number): boolean {
    this.from = this.to;
    if (this.from >= this.block.length) {
      const stored = this.blocks.pop();
      if (!stored) return false;
      this.block = this.isCompressed ? inflateRawSync(stored) : stored;
      this.from = 0;
    }
    this.to = this.block.indexOf(newline, this.from) + 1;
    this.key = keyOf(this.block, this.from + common, this.to);
    return true;
  }

  isBefore(other: Run): boolean {
    if (this.key !== other.key) return this.key < other.key;
    return this.block.compare(other.block, other.from, other.to, this.from, this.to) < 0;
  }
}

/** The lines of all runs in the order of their bytes, a block at a time. The memory of a block is reused. */
function* merged(runs: readonly Run[]): Generator<Buffer> {
  const common = runs.reduce((least, run) => Math.min(least, run.common), Infinity);
  const heap = runs.filter((run) => run.next(common));
  const sink = (from: number) => {
    for (let at = from; ;) {
      let least = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < heap.length; child += 1) {
        if ((heap[child] as Run).isBefore(heap[least] as Run)) least = child;
      }
      if (least === at) return;
      const moved = heap[at] as Run;
      heap[at] = heap[least] as Run;
      heap[least] = moved;
      at = least;
    }
  };
  for (let at = heap.length >> 1; at >= 0; at -= 1) sink(at);
  const gathered = Buffer.allocUnsafe(blockBytes);
  let length = 0;
  for (let first = heap[0]; first; first = heap[0]) {
    const size = first.to - first.from;
    if (length + size > blockBytes) {
      yield gathered.subarray(0, length);
      length = 0;
    }
    if (size > blockBytes) yield first.block.subarray(first.from, first.to);
    else length += first.block.copy(gathered, length, first.from, first.to);
    if (!first.next(common)) {
      const last = heap.pop();
      if (last && last !== first) heap[0] = last;
    }
    sink(0);
  }
  yield gathered.subarray(0, length);
}
