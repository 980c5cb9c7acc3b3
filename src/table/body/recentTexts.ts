const slots = 1024;
const wordsEach = 4;
const wordBytes = 8;

/** A text is looked up and cached only if this many bytes can be read from its start. */
export const recentBytes = wordsEach * wordBytes;

/**
 * Codes of the texts that a field contained recently. Most texts repeat, and recognizing one by its
 * bytes costs a fraction of looking it up. Bytes are compared in words of eight, as doubles. The
 * last word can extend beyond the text, into the next field's name, which is nearly always the
 * same; if it differs, the text is looked up. A word whose bytes are a NaN equals nothing and is
 * looked up as well.
 */
export class RecentTexts {
  private readonly words = new Float64Array(slots * wordsEach);
  /** Words of each text; 0 if there are none. */
  private readonly counts = new Uint8Array(slots);
  private readonly codes = new Uint32Array(slots);
  private readonly lengths = new Uint8Array(slots);

  /** Slot of the text that starts at `at` and ends with a quote, for `code` and `length`; otherwise -1. */
  find(view: DataView, at: number): number {
    const slot = slotOf(view, at);
    const count = this.counts[slot] as number;
    if (count === 0) return -1;
    const { words } = this;
    const first = slot * wordsEach;
    for (let word = 0; word < count; word += 1) {
      if (view.getFloat64(at + word * wordBytes, true) !== words[first + word]) return -1;
    }
    return slot;
  }

  code(slot: number): number {
    return this.codes[slot] as number;
  }

  /** Bytes of the text, without its quotes. */
  length(slot: number): number {
    return this.lengths[slot] as number;
  }

  /** Caches the code of the text of `length` bytes at `at`, unless it is too long. */
  keep(view: DataView, at: number, length: number, code: number): void {
    if (length + 1 > recentBytes) return;
    const slot = slotOf(view, at);
    const count = Math.ceil((length + 1) / wordBytes);
    for (let word = 0; word < count; word += 1) {
      this.words[slot * wordsEach + word] = view.getFloat64(at + word * wordBytes, true);
    }
    this.counts[slot] = count;
    this.codes[slot] = code;
    this.lengths[slot] = length;
  }

  /** Clears the cache, if codes will change their meaning. */
  clear(): void {
    this.counts.fill(0);
  }
}

/**
 * Hashed by the first eight bytes and the four from the twelfth on, because area codes start and
 * end alike.
 */
function slotOf(view: DataView, at: number): number {
  const later = view.getInt32(at + 4, true) ^ Math.imul(view.getInt32(at + 12, true), 0x27d4eb2f);
  const mixed = Math.imul(view.getInt32(at, true) ^ Math.imul(later, 0x9e3779b1), 0x85ebca6b);
  return (mixed >>> 16) & (slots - 1);
}
