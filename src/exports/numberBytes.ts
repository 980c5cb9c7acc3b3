/** Numbers and times as ASCII, straight into bytes: a string per cell would cost more than the rest. */
import { timeText } from '../table/timeText';

/** More bytes than any text of this module takes. */
export const longestCell = 64;

const zero = 48;
const point = 46;
const minus = 45;
const powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
/** Below it, two decimal texts of equal length are two doubles, so a text that fits is the only one. */
const unambiguous = 2 ** 51;

const latin1 = (bytes: Buffer, at: number, text: string) => at + bytes.write(text, at, 'latin1');

/** Writes digits of a whole number from 0 to 2^53, at least `width` of them; returns where they end. */
function writeDigits(bytes: Buffer, at: number, value: number, width = 1): number {
  let digits = 1;
  for (let bound = 10; bound <= value; bound *= 10) digits += 1;
  const end = at + Math.max(digits, width);
  let rest = value;
  let place = end;
  while (rest > 0x7fffffff) {
    const tenth = Math.floor(rest / 10);
    bytes[--place] = zero + rest - tenth * 10;
    rest = tenth;
  }
  let small = rest | 0; // 32-bit division is several times as fast
  while (place > at) {
    const tenth = (small / 10) | 0;
    bytes[--place] = zero + small - tenth * 10;
    small = tenth;
  }
  return end;
}

/** Writes `scaled / 10^places` where this is exactly `value`; returns -1, and writes nothing, where not. */
function writeScaled(bytes: Buffer, at: number, value: number, places: number): number {
  const power = powers[places];
  if (power === undefined) return -1;
  const size = Math.abs(value);
  const scaled = Math.round(size * power);
  if (scaled >= unambiguous || scaled / power !== size) return -1;
  let end = at;
  if (value < 0) bytes[end++] = minus;
  const whole = Math.floor(scaled / power);
  end = writeDigits(bytes, end, whole);
  if (places === 0) return end;
  bytes[end++] = point;
  return writeDigits(bytes, end, scaled - whole * power, places);
}

/** `String(value)`: the shortest text that reads back to the same double. */
export function writeNumber(bytes: Buffer, at: number, value: number): number {
  for (let places = 0; places <= 4; places += 1) {
    const end = writeScaled(bytes, at, value, places);
    if (end >= 0) return end;
  }
  return latin1(bytes, at, String(value));
}

/** `value.toFixed(places)`, for a value that was written with this many decimals. */
export function writeFixed(bytes: Buffer, at: number, value: number, places: number): number {
  const end = writeScaled(bytes, at, value, places);
  return end >= 0 ? end : latin1(bytes, at, value.toFixed(places));
}

/** `YYYY-MM-DDTHH:mm:` of minutes written lately, found by the minute's last bits. */
const cachedMinutes = 1024;
const cacheWidth = 17;
const minuteOf = new Float64Array(cachedMinutes).fill(Number.NaN);
const minuteText = new Uint8Array(cachedMinutes * cacheWidth);

/** Years 0 to 9999, which are written with four digits. */
const firstTime = -62_167_219_200_000;
const lastTime = 253_402_300_799_999;

/** `timeText(epochMs)`: RFC 3339 in UTC, milliseconds only where they are not zero. */
export function writeTime(bytes: Buffer, at: number, epochMs: number): number {
  if (epochMs < firstTime || epochMs > lastTime) return latin1(bytes, at, timeText(epochMs));
  const minute = Math.floor(epochMs / 60_000);
  const place = minute & (cachedMinutes - 1);
  const from = place * cacheWidth;
  if (minuteOf[place] !== minute) {
    minuteOf[place] = minute;
    const text = new Date(minute * 60_000).toISOString();
    for (let i = 0; i < cacheWidth; i += 1) minuteText[from + i] = text.charCodeAt(i);
  }
  for (let i = 0; i < cacheWidth; i += 1) bytes[at + i] = minuteText[from + i] as number;
  const rest = epochMs - minute * 60_000;
  const second = (rest / 1000) | 0;
  const ms = rest - second * 1000;
  let end = writeDigits(bytes, at + cacheWidth, second, 2);
  if (ms > 0) {
    bytes[end++] = point;
    end = writeDigits(bytes, end, ms, 3);
  }
  bytes[end++] = 90; // Z
  return end;
}
