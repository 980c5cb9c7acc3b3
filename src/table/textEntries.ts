import { segmentBits, segmentMask, segmentOf, uint16s, uint32s, bytesOf } from './segments';
import { compareTexts, compareUtf8 } from './utf8Order';

const chunkBits = 20;
const chunkBytes = 1 << chunkBits;
const firstChunkBytes = 1024;
/** Longer texts, and texts UTF-8 cannot hold (lone surrogates), are kept as strings. */
const maxEntryBytes = 0xffff;
const firstSlots = 64;
/** From so many entries on, a column whose entries hardly repeat is no longer searched for them. */
const judgedFromEntries = 16_384;

const isAside = (text: string) =>
  !text.isWellFormed() ||
  (text.length > maxEntryBytes / 3 && Buffer.byteLength(text) > maxEntryBytes);

/** What to make of an entry: most are bytes of an arena, those that are kept as strings come as such. */
export interface EntryReader<T> {
  /** UTF-8 in `bytes[from]` to `bytes[to - 1]`. */
  bytes: (bytes: Buffer, from: number, to: number) => T;
  text: (text: string) => T;
}

const asBytes: EntryReader<Buffer> = {
  bytes: (bytes, from, to) => bytes.subarray(from, to),
  text: (text) => Buffer.from(text),
};
const asText: EntryReader<string> = {
  bytes: (bytes, from, to) => bytes.toString('utf8', from, to),
  text: (text) => text,
};

/** The hash of bytes as `encode` wants it; a reader that looks at every byte anyway brings its own. */
export const hashStep = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0;

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let place = from; place < to; place += 1) hash = hashStep(hash, bytes[place] as number);
  return hash;
}

/**
 * The texts of a column as UTF-8 in an arena, numbered from 1 in order of appearance; 0 stands for
 * null. Equal texts share a number while `distinct` holds. Order ids hardly repeat: looking each up
 * would cost more than storing it, so a column of such texts stops being distinct.
 */
export class TextEntries {
  /** Entries and the null before them. */
  count = 1;
  /** Whether equal texts have the same number. */
  distinct = true;
  private readonly chunks: Buffer[] = [Buffer.allocUnsafeSlow(firstChunkBytes)];
  /** Next free byte of the last chunk. */
  private free = 0;
  /** Chunk and place in it, `chunkBits` apart. */
  private readonly starts: (Uint32Array | undefined)[] = [];
  private readonly lengths: (Uint16Array | undefined)[] = [];
  private slots = new Uint32Array(firstSlots);
  private readonly aside = new Map<number, string>();
  private readonly codesAside = new Map<string, number>();
  private asideCharacters = 0;
  private asked = 0;
  private scratch = Buffer.allocUnsafeSlow(256);

  /** Number of the text in `bytes[from]` to `bytes[to - 1]`: valid UTF-8, with its `hashStep` hash. */
  encode(bytes: Uint8Array, from: number, to: number, hash: number): number {
    if (to - from > maxEntryBytes) {
      return this.encodeAside(Buffer.from(bytes.subarray(from, to)).toString('utf8'));
    }
    if (!this.distinct) return this.append(bytes, from, to);
    this.asked += 1;
    const found = this.find(bytes, from, to, hash);
    if (found > 0) return found;
    const code = this.append(bytes, from, to);
    this.slots[this.freeSlot(hash)] = code;
    if (this.count * 2 > this.slots.length) this.grow();
    return code;
  }

  /** Number of the text. */
  encodeText(text: string): number {
    if (isAside(text)) return this.encodeAside(text);
    const length = this.write(text);
    return this.encode(this.scratch, 0, length, hashOf(this.scratch, 0, length));
  }

  /** Number of the text, or `undefined` where there is no such entry. Only for distinct entries. */
  codeOf(text: string): number | undefined {
    if (isAside(text)) return this.codesAside.get(text);
    const length = this.write(text);
    const found = this.find(this.scratch, 0, length, hashOf(this.scratch, 0, length));
    return found > 0 ? found : undefined;
  }

  /** UTF-8 of the entry; empty for null. A view that is good until the next entry comes. */
  bytesOf(code: number): Buffer {
    return this.read(code, asBytes);
  }

  /** Has the entry read where it lies: a view of each of a million entries would cost more than its bytes. */
  read<T>(code: number, reader: EntryReader<T>): T {
    const text = this.aside.size === 0 ? undefined : this.aside.get(code);
    if (text !== undefined) return reader.text(text);
    const length = this.lengths[code >>> segmentBits]?.[code & segmentMask] ?? 0;
    const start = this.starts[code >>> segmentBits]?.[code & segmentMask] ?? 0;
    const from = start & (chunkBytes - 1);
    return reader.bytes(this.chunks[start >>> chunkBits] as Buffer, from, from + length);
  }

  /** Negative, 0 or positive as `<` on the texts has it. */
  compare(code: number, other: number): number {
    return this.read(code, {
      bytes: (bytes, from, to) =>
        this.read(other, {
          bytes: (others, start, end) => compareUtf8(bytes, from, to, others, start, end),
          text: (text) => compareTexts(this.text(code), text),
        }),
      text: (text) => compareTexts(text, this.text(other)),
    });
  }

