import { parseExactly, NumberText } from '../columns/numberText';
import {
  afterSpace,
  afterString,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isClosing,
  isSpace,
  openBrace,
  openBracket,
  quote,
} from './jsonBytes';

/** How many fields the objects in the JSON have as written. */
function writtenFields(json: Uint8Array): number {
  let count = 0;
  for (let offset = 0; offset < json.length; offset += 1) {
    const byte = json[offset];
    if (byte === quote) offset = afterString(json, offset) - 1;
    else if (byte === colon) count += 1;
  }
  return count;
}

/** How many fields are left of them after parsing. */
function parsedFields(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof NumberText) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value) count += parsedFields(each);
    return count;
  }
  // `Object.values` would make a list of each object's values, of which there are many.
  for (const name in value) count += 1 + parsedFields((value as Record<string, unknown>)[name]);
  return count;
}

/**
 * Whether an object has a field twice in the JSON (or in several pieces of one) that was parsed as `value`.
 * `JSON.parse` drops all but the last of them without a word.
 */
export function hasRepeatedField(value: unknown, ...json: readonly Uint8Array[]): boolean {
  return json.reduce((count, piece) => count + writtenFields(piece), 0) !== parsedFields(value);
}

/**
 * Reads valid JSON as `parseExactly` does, but loses no list: if an object has a field twice, lists are joined, and
 * otherwise the last value is used. Much slower, so it only reads records for which `hasRepeatedField` is true.
 */
export class RepeatedFieldReader {
  /** The first field that an object has twice. */
  repeated: string | undefined;
  private offset = 0;

  constructor(private readonly json: Buffer) {}

  /** The next value. Call it once from outside. */
  read(): unknown {
    const { json } = this;
    this.offset = afterSpace(json, this.offset);
    const from = this.offset;
    const first = json[from];
    if (first === openBrace) return this.readObject();
    if (first === openBracket) return this.readList();
    this.offset = first === quote ? afterString(json, from) : afterWord(json, from);
    return parseExactly(json.toString('utf8', from, this.offset));
  }

  private readObject(): object {
    const fields = new Map<string, unknown>();
    while (this.hasNext(closeBrace)) {
      const name = String(this.read());
      this.offset = afterSpace(this.json, this.offset) + 1;
      const value = this.read();
      const before = fields.get(name);
      if (fields.has(name)) this.repeated ??= name;
      if (Array.isArray(before) && Array.isArray(value)) for (const each of value) before.push(each);
      else fields.set(name, value);
    }
    return Object.fromEntries(fields);
  }

  private readList(): unknown[] {
    const values: unknown[] = [];
    while (this.hasNext(closeBracket)) values.push(this.read());
    return values;
  }

  /** Skips the bracket or comma at the offset, and the closing bracket if it's next. */
  private hasNext(closing: number): boolean {
    this.offset = afterSpace(this.json, this.offset);
    if (this.json[this.offset] !== closing) this.offset = afterSpace(this.json, this.offset + 1);
    const isAtEnd = this.json[this.offset] === closing;
    if (isAtEnd) this.offset += 1;
    return !isAtEnd;
  }
}

/** The offset after a number, `true`, `false`, or `null`. */
function afterWord(json: Uint8Array, from: number): number {
  let offset = from;
  for (; offset < json.length; offset += 1) {
    const byte = json[offset] as number;
    if (isSpace(byte) || byte === comma || isClosing(byte)) break;
  }
  return offset;
}
