import type { TableColumn } from '../table/columns';
import { rowCount, type ByteSink, type ExportOptions, type ExportSource } from './exportSource';

const blockBytes = 1024 * 1024;
/** Encoded texts that are kept; a column with more distinct ones is encoded anew at each row. */
const maxKeptTexts = 65_536;

/** Bytes gathered for one write. */
export class Block {
  private bytes = Buffer.allocUnsafeSlow(blockBytes + 65_536);
  length = 0;

  private reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.length + size) * 2);
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  add(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  addText(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }

  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}

type CellWriter = (block: Block, row: number) => void;

/** How a text format writes cells. Each is given what the service wrote, never a rounded number. */
export interface TextFormat {
  missing: string;
  text(text: string): string;
  time(text: string): string;
  /** JSON text of a value that stands in a column of another type, or that a double cannot hold. */
  exact(json: string): string;
}

/** The writer of a column's cells. Distinct texts are encoded once; a repeated time is not formatted again. */
export function cellWriter(column: TableColumn, format: TextFormat): CellWriter {
  const missing = Buffer.from(format.missing);
  if (column.kind === 'text') {
    const kept: (Buffer | undefined)[] = [];
    const keep = column.values.length <= maxKeptTexts;
    return (block, row) => {
      const code = column.code(row);
      if (code === 0) block.add(missing);
      else if (keep) {
        block.add((kept[code] ??= Buffer.from(format.text(column.values[code] ?? ''))));
      } else block.addText(format.text(column.values[code] ?? ''));
    };
  }
  let lastValue = Number.NaN;
  let lastText = '';
  return (block, row) => {
    const exact = column.exact.get(row);
    if (exact !== undefined) {
      block.addText(format.exact(exact));
      return;
    }
    if (column.kind === 'boolean' || column.type !== 'time') {
      block.addText(column.text(row) ?? format.missing);
      return;
    }
    const value = column.value(row);
    if (value !== lastValue) {
      lastValue = value;
      lastText = Number.isNaN(value) ? format.missing : format.time(column.text(row) ?? '');
    }
    block.addText(lastText);
  };
}

/** Writes rows block by block; `writeRow` adds one to the block. */
export async function writeRows(
  source: ExportSource,
  out: ByteSink,
  { onProgress, signal }: ExportOptions,
  block: Block,
  writeRow: (row: number) => void,
): Promise<void> {
  const rows = rowCount(source);
  for (let place = 0; place < rows; place += 1) {
    writeRow(source.order ? (source.order[place] ?? 0) : place);
    if (block.length >= blockBytes) {
      await out.write(block.take());
      signal.throwIfAborted();
      onProgress(place + 1);
    }
  }
  signal.throwIfAborted();
  await out.write(block.take());
  onProgress(rows);
}
