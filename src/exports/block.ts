import type { ByteSink } from './exportSource';

/** The largest piece that is handed to a sink at once, in bytes. */
export const blockBytes = 1 << 20;

/** So that the last texts before a block is full do not make it grow. */
const margin = 1 << 16;

/** Hands any number of bytes to the sink in pieces it accepts. */
export async function writePieces(out: ByteSink, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; from += blockBytes) {
    await out.write(bytes.subarray(from, from + blockBytes));
  }
}

/**
 * Memory that writers fill from the front. One block serves a whole export; it outgrows its size
 * for the sake of a single text only, and shrinks back.
 */
export class Block {
  bytes = Buffer.allocUnsafeSlow(blockBytes + margin);

  /** Makes sure that `more` bytes fit behind the first `used`, which are kept. */
  reserve(used: number, more: number): void {
    if (used + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(used + more, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, used);
    this.bytes = larger;
  }

  /** Writes the first `used` bytes. */
  async flush(out: ByteSink, used: number): Promise<void> {
    await writePieces(out, this.bytes.subarray(0, used));
    if (this.bytes.length > blockBytes + margin) {
      this.bytes = Buffer.allocUnsafeSlow(blockBytes + margin);
    }
  }
}
