import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../market/records/recordKinds';
import type { RecordRun } from '../body/bodyReader';
import { closeBracket, openBrace } from '../body/jsonBytes';
import { recordCount, recordOf } from '../columns/recordOf';
import type { Table } from '../columns/table';
import { QuestionError } from '../questionError';
import type { Extent } from '../../protocol/tableTypes';
import { containerEnd, JsonCursor, runBefore, type JsonChild } from './jsonCursor';
import { rootStart } from './jsonTree';
import { SpoolWindow, type SpoolReader } from './spoolWindow';

/** A body, and what was recorded when it was read. */
export interface ReadBody {
  readonly spool: SpoolReader;
  readonly runs: readonly RecordRun[];
  readonly record: RecordKind;
}

/** Up to this many bytes, reading on is faster than jumping. */
const worthJumping = 256 * 1024;

type ByteRange = Pick<JsonChild, 'start' | 'end'>;

/** What all functions here read from and write to. */
interface PartCopy {
  readonly window: SpoolWindow;
  readonly copied: Copied;
}

/** For each row of a record or of an array, in the table's order: 1 if the row is chosen. */
type Marks = Uint8Array;

/**
 * Passes on the part of a body that has the chosen rows of its table (all if `undefined`): a body that the
 * service could have sent, in the same outer form and with the records in the order sent. Everything kept has
 * the bytes that were sent. Records without a chosen row, unchosen elements of inner arrays, and a record in
 * which the body was interrupted are left out. Reads only from the nearest run to each chosen record.
 * Resolves with the extent of the part, which is less than was chosen if that includes rows of an interrupted
 * record. Rejects with an `Error` ready to display if there is no such part.
 */
