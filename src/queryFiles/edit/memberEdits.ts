import { applyEdits, createScanner, type Edit } from 'jsonc-parser';
import { spanOf, type Member } from '../read/syntaxTree';
import { blanksBefore } from './positions';
import type { TextSpan } from '../problems';

/**
 * JSON to be written. Doesn't allow `undefined` or functions, because what these should become isn't decided
 * here.
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** How a text is laid out: its line break, and the indentation of one level. */
interface Layout {
  readonly eol: string;
  readonly unit: string;
}

const lineBreak = /\r\n|\r|\n/;

/** The layout of the text, taken from its first line break and its first indented line. */
function layoutOf(text: string): Layout {
  return { eol: lineBreak.exec(text)?.[0] ?? '\n', unit: /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ' };
}

/** The white space at the start of the offset's line. */
function indentAt(text: string, offset: number): string {
  const line = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}

/** Whether the offset is preceded only by white space on its line, and there is a line before that. */
const startsLine = (text: string, offset: number): boolean => {
  const before = text.slice(0, offset).trimEnd();
  return lineBreak.test(text.slice(before.length, offset));
};

/** The value on one line, with spaces inside braces, as people write it. */
function inOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, of]) => `${JSON.stringify(name)}: ${inOneLine(of)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The value on as many lines as it needs, for a line indented by `indent`. */
const inLines = (value: Json, indent: string, { eol, unit }: Layout): string =>
  JSON.stringify(value, null, unit)
    .split('\n')
    .join(eol + indent);

/** The text after a value: its comma, and the rest of its line. */
interface Rest {
  /** The offset of the comma, if there is one. */
  readonly comma: number | undefined;
  /** Offset after the value, its comma, and the comments on its line. */
  readonly end: number;
  /** Whether nothing else is on the line. */
  readonly endsLine: boolean;
}

function restAfter(text: string, from: number): Rest {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let [comma, end, endsLine]: [number | undefined, number, boolean] = [undefined, from, false];
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const token = text.slice(start, start + scanner.getTokenLength());
    // If the comma is on a later line, the rest of that line counts.
    if (token === ',' && comma === undefined) [comma, endsLine] = [start, false];
    else if (lineBreak.test(token)) endsLine = true;
    else if (!/^([ \t]*$|\/\/|\/\*)/.test(token)) break;
    if (endsLine && comma !== undefined) break;
    if (!endsLine && token.trim() !== '') end = scanner.getPosition();
  }
  return { comma, end, endsLine };
}

const inserted = (offset: number, content: string): Edit => ({ offset, length: 0, content });
const replaced = ({ start, end }: TextSpan, content: string): Edit => ({
  offset: start,
  length: end - start,
  content,
});

/** The text with the member's value replaced. A value on one line is replaced by one on one line. */
export function withValue(text: string, { value: node, span }: Member, value: Json): string {
  const before = spanOf(node);
  const isLong = lineBreak.test(text.slice(before.start, before.end));
  const written = isLong ? inLines(value, indentAt(text, span.start), layoutOf(text)) : inOneLine(value);
  return applyEdits(text, [replaced(before, written)]);
}

/**
 * The text with a member added at the end of the object whose members are given. It's laid out like the one
 * before it.
 */
export function withMember(
  text: string,
  object: TextSpan,
  members: readonly Member[],
  name: string,
  value: Json,
): string {
  const layout = layoutOf(text);
  const key = `${JSON.stringify(name)}: `;
  const last = members.at(-1);
  if (!last) {
    const inside = { start: object.start + 1, end: object.end - 1 };
    const outer = indentAt(text, object.start);
    const inner = outer + layout.unit;
    const added = layout.eol + inner + key + inLines(value, inner, layout);
    const isBlank = text.slice(inside.start, inside.end).trim() === '';
    // A comment in the object is kept, after the new member.
    return applyEdits(text, [
      isBlank ? replaced(inside, added + layout.eol + outer) : inserted(inside.start, added),
    ]);
  }
  const { comma, end } = restAfter(text, last.span.end);
  const isLong = startsLine(text, last.span.start);
  const indent = indentAt(text, last.span.start);
  const added = isLong
    ? layout.eol + indent + key + inLines(value, indent, layout)
    : ` ${key}${inOneLine(value)}`;
  const afterComma = comma === undefined ? last.span.end : comma + 1;
  const at = isLong ? Math.max(end, afterComma) : afterComma;
  if (comma !== undefined) return applyEdits(text, [inserted(at, `${added},`)]);
  if (at === last.span.end) return applyEdits(text, [inserted(at, `,${added}`)]);
  // A comment on the line of the previous member remains on that line.
  return applyEdits(text, [inserted(last.span.end, ','), inserted(at, added)]);
}

/** The text without one of an object's members, its comma, and the comment on its line. */
export function withoutMember(text: string, members: readonly Member[], member: Member): string {
  const { start } = member.span;
  const { comma, end, endsLine } = restAfter(text, member.span.end);
  const before = members[members.indexOf(member) - 1];
  const commaBefore = comma === undefined && before ? restAfter(text, before.span.end).comma : undefined;
  const removed =
    commaBefore === undefined ? [] : [replaced({ start: commaBefore, end: commaBefore + 1 }, '')];
  const afterComma = comma === undefined ? member.span.end : comma + 1;
  if (endsLine && startsLine(text, start)) {
    const from = text.slice(0, start).trimEnd().length;
    return applyEdits(text, [...removed, replaced({ start: from, end: Math.max(end, afterComma) }, '')]);
  }
  // The space after the comma is removed with it; without a comma, the space before the member is.
  const spacesAfter = /^[ \t]*/.exec(text.slice(afterComma))?.[0].length ?? 0;
  const range =
    comma === undefined
      ? { start: start - blanksBefore(text, start), end: afterComma }
      : { start, end: afterComma + spacesAfter };
  return applyEdits(text, [...removed, replaced(range, '')]);
}
