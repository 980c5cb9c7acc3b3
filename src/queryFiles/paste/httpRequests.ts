import { requestTo, type RequestInText } from './requestInText';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/**
 * In characters. Longer values are unlikely for a parameter, and a short text must not expand to a very long
 * one.
 */
const mostInVariable = 500;
const mostInRequest = 20_000;

/** The start of a line that is an address without a method: a scheme, a path, a variable, or a host. */
const addressStart = /^["'`<]?(?:https?:\/|\/[^/]|\{\{?[\w$]|[\w.-]+(?::\d+)?\/)/i;

/**
 * The requests of an `.http` file as REST Client, httpYac, and JetBrains read it: each is a line with an
 * address, with or without a method, and the following lines of its query. Variables that the file defines
 * are replaced; of others, `{{name}}` remains. A text that is only an address is such a file, too. Takes
 * linear time.
 */
export function httpRequests(text: string): RequestInText[] {
  const lines = text.split('\n').map((line) => line.trim());
  const variables = new Map<string, string>();
  for (const line of lines.filter((each) => each.startsWith('@'))) define(line, variables);
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('###') || line.startsWith('```')) sections.push([]);
    else if (!/^(?:#|\/\/|@)/.test(line)) sections.at(-1)?.push(line);
  }
  return sections.flatMap((section) => {
    // Other lines, such as those of a script, may come before a request.
    const at = section.findIndex((line) => methodOf(line) !== undefined || addressStart.test(line));
    if (at < 0) return [];
    const [first = '', ...rest] = section.slice(at);
    const end = rest.findIndex((line) => !/^[?&]/.test(line));
    const query = end < 0 ? rest : rest.slice(0, end);
    return [requestOf(filled([first, ...query].join(''), variables, mostInRequest))];
  });
}

/** The method at the start of the line, in the letters used there. */
const methodOf = (line: string): string | undefined => {
  const [first = ''] = line.split(' ', 1);
  return first !== line && methods.includes(first.toUpperCase()) ? first : undefined;
};

function requestOf(line: string): RequestInText {
  const method = methodOf(line);
  return requestTo(addressOf(line.slice(method?.length ?? 0).trim()), method);
}

/** The address without the HTTP version, and without quotation marks or brackets around it. */
function addressOf(text: string): string {
  const version = text.lastIndexOf(' HTTP/');
  const isVersion = version >= 0 && /^ HTTP\/[\d.]+$/.test(text.slice(version));
  const address = (isVersion ? text.slice(0, version) : text).trim().replace(/[,;]$/, '');
  const quoted = /^(?:(["'`])(.*)\1|<(.*)>)$/.exec(address);
  return quoted?.[2] ?? quoted?.[3] ?? address;
}

/** Reads `@name = value`. The value may contain variables that were defined before. */
function define(line: string, variables: Map<string, string>): void {
  const equals = line.indexOf('=');
  if (equals < 0) return;
  const value = line.slice(equals + 1).trim();
  variables.set(line.slice(1, equals).trim(), filled(value, variables, mostInVariable));
}

/** The text with its known variables replaced, as long as the result has at most `most` characters. */
function filled(text: string, variables: ReadonlyMap<string, string>, most: number): string {
  let length = text.length;
  return text.replace(/\{\{[ \t]*([^{}\s]+)[ \t]*\}\}/g, (placeholder, name: string) => {
    const value = variables.get(name);
    if (value === undefined || length + value.length > most) return placeholder;
    length += value.length;
    return value;
  });
}
