import type { Bytes } from '../columns/pendingBytes';
import { midnightOf } from '../columns/timeText';
import { colon, minus, point, quote, zero } from './jsonBytes';

/** Bytes of `"2026-03-29T00:00:00.000Z"`, including its quotes. */
export const longestTime = 26;

const letterT = 84;
const letterZ = 90;
const knownDays = 16;

/** Value of two ASCII digits read as a little-endian 16-bit number; -1 for other bytes. */
const pairs = new Int8Array(1 << 16).fill(-1);
for (let value = 0; value < 100; value += 1) {
  pairs[zero + Math.floor(value / 10) + ((zero + (value % 10)) << 8)] = value;
}

/** Reads the most common time format: UTC, with seconds, with or without milliseconds. */
export class TimeBytes {
  /** Offset after the closing quote of the last time read. */
  end = 0;
  // The last days read: the bytes of `2026-03-29` in three parts, and its midnight in UTC.
  private readonly days = new Int32Array(knownDays * 3);
  private readonly midnights = new Float64Array(knownDays).fill(Number.NaN);

  /**
   * Writes the epoch milliseconds of the quoted time at `at` to the `place` in `target`: a returned double would be an
   * object for each time. Returns false if it has any other format.
   */
  read({ buffer, view }: Bytes, at: number, target: Float64Array, place: number): boolean {
    const hour = pairs[view.getUint16(at + 12, true)] as number;
    const minute = pairs[view.getUint16(at + 15, true)] as number;
    const second = pairs[view.getUint16(at + 18, true)] as number;
    const isMarked =
      buffer[at] === quote &&
      buffer[at + 11] === letterT &&
      buffer[at + 14] === colon &&
      buffer[at + 17] === colon;
    const isTime = (hour | minute | second) >= 0 && hour < 24 && minute < 60 && second < 60;
    if (!isMarked || !isTime) return false;
    let ms = 0;
    let offset = at + 20;
    if (buffer[offset] === point) {
      const tens = pairs[view.getUint16(at + 21, true)] as number;
      const ones = (buffer[at + 23] as number) - zero;
      if (tens < 0 || ones < 0 || ones > 9) return false;
      ms = tens * 10 + ones;
      offset = at + 24;
    }
    if (buffer[offset] !== letterZ || buffer[offset + 1] !== quote) return false;
    this.end = offset + 2;
    const midnight = this.midnights[this.dayAt(buffer, view, at + 1)] as number;
    target[place] = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + ms;
    return !Number.isNaN(midnight);
  }

  /** The place of the day `YYYY-MM-DD` at `at` among the last ones read. */
  private dayAt(buffer: Buffer, view: DataView, at: number): number {
    const year = view.getInt32(at, true);
    const month = view.getInt32(at + 4, true);
    const day = view.getInt16(at + 8, true);
    const place = ((day >>> 8) ^ (month >>> 16)) & (knownDays - 1);
    const { days } = this;
    const isKnown = days[place * 3] === year && days[place * 3 + 1] === month && days[place * 3 + 2] === day;
    if (!isKnown) {
      days[place * 3] = year;
      days[place * 3 + 1] = month;
      days[place * 3 + 2] = day;
      this.midnights[place] = midnightAt(buffer, view, at);
    }
    return place;
  }
}

/** Epoch milliseconds of the midnight in UTC; NaN if there is no such day. */
function midnightAt(buffer: Buffer, view: DataView, at: number): number {
  const isMarked = buffer[at + 4] === minus && buffer[at + 7] === minus;
  const [century, years, month, day] = [at, at + 2, at + 5, at + 8].map(
    (pair) => pairs[view.getUint16(pair, true)] as number,
  ) as [number, number, number, number];
  const isDay = isMarked && (century | years | month | day) >= 0;
  return isDay ? midnightOf(century * 100 + years, month, day) : Number.NaN;
}
