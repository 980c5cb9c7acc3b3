import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ExportSource } from '../../exports/exportSource';
import { writeNdjson } from '../../exports/ndjson';
import { Pace } from '../../table/columns/pace';
import type { Table } from '../../table/columns/table';
import { unstatedOrigin } from './exportSize';

/** Two responses with the same data differ in these. */
const leftOut = new Set(['createdTime', 'publicationTime']);

/** Bytes of lines that are sorted at once, in about ten milliseconds. */
const runBytes = 4 << 20;
/** Bytes that are compressed together. While runs are merged, so much of each is in memory as it was. */
const blockBytes = 1 << 17;
const newline = 0x0a;

/**
 * `v1:sha256:` and the hash of the table's rows as NDJSON lines, sorted by their bytes, without the times at which
 * they were made. Rows in another order have the same fingerprint. Sorted runs of lines wait compressed, so that a
 * million rows take some megabytes, not hundreds. Rejects with the signal's reason.
 */
export async function fingerprintOf(table: Table, signal: AbortSignal): Promise<string> {
  const columns = table.columns.filter(({ key }) => !leftOut.has(key));
  const source: ExportSource = {
    table,
    columns,
    rows: undefined,
    origin: unstatedOrigin,
    readBody: () => Promise.reject(new Error('NDJSON is made of rows.')),
  };
  const runs: Run[] = [];
  let lines = new Lines();
  const endRun = () => {
    if (lines.length === 0) return;
    runs.push(new Run(lines.sorted()));
    lines = new Lines();
  };
  const write = (bytes: Uint8Array) => {
    lines.add(bytes);
    if (lines.length >= runBytes) {
      const rest = lines.takeRest();
      endRun();
      lines.add(rest);
    }
    return Promise.resolve();
  };
  await writeNdjson(source, { write }, { signal, onProgress: () => undefined });
  endRun();
  const hash = createHash('sha256');
  const pace = new Pace(signal);
  let count = 0;
  for (const line of merged(runs)) {
    hash.update(line);
    count += 1;
    if (count % 256 === 0 && pace.isOver()) await pace.rest();
  }
  return `v1:sha256:${hash.digest('hex')}`;
}

/** Bytes that consist of lines, of which the last may not have ended yet. */
class Lines {
  private readonly parts: Uint8Array[] = [];
  length = 0;

  /** The bytes are copied: writers use theirs again. */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.parts.push(Uint8Array.from(bytes));
    this.length += bytes.length;
  }

  /** Removes what comes after the last end of a line, and returns it. */
  takeRest(): Uint8Array {
    const all = Buffer.concat(this.parts);
    const end = all.lastIndexOf(newline) + 1;
    this.parts.splice(0, Infinity, all.subarray(0, end));
    this.length = end;
    return all.subarray(end);
  }

  /** In the order of their bytes, each with its end. */
  sorted(): Buffer[] {
    const all = Buffer.concat(this.parts);
    const lines: Buffer[] = [];
    for (let from = 0; from < all.length;) {
      const to = all.indexOf(newline, from) + 1;
      lines.push(all.subarray(from, to));
      from = to;
    }
    return lines.sort((one, other) => Buffer.compare(one, other));
  }
}

/** Sorted lines, compressed until they are read. */
class Run {
  private readonly blocks: Buffer[] = [];
  private block: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(lines: readonly Buffer[]) {
    let gathered: Buffer[] = [];
    let length = 0;
    const end = () => {
      if (length > 0) this.blocks.push(deflateRawSync(Buffer.concat(gathered), { level: 1 }));
      gathered = [];
      length = 0;
    };
    for (const line of lines) {
      gathered.push(line);
      length += line.length;
      if (length >= blockBytes) end();
    }
    end();
    this.blocks.reverse(); // the last one is read next
  }

  /** The next line; `undefined` after the last one. */
  next(): Buffer | undefined {
    if (this.at >= this.block.length) {
      const compressed = this.blocks.pop();
      if (!compressed) return undefined;
      this.block = inflateRawSync(compressed);
      this.at = 0;
    }
    const from = this.at;
    this.at = this.block.indexOf(newline, from) + 1;
    return this.block.subarray(from, this.at);
  }
}

interface Front {
  readonly run: Run;
  line: Buffer;
}

/** The lines of all runs in the order of their bytes. */
function* merged(runs: readonly Run[]): Generator<Buffer> {
  const heap: Front[] = [];
  const isBefore = (one: Front, other: Front) => Buffer.compare(one.line, other.line) < 0;
  const sink = (from: number) => {
    let at = from;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const [front, best] = [heap[child], heap[least]];
        if (front && best && isBefore(front, best)) least = child;
      }
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least] as Front, heap[at] as Front];
      at = least;
    }
  };
  for (const run of runs) {
    const line = run.next();
    if (line) heap.push({ run, line });
  }
  for (let at = heap.length >> 1; at >= 0; at -= 1) sink(at);
  for (let first = heap[0]; first; first = heap[0]) {
    yield first.line;
    const line = first.run.next();
    if (line) first.line = line;
    else {
      const last = heap.pop() as Front;
      if (last !== first) heap[0] = last;
    }
    sink(0);
  }
}
