import type { UrlInText } from './urlInText';

/**
 * What the text around a URL adds to the request, as the text has it: a query without it could request more.
 */
interface OutsideUrl {
  /** An option, a word, or a parameter that says that parameters aren't in the URL. */
  readonly parameters?: string;
  /** Whether the request uses a method other than GET. */
  readonly isOtherMethod: boolean;
}

/** Options of curl without a value, which may precede another one in the same word, as in `-sG`. */
const flags = '[#0-9afgijklnNOpqRsSvVZBMJL]*';

const parameterOptions = new RegExp(
  `(?:^|\\s)(-${flags}[dGFT]|--(?:get|data|json|form|url-query|upload-file|post|body)[\\w-]*|-(?:Body|Form)\\b)`,
);

/** Parameters as an argument of a function, and a part of a query that isn't in the URL. */
const parameterWords = /(params\b|urlencode|query_?param)/i;
const partOfQuery = /(?:^|["'`\s])([?&](?:[\w%.-]{1,100}=|[{$]))/m;

/** Names that other text uses as well, such as HTTP headers and logs. */
const commonNames = new Set(['status', 'date', 'connection', 'endpoint']);

const methods = '(?:POST|PUT|PATCH|DELETE|HEAD|OPTIONS)';
const getBefore = /(?:\bGET["']?,?|\.[gG]et(?:Async)?\()\s{0,9}[frb]?["'`<]?$/;
const otherMethods = [
  new RegExp(`\\b${methods}\\b`),
  new RegExp(`\\.${methods}(?:async)?(?![a-z])`, 'i'),
  new RegExp(`(?:^|\\s)(?:-${flags}I|--head)(?![\\w-])`),
  new RegExp(`(?:^|\\s)(?:-${flags}X\\s*|--request[ =]\\s*)["']?(?!GET\\b)[\\w$]`),
  /(?:\s-Method\s+|\bmethod["']?\s*[=:]\s*)["']?(?!GET\b)[\w$]/i,
];
/** The start of an `.http` request, whose method may be in small letters. */
const methodBefore = new RegExp(`(?:^|\\n)[ \\t]*${methods}[ \\t]+$`, 'i');

/** Takes linear time. */
export function outsideUrl(url: UrlInText): OutsideUrl {
  const { before, after } = url;
  // The parameters of other requests don't matter.
  const text = `${before}\n${after}`.replace(/[^\s"'`<>]\?[^\s"'`<>]*/g, ' ');
  const statement = `${lastStatement(before)} ${firstStatement(after)}`;
  const found =
    parameterOptions.exec(statement) ??
    parameterWords.exec(text) ??
    partOfQuery.exec(text) ??
    missingName(url)?.exec(text) ??
    // Without a query, an argument after the URL is likely to contain the parameters.
    (url.query === '' ? /^["'`]\s*,\s*([a-z_]\w*)\s*[,)]/i.exec(after) : null);
  return {
    ...(found?.[1] !== undefined && { parameters: found[1] }),
    isOtherMethod:
      methodBefore.test(before.slice(-200)) ||
      (!getBefore.test(before.slice(-20)) && otherMethods.some((pattern) => pattern.test(statement))),
  };
}

/** A pattern for parameters of the dataset that aren't in the URL. */
function missingName({ dataset, query }: UrlInText): RegExp | undefined {
  const inUrl = new Set(query.split('&').map((pair) => pair.split('=', 1)[0]?.toLowerCase()));
  const names = dataset.parameters
    .map(({ name }) => name)
    .filter((name) => !commonNames.has(name) && !inUrl.has(name.toLowerCase()));
  if (names.length === 0) return undefined;
  const any = `(?:${names.join('|')})`;
  return new RegExp(`(?<![\\w-])(?:["'\`](?=${any}["'\`])|(?=${any}\\s*[=:]))(${any})`, 'i');
}

/** Whether a line belongs to the statement of the line before it, in a shell or a program. */
const continues = (line: string, previous: string): boolean =>
  line.trim() !== '' && (/[\\^`]$/.test(previous) || (/^[ \t)\]}]/.test(line) && !/[;)]$/.test(previous)));

function lastStatement(before: string): string {
  const lines = before.split('\n');
  let first = lines.length - 1;
  // The rest of the line with the URL isn't known here, and isn't empty.
  while (first > 0 && continues(`${lines[first] ?? ''}.`, lines[first - 1] ?? '')) first -= 1;
  return lines.slice(first).join('\n');
}

function firstStatement(after: string): string {
  const lines = after.split('\n');
  let end = 1;
  while (end < lines.length && continues(lines[end] ?? '', lines[end - 1] ?? '')) end += 1;
  return lines.slice(0, end).join('\n');
}
