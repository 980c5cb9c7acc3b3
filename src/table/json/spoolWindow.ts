import { isSpace } from '../body/jsonBytes';

/** The decompressed body on disk. */
export interface SpoolReader {
  length: number;
  /** Bytes `from` to `to` (exclusive) of the body; at most a megabyte at a time. */
  read(from: number, to: number): Promise<Buffer>;
}

/**
 * Small after a jump, because many questions need no more; larger when reading continues. Blocks of twice
 * the size are 10% faster, but their memory is freed so late that a long read takes 60 MB instead of 10.
 */
const firstBlockBytes = 16 * 1024;
const maxBlockBytes = 128 * 1024;

/** The part of the body that is in memory. It moves as a reader advances through the body. */
export class SpoolWindow {
  from = 0;
  /** Body offset after the last byte in memory. */
  to = 0;
  block: Buffer = Buffer.alloc(0);
  private size = firstBlockBytes;

  constructor(private readonly spool: SpoolReader) {}

  get bodyLength(): number {
    return this.spool.length;
  }

  /** Loads the byte at the offset, and the bytes after it. Returns false after the end of the body. */
  load(at: number): boolean | Promise<boolean> {
    return this.contains(at) || this.fetch(at);
  }

  private contains(at: number): boolean {
    return at >= this.from && at < this.to;
  }

  private async fetch(at: number): Promise<boolean> {
    if (at < 0 || at >= this.spool.length) return false;
    const goesOn = at === this.to && at > 0;
    this.size = goesOn ? Math.min(this.size * 2, maxBlockBytes) : firstBlockBytes;
    this.block = await this.spool.read(at, Math.min(at + this.size, this.spool.length));
    this.from = at;
    this.to = at + this.block.length;
    return this.block.length > 0;
  }

  /** The bytes of a short range anywhere in the body. */
  async bytes(from: number, to: number): Promise<Buffer> {
    const end = Math.min(to, this.spool.length);
    if (from >= end) return Buffer.alloc(0);
    return from >= this.from && end <= this.to
      ? this.block.subarray(from - this.from, end - this.from)
      : this.spool.read(from, end);
  }

  /** Offset of the first byte at or after `at` that is not white space, or the length of the body. */
  skipSpace(at: number): number | Promise<number> {
    return this.contains(at) && !isSpace(this.block[at - this.from]) ? at : this.skipOver(at);
  }

  private async skipOver(at: number): Promise<number> {
    let offset = at;
    while (await this.load(offset)) {
      while (offset < this.to && isSpace(this.block[offset - this.from])) offset += 1;
      if (offset < this.to) return offset;
    }
    return this.spool.length;
  }

  /** Offset after the last byte before `end` that is not white space; at least `least`. */
  async skipSpaceBack(end: number, least: number): Promise<number> {
    const pieceBytes = 64;
    for (let pieceEnd = end; pieceEnd > least; pieceEnd -= pieceBytes) {
      const from = Math.max(least, pieceEnd - pieceBytes);
      const bytes = await this.bytes(from, pieceEnd);
      for (let index = bytes.length - 1; index >= 0; index -= 1) {
        if (!isSpace(bytes[index])) return from + index + 1;
      }
    }
    return least;
  }

  /** The byte at the offset, or -1 after the end of the body. */
  byte(at: number): number | Promise<number> {
    return this.contains(at) ? (this.block[at - this.from] as number) : this.readByte(at);
  }

  private async readByte(at: number): Promise<number> {
    return (await this.fetch(at)) ? (this.block[at - this.from] as number) : -1;
  }
}
