import * as l10n from '@vscode/l10n';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Sentence } from '../../text/l10n';
import { oneLine } from '../../text/plainText';
import { nearest } from './nearest';
import type { FileProblem, TextSpan } from '../queryFile';

/** Collects the problems of a file. */
export interface Problems {
  /** Something that JSON itself rejects. */
  readonly syntax: (at: TextSpan, message: () => string) => void;
  /** Something that the schema of query files rejects. */
  readonly shape: (at: TextSpan, message: () => string) => void;
  /** Something that only the reader knows. */
  readonly meaning: (at: TextSpan, message: () => string) => void;
}

const longestMessage = 500;

/** Per file. Nobody reads more, and wording them takes time. */
const mostProblems = 100;

/** How many more problems a file may have before only the first one of each query is reported. */
export interface Budget {
  left: number;
}

/** The budget of one reading of a file. */
export const fullBudget = (): Budget => ({ left: mostProblems });

/** Collects problems in `found`. Messages quote the file, so they are reduced to one line. */
export function problemsIn(found: FileProblem[], budget = fullBudget()): Problems {
  const add =
    (mark: Pick<FileProblem, 'isSyntax' | 'isShape'>) =>
    ({ start, end }: TextSpan, message: () => string) => {
      // The first problem is always reported, because it keeps a query from running.
      if (found.length > 0 && budget.left <= 0) return;
      budget.left -= 1;
      found.push({ start, end, message: oneLine(message(), longestMessage), ...mark });
    };
  return { syntax: add({ isSyntax: true }), shape: add({ isShape: true }), meaning: add({}) };
}

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
      problems.syntax(nameSpan, () =>
        l10n.t('"{0}" occurs more than once. Only the first one is used.', key),
      );
      continue;
    }
    const span = { start: nameSpan.start, end: spanOf(value).end };
    members.set(key, { name: key, nameSpan, span, value });
  }
  return members;
}

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

/**
 * Reads a value of a member. Returns `undefined` if the member is missing, or has any other value, which is
 * reported.
 */
export type Read<Value> = (member: Member | undefined, problems: Problems) => Value | undefined;

/** Reads a string. */
export const readText: Read<string> = (member, problems) => {
  if (!member) return undefined;
  const value: unknown = member.value.value;
  if (typeof value === 'string') return value;
  problems.shape(spanOf(member.value), () => l10n.t('{0} must be a string.', member.name));
  return undefined;
};

/** Reads a string that isn't empty. */
export const readName: Read<string> = (member, problems) => {
  const text = readText(member, problems);
  if (!member || text === undefined || text.trim() !== '') return text;
  problems.shape(spanOf(member.value), () => l10n.t("{0} can't be empty.", member.name));
  return undefined;
};

/** Reads `true` or `false`. */
export const readFlag: Read<boolean> = (member, problems) => {
  if (!member) return undefined;
  const value: unknown = member.value.value;
  if (typeof value === 'boolean') return value;
  problems.shape(spanOf(member.value), () => l10n.t('{0} must be true or false.', member.name));
  return undefined;
};

/** Reads one of several fixed texts. */
export const readWord =
  <Word extends string>(words: readonly Word[]): Read<Word> =>
  (member, problems) => {
    if (!member) return undefined;
    const found = words.find((word) => word === member.value.value);
    if (found === undefined) {
      problems.shape(spanOf(member.value), () =>
        l10n.t('{0} must be one of: {1}.', member.name, words.join(', ')),
      );
    }
    return found;
  };
