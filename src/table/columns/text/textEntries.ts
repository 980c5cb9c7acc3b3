import { withView, type Bytes } from '../pendingBytes';
import { slices, type Sliced } from '../slices';
import { TextArena } from './textArena';
import { hashOf } from './textHash';
import type { ByteSearch, EntryReader } from './textMatch';

const firstSlots = 64;
const firstBytes = 256;
/** With more entries than this, a column whose texts hardly repeat is no longer searched for equal ones. */
const judgedFromEntries = 8192;

/** More bytes than this are not kept for encoding further texts. */
const mostKept = 1 << 16;

const empty = Buffer.alloc(0);
const asBytes: EntryReader<Buffer> = (bytes, from, to) => bytes.subarray(from, to);
const asText: EntryReader<string> = (bytes, from, to) => bytes.toString('utf8', from, to);

/**
 * The texts of a column as UTF-8 in an arena, numbered from 1 in order of appearance; 0 means null.
 * While `distinct` is true, equal texts share a number. Order ids hardly repeat, and looking up each one
 * would cost more than storing it, so a column of such texts stops being distinct.
 */
export class TextEntries {
  /** The number of entries, including null. */
  count = 1;
  /** Whether equal texts have the same number. */
  distinct = true;
  private readonly arena = new TextArena();
  private slots = new Uint32Array(firstSlots);
  private encoded = 0;
  private scratch: Bytes = withView(Buffer.allocUnsafeSlow(firstBytes));

  /**
   * Number of the text in the bytes `from` to `to` (exclusive), which must be valid UTF-8; `hash` is its
   * `hashOf`. `before` is how many texts came before it, including those whose number was already known.
   */
  encode(bytes: Bytes, from: number, to: number, hash: number, before = 0): number {
    if (!this.distinct) return this.append(bytes, from, to);
    this.encoded = Math.max(this.encoded, before) + 1;
    const found = this.find(bytes, from, to, hash);
    if (found > 0) return found;
    const code = this.append(bytes, from, to);
    this.slots[this.freeSlot(hash)] = code;
    if (this.count * 2 > this.slots.length) this.grow();
    return code;
  }

  /** Number of the text, which must have no lone surrogates. */
  encodeText(text: string): number {
    const length = this.write(text);
    return this.encode(this.scratch, 0, length, hashOf(this.scratch, 0, length));
  }

  /** Number of the text, or `undefined` if there is no such entry. Only for distinct entries. */
  codeOf(text: string): number | undefined {
    const length = this.write(text);
    const found = this.find(this.scratch, 0, length, hashOf(this.scratch, 0, length));
    return found > 0 ? found : undefined;
  }

  /** UTF-8 of the entry; empty for null. The view is valid until the next entry is added. */
  bytesOf(code: number): Buffer {
    return this.read(code, asBytes);
  }

  /**
   * Passes the entry to the reader without copying it: creating a view of each of a million entries would be
   * slow.
   */
  read<T>(code: number, reader: EntryReader<T>): T {
    return code === 0 ? reader(empty, 0, 0) : this.arena.read(code, reader);
  }

  /** Negative, 0, or positive: the order of `<` between the texts of two entries. Not for null. */
  compare(code: number, other: number): number {
    return this.arena.compare(code, other);
  }

  /** Text of the entry; empty for null. */
  text(code: number): string {
    return this.read(code, asText);
  }

  /**
   * 1 or 0 for every entry, by its number: whether it passes the search; 0 for null. Bytes are searched a
   * whole chunk at a time: a call per order id would cost more than the search.
   */
  *judge(search: EntryReader<boolean>, inBytes: ByteSearch | null = null): Sliced<Uint8Array> {
    const verdicts = new Uint8Array(this.count);
    const count = verdicts.length;
    if (inBytes && inBytes.length > 0) {
      for (let code = 1; code < count; yield) code = this.arena.mark(code, count, inBytes, verdicts);
      return verdicts;
    }
    yield* slices(count, (from, to) => {
      for (let code = Math.max(1, from); code < to; code += 1) {
        verdicts[code] = this.read(code, search) ? 1 : 0;
      }
    });
    return verdicts;
  }

  /** Removes the last entry, which must be the one that `encode` added last. */
  dropLast(): void {
    const code = --this.count;
    if (this.distinct) {
      const mask = this.slots.length - 1;
      let slot = spread(this.arena.hashOf(code)) & mask;
      while (this.slots[slot] !== code) slot = (slot + 1) & mask;
      this.slots[slot] = 0; // the last one in its run of slots, so no other entry depends on it
    }
    this.arena.dropLast(code);
  }

  /**
   * Makes equal texts share a number again, permanently. Returns the new number for each old one, or
   * `null` if nothing changes.
   */
  makeDistinct(): Uint32Array | null {
    if (this.distinct) return null;
    const old = this.count;
    const renumbered = new Uint32Array(old);
    this.distinct = true;
    this.encoded = Number.POSITIVE_INFINITY;
    this.slots = new Uint32Array(firstSlots);
    this.count = 1;
    for (let code = 1; code < old; code += 1) renumbered[code] = this.keep(code);
    return renumbered;
  }

  /** Approximate memory use, in bytes. */
  bytes(): number {
    return this.arena.bytes() + this.slots.byteLength;
  }

  arrays(): (ArrayBufferView | undefined)[] {
    return [this.slots, ...this.arena.arrays()];
  }

  private write(text: string): number {
    const { length } = this.scratch.buffer;
    if (length < text.length * 3 || length > mostKept) {
      this.scratch = withView(Buffer.allocUnsafeSlow(Math.max(firstBytes, text.length * 3)));
    }
    return this.scratch.buffer.write(text, 0, 'utf8');
  }

  private find(bytes: Bytes, from: number, to: number, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const code = this.slots[slot] as number;
      if (code === 0 || this.arena.equals(code, bytes, from, to - from)) return code;
    }
  }

  private freeSlot(hash: number): number {
    const mask = this.slots.length - 1;
    let slot = spread(hash) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    if (this.count > judgedFromEntries && this.count * 4 > this.encoded) {
      this.distinct = false;
      this.slots = new Uint32Array(0);
      return;
    }
    this.slots = new Uint32Array(this.slots.length * 2);
    for (let code = 1; code < this.count; code += 1) {
      this.slots[this.freeSlot(this.arena.hashOf(code))] = code;
    }
  }

  private append(bytes: Bytes, from: number, to: number): number {
    const code = this.count++;
    this.arena.append(code, bytes, from, to);
    return code;
  }

  /** The entry's new number while entries are renumbered; its bytes are not moved. */
  private keep(code: number): number {
    const { arena } = this;
    const hash = arena.hashOf(code);
    const known = this.find(arena.chunkOf(code), arena.offsetOf(code), arena.endOf(code), hash);
    if (known > 0) return known;
    const fresh = this.count++;
    arena.renumber(code, fresh);
    this.slots[this.freeSlot(hash)] = fresh;
    if (this.count * 2 > this.slots.length) this.grow();
    return fresh;
  }
}

/** The low bits of the hash depend mostly on the last bytes, so the high bits are mixed in. */
const spread = (hash: number) => hash ^ (hash >>> 15);