  /** Text of the entry; empty for null. */
  text(code: number): string {
    return this.read(code, asText);
  }

  /**
   * Makes equal texts share a number again, for good. Returns the new number of each old one, or
   * `null` where nothing changes.
   */
  makeDistinct(): Uint32Array | null {
    if (this.distinct) return null;
    const old = this.count;
    const renumbered = new Uint32Array(old);
    this.distinct = true;
    this.asked = Number.POSITIVE_INFINITY;
    this.slots = new Uint32Array(firstSlots);
    this.count = 1;
    for (let code = 1; code < old; code += 1) {
      renumbered[code] = this.aside.has(code) ? this.keepAside(code) : this.keep(code);
    }
    return renumbered;
  }

  /** Bytes held, about. */
  bytes(): number {
    return (
      this.chunks.reduce((sum, chunk) => sum + chunk.length, 0) +
      bytesOf(this.starts) +
      bytesOf(this.lengths) +
      this.slots.byteLength +
      this.aside.size * 200 +
      this.asideCharacters * 2
    );
  }

  private write(text: string): number {
    if (this.scratch.length < text.length * 3) {
      this.scratch = Buffer.allocUnsafeSlow(text.length * 3);
    }
    return this.scratch.write(text, 0, 'utf8');
  }

  private encodeAside(text: string): number {
    const known = this.codesAside.get(text);
    if (known !== undefined) return known;
    const code = this.count++;
    this.aside.set(code, text);
    this.codesAside.set(text, code);
    this.asideCharacters += text.length;
    return code;
  }

  private find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const code = this.slots[slot] as number;
      if (code === 0 || this.holds(code, bytes, from, to - from)) return code;
    }
  }

  private holds(code: number, bytes: Uint8Array, from: number, length: number): boolean {
    const place = code >>> segmentBits;
    const at = code & segmentMask;
    if ((this.lengths[place] as Uint16Array)[at] !== length) return false;
    const start = (this.starts[place] as Uint32Array)[at] as number;
    const chunk = this.chunks[start >>> chunkBits] as Buffer;
    const first = start & (chunkBytes - 1);
    for (let byte = 0; byte < length; byte += 1) {
      if (chunk[first + byte] !== bytes[from + byte]) return false;
    }
    return true;
  }

  private freeSlot(hash: number): number {
    const mask = this.slots.length - 1;
    let slot = spread(hash) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    if (this.count > judgedFromEntries && this.count * 4 > this.asked) {
      this.distinct = false;
      this.slots = new Uint32Array(0);
      return;
    }
    this.slots = new Uint32Array(this.slots.length * 2);
    for (let code = 1; code < this.count; code += 1) {
      if (this.aside.has(code)) continue;
      const bytes = this.bytesOf(code);
      this.slots[this.freeSlot(hashOf(bytes, 0, bytes.length))] = code;
    }
  }

  private append(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    let chunk = this.chunks[this.chunks.length - 1] as Buffer;
    if (this.free + length > chunk.length) chunk = this.room(length);
    const first = this.free;
    for (let byte = 0; byte < length; byte += 1) {
      chunk[first + byte] = bytes[from + byte] as number;
    }
    const code = this.count++;
    this.place(code, ((this.chunks.length - 1) << chunkBits) | first, length);
    this.free = first + length;
    return code;
  }

  private place(code: number, start: number, length: number): void {
    segmentOf(this.starts, code, uint32s)[code & segmentMask] = start;
    segmentOf(this.lengths, code, uint16s)[code & segmentMask] = length;
  }

  /** A chunk with room: the only one is doubled until it has full size, then others follow. */
  private room(length: number): Buffer {
    const last = this.chunks[this.chunks.length - 1] as Buffer;
    if (last.length < chunkBytes) {
      let size = last.length;
      while (size < this.free + length) size *= 2;
      const larger = Buffer.allocUnsafeSlow(Math.min(size, chunkBytes));
      larger.set(last.subarray(0, this.free));
      this.chunks[this.chunks.length - 1] = larger;
      if (this.free + length <= larger.length) return larger;
    }
    const next = Buffer.allocUnsafeSlow(chunkBytes);
    this.chunks.push(next);
    this.free = 0;
    return next;
  }

  /** The entry's new number while the entries are numbered again; its bytes stay where they are. */
  private keep(code: number): number {
    const bytes = this.bytesOf(code);
    const hash = hashOf(bytes, 0, bytes.length);
    const known = this.find(bytes, 0, bytes.length, hash);
    if (known > 0) return known;
    const place = code >>> segmentBits;
    const start = this.starts[place]?.[code & segmentMask] ?? 0;
    const fresh = this.count++;
    this.place(fresh, start, bytes.length);
    this.slots[this.freeSlot(hash)] = fresh;
    if (this.count * 2 > this.slots.length) this.grow();
    return fresh;
  }

  private keepAside(code: number): number {
    const text = this.aside.get(code) as string;
    const fresh = this.count++;
    this.aside.delete(code);
    this.aside.set(fresh, text);
    this.codesAside.set(text, fresh);
    return fresh;
  }
}

/** The low bits of a hash by 31 are those of the last bytes: take the high ones in. */
const spread = (hash: number) => hash ^ (hash >>> 15);
