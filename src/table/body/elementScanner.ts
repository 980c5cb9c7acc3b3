import * as l10n from '@vscode/l10n';
import { formatCount } from '../../text/l10n';
import { maxDepth, maxMembers } from '../tableLimits';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isClosing,
  isOpening,
  isSpace,
  openBrace,
  quote,
} from './jsonBytes';

const attributes = Buffer.from('"attributes"');

/** Whether the value at the offset is a record's list of attributes, each of which is a column. */
function isOfAttributes(bytes: Uint8Array, at: number): boolean {
  const beforeSpace = (offset: number): number => {
    let before = offset - 1;
    while (isSpace(bytes[before])) before -= 1;
    return before;
  };
  const end = beforeSpace(at);
  const from = beforeSpace(end) + 1 - attributes.length;
  return bytes[end] === colon && attributes.every((byte, index) => bytes[from + index] === byte);
}

/**
 * Finds the commas between the elements of the outermost array, byte by byte, without parsing the
 * elements: `JSON.parse` validates those. Strings, escapes, and depth are tracked across chunks.
 * About 1 GB/s.
 */
export class ElementScanner {
  /** Next byte to scan. */
  position = 0;
  /** Offset of the last comma at depth 1, or -1. */
  lastComma = -1;
  /** Offset of the byte that closed the root; valid while `closed` and before the next `drop`. */
  rootEnd = -1;
  closed = false;
  /** Why the bytes can't be a JSON value, or `null`. */
  problem: string | null = null;
  private inString = false;
  private readonly open: number[] = [];
  /** By depth, from 1: how many more commas the open object or array may have. */
  private readonly left = new Float64Array(maxDepth + 1).fill(Infinity);

  /**
   * Scans `bytes[position]` to `bytes[length - 1]`, or only up to the first comma between two elements.
   * After a problem, it scans nothing more.
   */
  scan(bytes: Uint8Array, length: number, toFirstComma = false): void {
    if (this.problem !== null) return;
    let p = this.position;
    let inString = this.inString;
    for (; p < length; p += 1) {
      let byte = bytes[p] as number;
      if (this.closed && !isSpace(byte)) {
        this.problem = l10n.t('The response contains more data after the end of the JSON.');
        break;
      }
      if (inString) {
        while (byte !== quote && byte !== backslash) {
          p += 1;
          if (p >= length) break;
          byte = bytes[p] as number;
        }
        if (p >= length) break;
        if (byte === backslash) {
          if (p + 1 >= length) break; // the escaped byte comes with the next chunk
          p += 1;
        } else inString = false;
        continue;
      }
      if (byte === quote) inString = true;
      else if (byte === comma) {
        const depth = this.open.length;
        const left = (this.left[depth] ?? 0) - 1;
        this.left[depth] = left;
        if (left <= 0) {
          this.problem = l10n.t('A record has more than {0} fields or attributes.', formatCount(maxMembers));
          break;
        }
        if (depth !== 1) continue;
        this.lastComma = p;
        if (!toFirstComma) continue;
        p += 1;
        break;
      } else if (isOpening(byte)) {
        // The closing byte of both kinds of bracket is two above the opening one.
        if (this.open.push(byte + 2) > maxDepth) {
          this.problem = l10n.t('The response is nested more than {0} levels deep.', maxDepth);
          break;
        }
        this.left[this.open.length] = byte === openBrace || isOfAttributes(bytes, p) ? maxMembers : Infinity;
      } else if (isClosing(byte)) {
        if (this.open.pop() !== byte) {
          this.problem = l10n.t("The response isn't valid JSON: brackets don't match.");
          break;
        }
        if (this.open.length === 0) {
          this.rootEnd = p;
          this.closed = true;
        }
      }
    }
    this.position = p;
    this.inString = inString;
  }

  /** Whether everything scanned so far can be JSON, and the next value is in this many brackets. */
  isBetweenValues(depth: number): boolean {
    return this.problem === null && !this.inString && this.lastComma < 0 && this.open.length === depth;
  }

  /** Continues at `position`, which is between two values in brackets that `closing` will close. */
  skipTo(position: number, closing: readonly number[]): void {
    this.position = position;
    this.lastComma = -1;
    this.inString = false;
    this.open.splice(0, this.open.length, ...closing);
    for (const [at, byte] of closing.entries())
      this.left[at + 1] = byte === closeBrace ? maxMembers : Infinity;
  }

  /** Call after the first `bytes` bytes were removed. */
  drop(bytes: number): void {
    this.position -= bytes;
    this.lastComma = -1;
  }
}

/** Offsets of the commas between the elements of `bytes`, the content of the root's brackets, while these match. */
export function elementEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  const scanner = new ElementScanner();
  for (let from = 0; ; from = scanner.position) {
    scanner.skipTo(from, [closeBracket]);
    scanner.scan(bytes, bytes.length, true);
    if (scanner.lastComma < 0) return ends;
    ends.push(scanner.lastComma);
  }
}
