import { Malformed } from './compactReader';
import type { StoredPage } from './readPages';
import { readRuns } from './runs';
import { Unsupported } from './unsupported';

/** Memory for the numbers of a page, of one page after the other. */
export class PageMemory {
  private presents = new Uint32Array(0);
  private indexes = new Uint32Array(0);
  private numbers = new Float64Array(0);

  /** For each row, 1 if it has a value, and 0 if it's null. */
  present(rows: number): Uint32Array {
    if (this.presents.length < rows) this.presents = new Uint32Array(rows);
    return this.presents.subarray(0, rows);
  }

  codes(rows: number): Uint32Array {
    if (this.indexes.length < rows) this.indexes = new Uint32Array(rows);
    return this.indexes.subarray(0, rows);
  }

  values(rows: number): Float64Array {
    if (this.numbers.length < rows) this.numbers = new Float64Array(rows);
    return this.numbers.subarray(0, rows);
  }
}

/** The decompressed values of a page, after its levels. */
export interface PageValues {
  readonly bytes: Buffer;
  /** Where the values begin. */
  readonly at: number;
  readonly rows: number;
  /** For each row, 1 if it has a value; `null` if all of them have one. */
  readonly present: Uint32Array | null;
  /** How many rows have a value. */
  readonly count: number;
  readonly encoding: number;
}

/** Reads the levels of a page with values. Throws `Malformed` if they aren't those of its rows. */
export function pageValues(
  page: StoredPage,
  bytes: Buffer,
  isOptional: boolean,
  memory: PageMemory,
): PageValues {
  const { values: rows, encoding, levels } = page;
  const all = { bytes, at: 0, rows, present: null, count: rows, encoding };
  if (!isOptional) return all;
  if (levels) return { ...all, ...presentIn(levels, 0, levels.length, rows, memory) };
  const length = bytes.length < 4 ? Infinity : bytes.readUInt32LE(0);
  const end = 4 + length;
  if (end > bytes.length) throw new Malformed('levels');
  return { ...all, at: end, ...presentIn(bytes, 4, end, rows, memory) };
}

function presentIn(
  bytes: Buffer,
  from: number,
  end: number,
  rows: number,
  memory: PageMemory,
): Pick<PageValues, 'present' | 'count'> {
  if (isRunOfOnes(bytes, from, end, rows)) return { present: null, count: rows };
  const present = memory.present(rows);
  readRuns(bytes, from, end, { width: 1, count: rows }, present);
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    const level = present[row] as number;
    if (level > 1) throw new Malformed('level');
    count += level;
  }
  return { present: count === rows ? null : present, count };
}

/** Whether the levels are a single run that says that no row is null, as they are in most pages. */
function isRunOfOnes(bytes: Buffer, from: number, end: number, rows: number): boolean {
  let [at, length] = [from, 0];
  for (let place = 0.5; at < end && place < 2 ** 28; place *= 128) {
    const byte = bytes[at++] as number;
    length += (byte & 127) * place;
    // The lowest bit, which is half a row here, says that numbers are packed.
    if (byte < 128) return length === rows && at < end && bytes[at] === 1;
  }
  return false;
}

export const encodings = { plain: 0, plainDictionary: 2, runs: 3, dictionary: 8 };

/** Parquet's names, by their numbers. */
const encodingNames =
  'PLAIN,,PLAIN_DICTIONARY,RLE,BIT_PACKED,DELTA_BINARY_PACKED,DELTA_LENGTH_BYTE_ARRAY,DELTA_BYTE_ARRAY,RLE_DICTIONARY,BYTE_STREAM_SPLIT'.split(
    ',',
  );

/** Throws `Unsupported` if values are encoded in a way that isn't read. */
export function refuseEncoding({ encoding }: PageValues): void {
  if (Object.values(encodings).includes(encoding)) return;
  const name = encodingNames[encoding];
  if (!name) throw new Malformed('encoding');
  throw new Unsupported({ kind: 'encoding', name });
}

/** Whether the values are indexes in the dictionary. */
export const hasIndexes = ({ encoding }: PageValues): boolean =>
  encoding === encodings.dictionary || encoding === encodings.plainDictionary;

/** The index in the dictionary of each value, which may be beyond its end. */
export function readIndexes({ bytes, at, count }: PageValues, memory: PageMemory): Uint32Array {
  const indexes = memory.codes(count);
  // A page without any value may end after its levels.
  if (count === 0) return indexes;
  const width = at < bytes.length ? (bytes[at] as number) : Infinity;
  readRuns(bytes, at + 1, bytes.length, { width, count }, indexes);
  return indexes;
}

/** The values of a dictionary, which all are there. Throws `Malformed` if they aren't plain. */
export function dictionaryValues({ values, encoding }: StoredPage, bytes: Buffer): PageValues {
  if (encoding !== encodings.plain && encoding !== encodings.plainDictionary) {
    throw new Malformed('dictionary');
  }
  return { bytes, at: 0, rows: values, present: null, count: values, encoding: encodings.plain };
}
