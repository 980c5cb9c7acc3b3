import * as l10n from '@vscode/l10n';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Sentence } from '../../text/l10n';
import { nearest } from './nearest';
import { unreported, type Problems, type TextSpan } from '../problems';

/** People don't nest deeper, and the parser is recursive. */
const deepest = 64;
const byteOrderMark = /^\uFEFF/;

/** A string (even if it isn't closed), a comment, or a bracket. Nothing else nests. */
const nesting = /"(?:[^"\\\r\n]|\\[^])*"?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\]]/g;

/** Whether objects and arrays are nested deeper than a query file needs. */
function isTooDeep(text: string): boolean {
  const open: string[] = [];
  for (const [token] of text.matchAll(nesting)) {
    if (token === '{') open.push('}');
    else if (token === '[') open.push(']');
    // Like the parser, this ends an object or an array only at its own closing bracket.
    else if (token === open.at(-1)) open.pop();
    if (open.length > deepest) return true;
  }
  return false;
}

/**
 * Parses JSON with comments and trailing commas. Offsets are those of `text`, with or without a byte order
 * mark. If the text is damaged, the tree contains what is readable. `undefined` if the text is empty or
 * nested too deeply.
 */
export function parsedTree(text: string, problems: Problems): Node | undefined {
  // A space has the same length, so offsets don't change.
  const json = text.replace(byteOrderMark, ' ');
  if (isTooDeep(json)) {
    problems.meaning({ start: 0, end: text.length }, () => l10n.t('The file is nested too deeply.'));
    return undefined;
  }
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, { allowTrailingComma: true });
  for (const { error, offset, length } of errors) {
    const message = syntaxMessages[printParseErrorCode(error)] ?? (() => l10n.t("This isn't valid JSON."));
    const [start = 0, end = 0] = [offset, offset + length].map((at) => Math.min(at, text.length));
    problems.syntax({ start, end }, message);
  }
  // The parser puts the end of an unclosed comment, and of everything that contains it, after the end of the
  // text.
  for (let node = root; node; node = node.children?.at(-1)) {
    Object.assign(node, { length: Math.min(node.length, text.length - node.offset) });
  }
  // The parser doesn't treat an empty text as an error.
  if (!root && errors.length === 0)
    problems.syntax({ start: 0, end: 0 }, () => l10n.t('A value is missing.'));
  return root;
}

/** By the parser's names for its errors. */
const syntaxMessages: Readonly<Partial<Record<string, Sentence>>> = {
  CommaExpected: () => l10n.t('A comma is missing.'),
  ColonExpected: () => l10n.t('A colon is missing.'),
  PropertyNameExpected: () => l10n.t('A property name in double quotes is missing.'),
  ValueExpected: () => l10n.t('A value is missing.'),
  CloseBraceExpected: () => l10n.t('A closing brace is missing.'),
  CloseBracketExpected: () => l10n.t('A closing bracket is missing.'),
  UnexpectedEndOfString: () => l10n.t('A closing quotation mark is missing.'),
  UnexpectedEndOfComment: () => l10n.t('The end of the comment is missing.'),
};

/** The node's range. The parser gives some incomplete nodes a negative length, which counts as 0. */
export const spanOf = ({ offset, length }: Node): TextSpan => ({
  start: offset,
  end: offset + Math.max(length, 0),
});

/** The value of a node that is neither an object nor an array. */
export const scalarOf = ({ type, value }: Node): unknown => (type === 'null' ? null : value);

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly nameSpan: TextSpan;
  /** From the name to the end of the value. */
  readonly span: TextSpan;
  readonly value: Node;
}

export type Members = ReadonlyMap<string, Member>;

/**
 * The members of an object by name, in order; if a name is repeated, the first one. Reports anything but an
 * object, and repeated names. Members without a value have already been reported as syntax errors.
 */
export function membersOf(owner: string, node: Node, problems: Problems): Members | undefined {
  if (node.type !== 'object') {
    problems.shape(spanOf(node), () => l10n.t('{0} must be an object.', owner));
    return undefined;
  }
  const members = new Map<string, Member>();
  for (const property of node.children ?? []) {
    const [name, value] = property.children ?? [];
    const key: unknown = name?.value;
    if (!name || !value || typeof key !== 'string') continue;
    const nameSpan = spanOf(name);
    if (members.has(key)) {
      problems.syntax(nameSpan, () => l10n.t('"{0}" occurs more than once.', key));
      continue;
    }
    const span = { start: nameSpan.start, end: spanOf(value).end };
    members.set(key, { name: key, nameSpan, span, value });
  }
  return members;
}

/** The members of what is reported elsewhere; none if it isn't an object. */
export const membersBelow = (node: Node | undefined): Members =>
  (node?.type === 'object' && membersOf('', node, unreported)) || new Map<string, Member>();

const unknownProperty = (name: string, meant: string | undefined): string =>
  meant === undefined
    ? l10n.t('Unknown property "{0}".', name)
    : l10n.t('Unknown property "{0}". Did you mean "{1}"?', name, meant);

/** Reports members that aren't in `known`, with the name that was probably meant. */
export function rejectUnknown(
  members: Members,
  known: readonly string[],
  problems: Problems,
  message = unknownProperty,
): void {
  for (const { name, nameSpan } of members.values()) {
    if (!known.includes(name)) problems.shape(nameSpan, () => message(name, nearest(name, known)));
  }
}
