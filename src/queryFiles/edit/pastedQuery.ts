import { createScanner, type Node } from 'jsonc-parser';
import { givenParameters } from '../../market/query/enteredDays';
import type { Query } from '../../market/query/query';
import { membersBelow, parsedTree } from '../read/syntaxTree';
import { indentAt, inLines, layoutOf, startsLine } from './memberEdits';
import { blanksBefore } from './positions';
import { unreported, type TextSpan } from '../problems';
import { freeQueryName, suggestedName } from '../queryName';
import { longestFile, readQueryFile } from '../read/readQueryFile';

/** A range of a text, and its replacement. */
interface TextEdit extends TextSpan {
  readonly text: string;
}

/**
 * The edits that insert a query where a person pastes it into a query file: in white space between the file's
 * queries, under a name that isn't taken, with the commas that it needs. `undefined` if the paste is anywhere
 * else.
 */
export function pastedQuery(text: string, pasted: TextSpan, query: Query): TextEdit[] | undefined {
  if (text.length > longestFile) return undefined;
  const queries = membersBelow(parsedTree(text, unreported)).get('queries')?.value;
  if (queries?.type !== 'object') return undefined;
  const between = neighborsOf(text, queries, pasted);
  if (!between) return undefined;
  const { before, after } = between;
  const layout = layoutOf(text);
  const { eol, unit } = layout;
  const first = queries.children?.[0];
  const indent =
    first && startsLine(text, first.offset)
      ? indentAt(text, first.offset)
      : indentAt(text, queries.offset) + unit;
  const { timeZone, queries: present } = readQueryFile(text);
  const name = freeQueryName(
    suggestedName(query),
    present.map((each) => each.name),
  );
  const value = { dataset: query.dataset.id, parameters: givenParameters(query, timeZone) };
  const entry = `${JSON.stringify(name)}: ${inLines(value, indent, layout)}`;

  // Blanks around the pasted range are removed. The line before it is kept, and what follows gets its own
  // line.
  const start = pasted.start - blanksBefore(text, pasted.start);
  const end = pasted.end + (/^[ \t]*/.exec(text.slice(pasted.end))?.[0].length ?? 0);
  const isOnOwnLine = start === 0 || /[\r\n]/.test(text.charAt(start - 1));
  const lead = (isOnOwnLine ? '' : eol) + indent;
  const endsLine = end === text.length || /[\r\n]/.test(text.charAt(end));
  const next = after.mark === '}' ? indentAt(text, queries.offset) : indent;
  const tail = (after.mark === '"' ? ',' : '') + (endsLine ? '' : eol + next);
  const comma = '{,'.includes(before.mark) ? '' : ',';
  const added = lead + entry + tail;
  return before.end === start
    ? [{ start, end, text: comma + added }]
    : [
        { start: before.end, end: before.end, text: comma },
        { start, end, text: added },
      ];
}

/** A token's first character, and the offset of its end. */
interface Neighbor {
  readonly mark: string;
  readonly end: number;
}

/** The tokens before and after a range that is between the members of an object; `undefined` if it isn't. */
function neighborsOf(
  text: string,
  object: Node,
  { start, end }: TextSpan,
): { before: Neighbor; after: Neighbor } | undefined {
  const isInMember = (object.children ?? []).some(
    ({ offset, length }) => offset < end && offset + length > start,
  );
  const isInside = start > object.offset && end < object.offset + object.length;
  if (isInMember || !isInside) return undefined;
  const scanner = createScanner(text, false);
  scanner.setPosition(object.offset);
  let before: Neighbor | undefined;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const tokenEnd = offset + scanner.getTokenLength();
    const mark = text.charAt(offset);
    if (mark.trim() === '') continue;
    // Everything after a line comment on its line is part of the comment.
    const isLineComment = text.startsWith('//', offset);
    if (offset < end && (isLineComment ? tokenEnd >= start : tokenEnd > start)) return undefined;
    if (mark === '/') continue;
    if (offset < end) before = { mark, end: tokenEnd };
    else return isPlace(before, mark) ? { before, after: { mark, end: tokenEnd } } : undefined;
  }
  return undefined;
}

/** Whether a member can be inserted between the tokens, if need be with commas. */
const isPlace = (before: Neighbor | undefined, after: string): before is Neighbor =>
  before !== undefined && '{},'.includes(before.mark) && '"},'.includes(after);