export async function bodyPart(
  { spool, runs, record }: ReadBody,
  table: Table,
  rows: Uint32Array | undefined,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<Extent> {
  if (table.records === 0) {
    throw new QuestionError(
      l10n.t('The response contains no records to choose from. Export it without choosing rows.'),
    );
  }
  const window = new SpoolWindow(spool);
  const part = { window, copied: new Copied(window, take) };
  const marks = new Uint8Array(table.rows);
  if (rows) for (const row of rows) marks[row] = 1;
  else marks.fill(1);
  const start = await rootStart(window);
  await part.copied.range(0, start); // such as a byte order mark
  const isOnly = (await window.byte(start)) === openBrace;
  const extent = isOnly
    ? await writeOnly(part, start, writers[record], marks)
    : await writeRecords(part, start, runs, writers[record], table, marks);
  await part.copied.flush();
  return extent;
}

/**
 * The extent of what `bodyPart` would pass on for these rows, without reading them. If the body was
 * interrupted, its last record doesn't count. Rejects as `bodyPart` does if there is no other record.
 */
export async function partExtent(
  { spool, runs }: ReadBody,
  table: Table,
  rows: Uint32Array | undefined,
): Promise<Extent> {
  const window = new SpoolWindow(spool);
  const start = await rootStart(window);
  const chosen = rows?.length ?? table.rows;
  if ((await window.byte(start)) === openBrace) {
    await onlyRecordEnd(window, start);
    return { records: 1, rows: chosen };
  }
  const last = table.records - 1;
  const [from, to] = rowsOf(table, last);
  if (rows?.some((row) => row >= from && row < to) ?? last >= 0) {
    const near = runBefore(runs, ({ first }) => first <= last);
    const cursor = await JsonCursor.open(window, { start, end: window.bodyLength }, runs, near);
    let child = await cursor?.next();
    while (child && child.index < last) child = await cursor?.next();
    if (!child || (await isUnfinished(window, child))) {
      const whole = rows?.filter((row) => row < from);
      return { records: whole ? recordCount(table, whole) : last, rows: whole?.length ?? from };
    }
  }
  return { records: recordCount(table, rows), rows: chosen };
}

/** Copies ranges of the body, collected in blocks. */
class Copied {
  /** The most bytes passed on at once. */
  private readonly block = Buffer.allocUnsafeSlow(1 << 20);
  /** Used bytes of the block, always fewer than it has. */
  private used = 0;

  constructor(
    private readonly window: SpoolWindow,
    private readonly take: (bytes: Uint8Array) => Promise<void>,
  ) {}

  async range(from: number, to: number): Promise<void> {
    for (let at = from; at < to;) {
      const bytes = await this.window.bytes(at, Math.min(to, at + this.block.length - this.used));
      if (bytes.length === 0) {
        throw new QuestionError(l10n.t('The stored response is no longer on disk. Run the query again.'));
      }
      this.used += bytes.copy(this.block, this.used);
      at += bytes.length;
      if (this.used === this.block.length) await this.flush();
    }
  }

  async byte(byte: number): Promise<void> {
    this.block[this.used] = byte;
    this.used += 1;
    if (this.used === this.block.length) await this.flush();
  }

  async flush(): Promise<void> {
    const bytes = this.block.subarray(0, this.used);
    this.used = 0;
    await this.take(bytes);
  }
}

/** Copies some of an array's elements, and the bytes between and around them. */
class KeptElements {
  private isEmpty = true;

  private constructor(
    private readonly part: PartCopy,
    /** Offsets of the array and of its first element. */
    private readonly start: number,
    private readonly first: number,
  ) {}

  static async of(part: PartCopy, start: number): Promise<KeptElements> {
    return new KeptElements(part, start, await part.window.skipSpace(start + 1));
  }

  /** Call before each element that is copied; `before` is the end of the element before it in the body. */
  async lead(before: number, start: number): Promise<void> {
    if (this.isEmpty) await this.part.copied.range(this.start, this.first);
    else await this.part.copied.range(before, start);
    this.isEmpty = false;
  }

  /** `end` is the offset after the array, or `null` if the body doesn't contain its end. */
  async close(end: number | null): Promise<void> {
    const { copied, window } = this.part;
    if (this.isEmpty) await copied.range(this.start, this.start + 1);
    if (end === null) await copied.byte(closeBracket);
    else await copied.range(await window.skipSpaceBack(end - 1, this.start + 1), end);
  }
}

/** Copies a record with at least one of its rows chosen, but not all of them. */
type RecordWriter = (part: PartCopy, record: ByteRange, marks: Marks) => Promise<void>;

const writers: { readonly [Kind in RecordKind]: RecordWriter } = {
  timeSeries: async (part, record, marks) => {
    const arrays = await arraysOf(part, record, ['values']);
    let row = 0;
    await writeObject(part, record, arrays, async (values) => {
      const isLast = values === arrays.at(-1);
      const to = isLast ? marks.length : row + (await elementCount(part, values));
      await writeElements(part, values, marks.subarray(row, to));
      row = to;
    });
  },
  priceCurve: async (part, record, marks) => {
    const arrays = await arraysOf(part, record, ['values']);
    let row = 0;
    await writeObject(part, record, arrays, async (periods) => {
      row = await writePeriods(part, periods, marks, row);
    });
  },
  publicOrder: writeWhole,
  hubToHubCapacity: writeWhole,
};

async function writeWhole({ copied }: PartCopy, { start, end }: ByteRange): Promise<void> {
  await copied.range(start, end);
}

/** Writes a body that is an array of records. */
async function writeRecords(
  part: PartCopy,
  start: number,
  runs: readonly RecordRun[],
  write: RecordWriter,
  table: Table,
  marks: Marks,
): Promise<Extent> {
  const extent = { records: 0, rows: 0 };
  const { copied, window } = part;
  const kept = await KeptElements.of(part, start);
  const root = { start, end: window.bodyLength };
  let cursor = await JsonCursor.open(window, root, runs);
  for (let row = marks.indexOf(1); cursor && row >= 0;) {
    const record = recordOf(table, row);
    const [from, to] = rowsOf(table, record);
    const near = runBefore(runs, ({ first }) => first <= record);
    let before = cursor.offset;
    if (near && near.offset > cursor.offset + worthJumping) {
      cursor = await JsonCursor.open(window, root, runs, near);
      before = await window.skipSpaceBack(near.offset - 1, start + 1);
    }
    let child = await cursor?.next();
    for (; child && child.index < record; child = await cursor?.next()) before = child.end;
    if (!child || (await isUnfinished(window, child))) break;
    await kept.lead(before, child.start);
    const mine = marks.subarray(from, to);
    await (mine.includes(0) ? write : writeWhole)(part, child, mine);
    extent.records += 1;
    extent.rows += chosenIn(mine);
    row = marks.indexOf(1, to);
  }
  const end = await window.skipSpaceBack(window.bodyLength, start + 1);
  const isClosed = (await window.byte(end - 1)) === closeBracket;
  await kept.close(isClosed ? end : null);
  if (isClosed) await copied.range(end, window.bodyLength);
  return extent;
}

/** Writes a body that is a single record, which is kept even if none of its rows is chosen. */
async function writeOnly(part: PartCopy, start: number, write: RecordWriter, marks: Marks): Promise<Extent> {
  const { copied, window } = part;
  const end = await onlyRecordEnd(window, start);
  await (marks.includes(0) ? write : writeWhole)(part, { start, end }, marks);
  if ((await window.skipSpace(end)) === window.bodyLength) await copied.range(end, window.bodyLength);
  return { records: 1, rows: chosenIn(marks) };
}

async function onlyRecordEnd(window: SpoolWindow, start: number): Promise<number> {
  const end = await containerEnd(window, start);
  if (end >= 0) return end;
  throw new QuestionError(
    l10n.t(
      'The response was interrupted in the middle of its only record, so no part of it is valid JSON. Export the rows in a different format.',
    ),
  );
}

const chosenIn = (marks: Marks) => marks.reduce((count, mark) => count + mark, 0);

/** The table rows of a record, the second exclusive. */
function rowsOf({ recordStarts, rows }: Table, record: number): [from: number, to: number] {
  if (recordStarts.length === 0) return [record, record + 1]; // other records have one row each
  return [recordStarts[record] as number, recordStarts[record + 1] ?? rows];
}

/** Whether the body was interrupted in the child. */
async function isUnfinished(window: SpoolWindow, { start, end }: ByteRange): Promise<boolean> {
  return end === window.bodyLength && (await containerEnd(window, start)) < 0;
}

/** An array in an object, with its name. */
interface Member extends ByteRange {
  readonly name: string;
  /**
   * Whether its elements are rows. Of arrays with the same name, those after the last value that isn't an array are
   * read one after the other.
   */
  readonly counts: boolean;
}

/** An object's arrays with these names, in the order sent. */
async function arraysOf(
  { window }: PartCopy,
  object: ByteRange,
  names: readonly string[],
): Promise<Member[]> {
  const found: (JsonChild & { known: string })[] = [];
  const cursor = await JsonCursor.open(window, object);
  for (let child = await cursor?.next(); child; child = await cursor?.next()) {
    const { name } = child;
    if (!name || name.end - name.start > longestName) continue;
    const text: unknown = JSON.parse((await window.bytes(name.start, name.end)).toString());
    const known = names.find((other) => other === text);
    if (known !== undefined) found.push({ ...child, known });
  }
  const replaced = new Map(
    found.flatMap(({ known, kind }, index) => (kind === 'array' ? [] : [[known, index]])),
  );
  return found.flatMap(({ known: name, kind, start, end }, index) =>
    kind === 'array' ? [{ name, start, end, counts: index > (replaced.get(name) ?? -1) }] : [],
  );
}

/** Copies an object, but leaves its arrays that count to `write`; the others lose their elements. */
async function writeObject(
  part: PartCopy,
  object: ByteRange,
  arrays: readonly Member[],
  write: (array: Member) => Promise<void>,
): Promise<void> {
  let at = object.start;
  for (const array of arrays) {
    await part.copied.range(at, array.start);
    if (array.counts) await write(array);
    else await writeElements(part, array, new Uint8Array());
    at = array.end;
  }
  await part.copied.range(at, object.end);
}

/** No searched name is longer, even if all of its characters are escaped. */
const longestName = 128;

/** Copies the chosen elements of an array in which each element is a row. */
async function writeElements(part: PartCopy, array: ByteRange, marks: Marks): Promise<void> {
  if (marks.includes(1) && !marks.includes(0)) return writeWhole(part, array);
  const kept = await KeptElements.of(part, array.start);
  const last = marks.lastIndexOf(1);
  const cursor = await JsonCursor.open(part.window, array);
  while (cursor && cursor.index <= last) {
    const before = cursor.offset;
    const child = await cursor.next();
    if (!child) break;
    if (marks[child.index] !== 1) continue;
    await kept.lead(before, child.start);
    await part.copied.range(child.start, child.end);
  }
  await kept.close(array.end);
}

/**
 * Copies the periods of a curve that have chosen points. In each period, the rows of the sell curve come
 * first. `first` is the row of the first period; resolves with the row after the last one.
 */
async function writePeriods(part: PartCopy, array: ByteRange, marks: Marks, first: number): Promise<number> {
  const kept = await KeptElements.of(part, array.start);
  const cursor = await JsonCursor.open(part.window, array);
  let row = first;
  while (cursor) {
    const before = cursor.offset;
    const period = await cursor.next();
    if (!period) break;
    if (period.kind !== 'object') continue;
    const curves = await arraysOf(part, period, ['sellCurves', 'buyCurves']);
    const rows = new Map<Member, Marks>();
    const from = row;
    for (const curve of ['sellCurves', 'buyCurves'].flatMap((name) => curvesOf(curves, name))) {
      const to = row + (await elementCount(part, curve));
      rows.set(curve, marks.subarray(row, to));
      row = to;
    }
    if (!marks.subarray(from, row).includes(1)) continue;
    await kept.lead(before, period.start);
    await writeObject(part, period, curves, (curve) =>
      writeElements(part, curve, rows.get(curve) ?? new Uint8Array()),
    );
  }
  await kept.close(array.end);
  return row;
}

const curvesOf = (curves: readonly Member[], name: string): Member[] =>
  curves.filter((curve) => curve.counts && curve.name === name);

async function elementCount({ window }: PartCopy, array: ByteRange): Promise<number> {
  const cursor = await JsonCursor.open(window, array);
  while (await cursor?.next());
  return cursor?.index ?? 0;
}
