/**
 * Numbers and times as ASCII, written directly into memory: a string per cell would cost more than
 * everything else. Each function writes at an offset and returns the end of the text.
 */
import { formatUtcMs, minuteMs } from '../market/time/zones';
import { minus, point, zero } from '../table/body/jsonBytes';

/** An upper limit for the bytes of any text of this module. */
export const longestCell = 64;

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
/** The most decimals to try before using the platform's slower conversion. */
const mostPlaces = 6;
/**
 * Below this value, two decimal texts of equal length are two different doubles, so a matching text
 * is unique.
 */
const unambiguous = 2 ** 51;

function ascii(view: DataView, at: number, text: string): number {
  for (let i = 0; i < text.length; i += 1) view.setUint8(at + i, text.charCodeAt(i));
  return at + text.length;
}

const billion = 1_000_000_000;

/** Writes the digits of a whole number from 0 to 2^53, at least `width` of them; returns their end. */
function writeDigits(view: DataView, at: number, value: number, width = 1): number {
  if (value >= billion) {
    const high = Math.floor(value / billion);
    return writeDigits(view, writeDigits(view, at, high, Math.max(1, width - 9)), value - high * billion, 9);
  }
  let small = value | 0; // 32-bit division is several times as fast
  let digits = width;
  while (digits < 10 && small >= (powers[digits] as number)) digits += 1;
  const end = at + digits;
  for (let byte = end - 1; byte >= at; byte -= 1) {
    const tenth = (small / 10) | 0;
    view.setUint8(byte, zero + small - tenth * 10);
    small = tenth;
  }
  return end;
}

/** Writes `scaled / 10^places` if that is exactly `value`; otherwise returns -1 and writes nothing. */
function writeScaled(view: DataView, at: number, value: number, places: number): number {
  if (places > mostPlaces) return -1;
  const power = powers[places] as number;
  const size = Math.abs(value);
  const scaled = Math.round(size * power);
  if (scaled >= unambiguous || scaled / power !== size) return -1;
  let end = at;
  if (value < 0) view.setUint8(end++, minus);
  const whole = Math.floor(scaled / power);
  end = writeDigits(view, end, whole);
  if (places === 0) return end;
  view.setUint8(end++, point);
  return writeDigits(view, end, scaled - whole * power, places);
}

/** `String(value)`: the shortest text that parses to the same double. */
export function writeNumber(view: DataView, at: number, value: number): number {
  for (let places = 0; places <= 4; places += 1) {
    const end = writeScaled(view, at, value, places);
    if (end >= 0) return end;
  }
  return ascii(view, at, String(value));
}

/** `value.toFixed(places)`, for a value that was written with this many decimals. */
export function writeFixed(view: DataView, at: number, value: number, places: number): number {
  const end = writeScaled(view, at, value, places);
  return end >= 0 ? end : ascii(view, at, value.toFixed(places));
}

/** Recently written `YYYY-MM-DDTHH:mm:`, indexed by the low bits of the minute. */
const cachedMinutes = 1024;
const cacheWidth = 17;
const minuteOf = new Float64Array(cachedMinutes).fill(Number.NaN);
/** Texts are read four bytes at a time, so this has three bytes more than the last text needs. */
const minuteText = new DataView(new ArrayBuffer(cachedMinutes * cacheWidth + 3));

/** Years 0 to 9999, which have four digits. */
const firstTime = -62_167_219_200_000;
const lastTime = 253_402_300_799_999;

/** `formatUtcMs(epochMs)`: RFC 3339 in UTC with three decimals of a second. */
export function writeTime(view: DataView, at: number, epochMs: number): number {
  if (epochMs < firstTime || epochMs > lastTime) return ascii(view, at, formatUtcMs(epochMs));
  const minute = Math.floor(epochMs / minuteMs);
  const slot = minute & (cachedMinutes - 1);
  const from = slot * cacheWidth;
  if (minuteOf[slot] !== minute) {
    minuteOf[slot] = minute;
    ascii(minuteText, from, formatUtcMs(minute * minuteMs).slice(0, cacheWidth));
  }
  for (let i = 0; i < cacheWidth; i += 4) view.setInt32(at + i, minuteText.getInt32(from + i));
  const rest = epochMs - minute * minuteMs;
  const second = (rest / 1000) | 0;
  const ms = rest - second * 1000;
  const pointAt = writeDigits(view, at + cacheWidth, second, 2);
  view.setUint8(pointAt, point);
  const end = writeDigits(view, pointAt + 1, ms, 3);
  view.setUint8(end, 90); // Z
  return end + 1;
}
