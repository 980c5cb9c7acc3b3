import * as l10n from '@vscode/l10n';
import { formatCounted } from './l10n';

let formatter: Intl.NumberFormat | undefined;

function threeDigits(value: number): string {
  formatter ??= new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
  return formatter.format(value);
}

/** Decimal units, three digits: `812 bytes`, `69.1 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  if (bytes < 1000) {
    return formatCounted(Math.round(bytes), [l10n.t('{0} byte'), l10n.t('{0} bytes')]);
  }
  let value = bytes / 1000;
  let unit = 0;
  // 999.5 kB would round to four digits.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${threeDigits(value)} ${units[unit] ?? ''}`;
}

/** `12.3 MB/s` over a time in milliseconds; `null` during the first half second, which says too little. */
export function formatRate(bytes: number, milliseconds: number): string | null {
  if (milliseconds < 500 || bytes <= 0) return null;
  return `${formatBytes((bytes * 1000) / milliseconds)}/s`;
}

/** `840 ms`, `1.24 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${threeDigits(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
