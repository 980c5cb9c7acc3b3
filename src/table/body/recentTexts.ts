const places = 1024;
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
  private readonly words = new Float64Array(places * wordsEach);
  /** Words of each text; 0 if there are none. */
  private readonly counts = new Uint8Array(places);
  private readonly codes = new Uint32Array(places);
  private readonly lengths = new Uint8Array(places);

  /** Slot of the text that starts at `at` and ends with a quote, for `code` and `length`; otherwise -1. */
  find(view: DataView, at: number): number {
    const place = placeOf(view, at);
    const count = this.counts[place] as number;
    if (count === 0) return -1;
    const { words } = this;
    const first = place * wordsEach;
    for (let word = 0; word < count; word += 1) {
      if (view.getFloat64(at + word * wordBytes, true) !== words[first + word]) return -1;
    }
    return place;
  }

  code(place: number): number {
    return this.codes[place] as number;
  }

  /** Bytes of the text, without its quotes. */
  length(place: number): number {
    return this.lengths[place] as number;
  }

  /** Caches the code of the text of `length` bytes at `at`, unless it is too long. */
  keep(view: DataView, at: number, length: number, code: number): void {
    if (length + 1 > recentBytes) return;
    const place = placeOf(view, at);
    const count = Math.ceil((length + 1) / wordBytes);
    for (let word = 0; word < count; word += 1) {
      this.words[place * wordsEach + word] = view.getFloat64(at + word * wordBytes, true);
    }
    this.counts[place] = count;
    this.codes[place] = code;
    this.lengths[place] = length;
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
function placeOf(view: DataView, at: number): number {
  const behind = view.getInt32(at + 4, true) ^ Math.imul(view.getInt32(at + 12, true), 0x27d4eb2f);
  const mixed = Math.imul(view.getInt32(at, true) ^ Math.imul(behind, 0x9e3779b1), 0x85ebca6b);
  return (mixed >>> 16) & (places - 1);
}
