import type { BooleanColumn } from '#src/table/columns/columns';
import { Malformed } from './compactReader';
import { encodings, hasIndexes, type PageMemory, type PageValues } from './pageValues';
import { readRuns } from './runs';

/** Sets the rows of a page, from `first` on. */
export function setBooleans(
  column: BooleanColumn,
  first: number,
  page: PageValues,
  memory: PageMemory,
): void {
  const { rows, present } = page;
  const bits = readBits(page, memory);
  const codes = new Uint8Array(rows);
  let next = 0;
  for (let row = 0; row < rows; row += 1) {
    if (present === null || present[row] === 1) codes[row] = 1 + (bits[next++] as number);
  }
  column.setCodes(first, codes);
}

/** 1 for true, and 0 for false. */
function readBits(page: PageValues, memory: PageMemory): Uint32Array {
  const { bytes, at, count } = page;
  const bits = memory.codes(count);
  if (hasIndexes(page)) throw new Malformed('encoding');
  if (page.encoding === encodings.runs) {
    if (at + 4 > bytes.length || bytes.readUInt32LE(at) !== bytes.length - at - 4)
      throw new Malformed('runs');
    readRuns(bytes, at + 4, bytes.length, { width: 1, count }, bits);
    if (bits.some((bit) => bit > 1)) throw new Malformed('boolean');
    return bits;
  }
  if (page.encoding !== encodings.plain || bytes.length - at < Math.ceil(count / 8)) {
    throw new Malformed('values');
  }
  for (let index = 0; index < count; index += 1) {
    bits[index] = ((bytes[at + (index >>> 3)] as number) >>> (index & 7)) & 1;
  }
  return bits;
}
