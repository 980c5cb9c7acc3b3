import {
  isVariable,
  parametersIn,
  requestTo,
  type ParametersInText,
  type RequestInText,
} from './requestInText';
import { commandsIn } from './shellWords';

/**
 * What may precede a command on its line: a prompt, a variable for the output, and a folder. None of them can
 * extend past a point where another command could begin, so each part of a long line is examined only once.
 */
const start =
  /(?:^|&&|;)[ \t]*(?:(?:\$|>|(?:PS|[A-Z]:)(?:(?!&&)[^>;\r\n\u2028\u2029])*>)[ \t]*)?(?:\$[\w:]+[ \t]*=[ \t]*)?(?:[^\s"'`;&]*[\\/])?(?=(?:curl|curl\.exe|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)[ \t])/gim;

/** The letters of curl's options that take a value. */
const valued = 'AbcCdDeEFHKmoPQrtTuUwxXyYz';

const valuedNames =
  'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert ciphers config connect-timeout connect-to cookie cookie-jar crlfile data data-ascii data-binary data-raw data-urlencode doh-url dump-header form form-string header hsts interface json keepalive-time key limit-rate max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir pass pinnedpubkey preproxy proxy proxy-header proxy-user range rate referer request request-target resolve retry retry-delay retry-max-time socks5 socks5-hostname speed-limit speed-time stderr tls-max trace trace-ascii unix-socket upload-file url url-query user user-agent write-out';

/** The options that take a value, by name: those of curl, and those of PowerShell. */
const valuedOptions = new Set([
  ...valuedNames.split(' ').map((name) => `--${name}`),
  ...'-uri -headers -method -body -outfile -contenttype -websession -useragent -proxy'.split(' '),
]);

/** The options that some letters abbreviate; only options that matter here. */
const names: Readonly<Record<string, string>> = {
  d: '--data',
  X: '--request',
  G: '--get',
  I: '--head',
  F: '--form',
  T: '--upload-file',
};

type Option = readonly [name: string, value: string];

/**
 * The requests of the commands in a text that run curl, or PowerShell's Invoke-WebRequest and
 * Invoke-RestMethod. If a command names several addresses, there is a request for each.
 */
export function curlRequests(text: string): RequestInText[] {
  return commandsIn(text, start).flatMap(([command = '', ...words]) => {
    const isCurl = /^curl/i.test(command);
    const { addresses, options } = argumentsIn(words, isCurl);
    const has = (...wanted: string[]) => options.some(([name]) => wanted.includes(name));
    const isGet = has('--get');
    const data = options.flatMap(([name, value]) => dataOf(name, value));
    const sends = !isGet && (data.length > 0 || has('--form', '--upload-file', '--json', '-body'));
    const given = options.filter(([name]) => name === '--request' || name === '-method').at(-1)?.[1];
    const method = given ?? (has('--head') ? 'HEAD' : sends ? 'POST' : 'GET');
    const ofUrl = options.flatMap(([name, value]) => (name === '--url-query' ? encodedOf(value) : []));
    const more = isGet ? [...data, ...ofUrl] : ofUrl;
    return addresses.map((address) => requestTo(address, method, more));
  });
}

/** Separates addresses from options and their values. */
function argumentsIn(words: readonly string[], isCurl: boolean): { addresses: string[]; options: Option[] } {
  const addresses: string[] = [];
  const options: Option[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [name, attached] = isCurl && /^-[^-]/.test(word) ? letterOption(word, options) : [word, undefined];
    if (!name.startsWith('-')) {
      addresses.push(word);
      continue;
    }
    const known = isCurl ? name : name.toLowerCase();
    const isValued = attached !== undefined || valuedOptions.has(known);
    const value = isValued && attached !== '' ? attached : undefined;
    if (isValued && value === undefined) at += 1;
    const given = isValued ? (value ?? words[at] ?? '') : '';
    if (known === '--url' || known === '-uri') addresses.push(given);
    else options.push([known, given]);
  }
  return { addresses, options };
}

/**
 * The last option in letters such as `-sSLH`, with its value if the rest of the word is that; adds the
 * options before it to `options`.
 */
function letterOption(word: string, options: Option[]): [name: string, value: string | undefined] {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at);
    const name = names[letter] ?? `-${letter}`;
    if (valued.includes(letter)) return [name, word.slice(at + 1)];
    if (at === word.length - 1) return [name, undefined];
    options.push([name, '']);
  }
  return [word, undefined];
}

/** What an option adds to the body, which `-G` turns into a query. */
function dataOf(name: string, value: string): ParametersInText {
  if (name === '--data-urlencode') return encodedOf(value);
  if (name === '--data-raw') return parametersIn(value);
  if (!['--data', '--data-ascii', '--data-binary'].includes(name)) return [];
  return value.startsWith('@') ? [['', null]] : parametersIn(value);
}

/** `name=text`, whose text curl encodes. A value that curl would read from a file is unknown. */
function encodedOf(value: string): ParametersInText {
  const [, name = '', mark, content = ''] = /^([^=@]*)([=@])?([^]*)$/.exec(value) ?? [];
  if (mark === '=') return [[name, isVariable(content) ? null : content]];
  return mark === '@' ? [[name, null]] : [[name, '']];
}
