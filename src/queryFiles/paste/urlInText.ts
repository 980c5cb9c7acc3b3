import { datasetAt, datasets } from '../../market/datasets/datasets';
import type { Dataset } from '../../market/datasets/dataset';

/** A URL, or a path with or without a query, that requests a dataset. */
export interface UrlInText {
  readonly dataset: Dataset;
  /** Not decoded, and without the question mark. */
  readonly query: string;
  /** Whether the text inserts a value into the URL after its path, or continues the URL elsewhere. */
  readonly isPart: boolean;
  /** The text before the URL, and the text after it. */
  readonly before: string;
  readonly after: string;
}

const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Any venue is accepted, also a variable for one: the connection's is used. */
const segmentPattern = (segment: string): string =>
  segment === '{venue}' ? '[^/\\s?#"\'`]+' : escapedPattern(segment);

const pathPattern = ({ path }: Dataset): string => path.slice(1).split('/').map(segmentPattern).join('/+');

/** One of the datasets' paths where the path of a URL ends. */
const datasetPath = new RegExp(
  `(?<![\\w.~%-])(?:${datasets.map(pathPattern).join('|')})(?![\\w~%/@&=+-]|[.:]\\w)`,
);

/**
 * How strings and markup write the characters of a URL. Runs of backslashes are bounded, because a longer one
 * would be read again from each of its characters.
 */
const escapes: readonly (readonly [RegExp, string | ((match: string, code: string) => string)])[] = [
  [/\r\n?/g, '\n'],
  [/\\{1,4}(?:u00|x)([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))],
  [/\\{1,4}(?=[/&?=%:,;+.~_#-])/g, ''],
  // A single quotation mark in a text between single quotation marks of a shell.
  [/'\\''/g, '%27'],
  [/&(?:amp|#38|#x26);/gi, '&'],
  [/&(?:quot|apos|#34|#39);/gi, '"'],
  [/&lt;/gi, '<'],
  [/&gt;/gi, '>'],
  // The escape character of cmd. At the end of a line, it continues the command.
  [/\^(?!\n)/g, ''],
];

/** The first URL in the text whose path ends in a dataset's. Takes linear time. */
export function urlInText(text: string): UrlInText | undefined {
  const read = escapes.reduce(
    (all, [pattern, by]) => (typeof by === 'string' ? all.replace(pattern, by) : all.replace(pattern, by)),
    text,
  );
  const found = datasetPath.exec(read);
  const dataset = found && datasetAt(`/${found[0].replace(/\/+/g, '/')}`);
  if (!dataset) return undefined;
  const pathEnd = found.index + found[0].length;
  const start = startOf(read, found.index);
  const rest = quotedRest(read, start, pathEnd) ?? bareRest(read, start, pathEnd);
  const after = read.slice(pathEnd + rest.length);
  // `#{…}` isn't a fragment, but a variable of Ruby.
  const [query = ''] = rest.split(/#(?!\{)/, 1);
  return {
    dataset,
    query: query.replace(/^\?/, ''),
    isPart: (query !== '' && !query.startsWith('?')) || isCut(query, after),
    before: read.slice(0, start),
    after,
  };
}

/** Where the URL begins that contains the position. */
function startOf(text: string, position: number): number {
  let start = position;
  while (start > 0 && !/[\s"'`<>]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** What follows the path if the URL is between quotation marks. */
function quotedRest(text: string, start: number, pathEnd: number): string | undefined {
  const mark = text.charAt(start - 1);
  if (mark !== '"' && mark !== "'" && mark !== '`') return undefined;
  const end = text.indexOf(mark, pathEnd);
  // In a string within a string, the quotation marks are escaped.
  const rest = text.slice(pathEnd, end < 0 ? pathEnd : end).replace(/(?<!\\)\\{1,9}$/, '');
  return end < 0 || rest.includes('\n') ? undefined : rest;
}

/** Variables may contain spaces. A quotation mark ends a URL unless the URL goes on after it. */
const bareCharacters =
  /(?:\{\{[^{}\n]{0,200}\}\}|\$?\{[^{}\n]{0,200}\}|[^\s"'`<>[\]{}|\\;^]|'(?=[\w%&=+-]))*/y;

/** What follows the path of a URL in running text, without the marks of the sentence and of Markdown. */
function bareRest(text: string, start: number, pathEnd: number): string {
  bareCharacters.lastIndex = pathEnd;
  const [all = ''] = bareCharacters.exec(text) ?? [];
  const [own = ''] = all.split(/,?https?:\//, 1);
  const [balanced = ''] = /^[^()]*(?:\([^()]*\)[^()]*)*/.exec(own) ?? [];
  const emphasis = /^[*_~]+/.exec(text.slice(start, start + 3))?.[0] ?? '';
  const plain =
    emphasis !== '' && balanced.endsWith(emphasis) ? balanced.slice(0, -emphasis.length) : balanced;
  return plain.slice(0, plain.length - (/[.,:!?”’»*]{0,20}$/.exec(plain)?.[0].length ?? 0));
}

/**
 * Whether the text goes on with more of the URL: with a variable or placeholder, on the next line, or with
 * another string.
 */
function isCut(query: string, after: string): boolean {
  const next = after.slice(0, 1000);
  return (
    /^[{$]/.test(next) ||
    /^.?[?&=][<[]/.test(query.slice(-1) + next) ||
    /^(?:\\(?![\\nrt"'])|[\\^`]\n)/.test(next) ||
    /^\n(?:[^\s"'`<>?/]*=|[^\s"'`]+["'`])/.test(next) ||
    /^\\{0,9}["'`](?:[\\\w$]|\s*(?:\+|%|&(?!&)\s*[\w"']|\.["'$\w]|\.\s["'$]|[a-z]{0,2}["'`]))/i.test(next)
  );
}
