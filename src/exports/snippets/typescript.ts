import { responseType } from '../types/recordTypes';
import { recordDeclarations } from '../types/typescript';
import { dataPath, neededFunctions, queryParameters } from './days';
import { environment } from '../../request/environment';
import {
  addressesText,
  attempts,
  dataFields,
  longestWaitSeconds,
  partialText,
  timeoutSeconds,
  typescriptLiteral as literal,
  tokenFields,
  wordFields,
  type SnippetQuery,
  snippetOpening,
} from './environment';

/** The snippet's functions that turn a day into the value to send. */
const dayFunctions = { date: 'dateOf', start: 'startOf', end: 'endOf' } as const;

/** The constants of the query: a path and, for a query by days, the parameters. */
function queryCode(query: SnippetQuery): string {
  const { days } = query;
  const path = `const dataPath = ${literal(dataPath(query))};`;
  if (!days) return path;
  const lines = queryParameters(query).map(({ name, value, day }) =>
    day
      ? `  ${name}: ${dayFunctions[day.meaning]}(${literal(day.word)}), // ${value}`
      : `  ${name}: ${literal(value)},`,
  );
  return `${path}
const timeZone = ${literal(days.zone)}; // whose midnight starts a day
/** Worked out for each request. The comments say what the copied query sent. */
export const parameters = () => ({
${lines.join('\n')}
});`;
}

/** The sign-in of the sample service belongs to its address, which the environment can replace. */
const sampleCode = ({ username, password }: NonNullable<SnippetQuery['sampleSignIn']>) => `
/** The sign-in of the sample service is the same for everyone. That of another service is in the environment. */
const sampleSignIn: Record<string, string> = {
  ${environment.username}: ${literal(username)},
  ${environment.password}: ${literal(password)},
};
`;

/** `Intl` knows when clocks change. */
const dayCode = {
  date: `const calendar = new Intl.DateTimeFormat("sv", { timeZone }); // writes dates as 2026-03-29

/** The date of "today", "tomorrow", "yesterday", "today-7d", or "2026-03-29", and so many days later. */
export function dateOf(day: string, later = 0): string {
  const [, word, shift = 0] = /^(today|tomorrow|yesterday)(?:([+-]\\d+)d)?$/.exec(day) ?? [];
  const date = new Date(word === undefined ? day : calendar.format(Date.now()));
  const days = word === "tomorrow" ? 1 : word === "yesterday" ? -1 : 0;
  date.setUTCDate(date.getUTCDate() + days + Number(shift) + later);
  return date.toISOString().slice(0, 10);
}

`,
  start: `/** The instant at which a day starts, in UTC. A day on which clocks change has 23 or 25 hours. */
export function startOf(day: string, later = 0): string {
  const date = dateOf(day, later);
  let instant = Date.parse(date) - 14 * 3_600_000; // no time zone is further ahead
  while (calendar.format(instant) < date) instant += 900_000; // clocks differ by quarter hours
  return new Date(instant).toISOString().replace(".000", "");
}

`,
  end: `/** The instant at which a day ends, in UTC. */
export function endOf(day: string): string {
  return startOf(day, 1);
}

`,
};

/**
 * A module for Node 20.16 or newer, without packages. Its types can be stripped, so newer versions run it
 * directly. It declares the only part of Node that it needs beyond browser types, so it works without Node's
 * types.
 */
export function typescriptSnippet(query: SnippetQuery): string {
  const { dataset, days, connection, sampleSignIn } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const record = responseType(dataset).record.name;
  const read = (name: string) => `secret(${literal(name)})`;
  const form = [
    ...tokenFields(connection).map(([name, value]) => `    [${literal(name)}, ${literal(value)}],`),
    `    ["username", ${read(environment.username)}],`,
    `    ["password", ${read(environment.password)}],`,
    ...(clientAuthentication === 'body' ? [`    ["client_secret", ${read(environment.clientSecret)}],`] : []),
  ];
  const basic =
    clientAuthentication === 'basic'
      ? `
  // The client ID and secret are form-encoded before they go into the header (RFC 6749, 2.3.1).
  const client = [${literal(clientId)}, ${read(environment.clientSecret)}].map(encodeURIComponent).join(":");
  const headers = { authorization: \`Basic \${btoa(client)}\` };`
      : '';
  const headers = secretHeaders.map((name) => `      ${literal(name)}: ${read(environment.header(name))},\n`);
  return `${snippetOpening('//', query)}
// Run with "npx tsx FILE.ts", or with "node FILE.ts" on Node 22.18 or newer. Ends with status 0 if there is
// data or the service says that there is none, otherwise with 1. Or import load from this file.

declare const process: {
  argv: string[];
  env: Record<string, string | undefined>;
  exitCode?: number;
  getBuiltinModule(name: "fs"): { existsSync(path: string): boolean; realpathSync(path: string): string };
  getBuiltinModule(name: "url"): { pathToFileURL(path: string): URL };
};

// ${addressesText}.
const baseUrl = ${literal(connection.baseUrl)};
const authUrl = ${literal(connection.authUrl)};
const tokenPath = ${literal(connection.tokenPath)};
${queryCode(query)}
const timeoutSeconds = ${timeoutSeconds}; // without any data
const longestWaitSeconds = ${longestWaitSeconds};
${sampleSignIn ? sampleCode(sampleSignIn) : ''}
${recordDeclarations(dataset)}

interface Reply {
  status: number;
  headers: Headers;
  body: string;
}

function secret(name: string): string {
  const value = ${sampleSignIn ? `process.env[${literal(environment.authUrl)}] === undefined ? sampleSignIn[name] : ` : ''}process.env[name];
  if (value === undefined) throw new Error(\`Set the environment variable \${name}.\`);
  return value;
}

/** The address in the environment, or the usual one. Secrets go only over HTTPS, or to this machine. */
function address(name: string, usual: string): string {
  const text = process.env[name];
  if (text === undefined) return usual;
  const here = /^http:\\/\\/(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])([:/]|$)/i;
  const isSecret = /^https:\\/\\/[^/]/i.test(text) || here.test(text);
  if (!isSecret || /[^!-~]|[?#@\\\\]/.test(text) || !URL.canParse(text)) {
    throw new Error(\`\${name} must be an address with HTTPS, or with HTTP on this machine.\`);
  }
  return text.replace(/\\/+$/, "");
}

/** Does not follow redirects, which would send the secrets to another address. */
async function request(url: string, init: RequestInit): Promise<Reply> {
  const abort = new AbortController();
  const startTimer = () => setTimeout(() => abort.abort(), timeoutSeconds * 1000);
  let timer = startTimer();
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal: abort.signal });
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    let body = "";
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      clearTimeout(timer);
      timer = startTimer();
      body += decoder.decode(part.value, { stream: true });
    }
    return { status: response.status, headers: response.headers, body: body + decoder.decode() };
  } catch (error) {
    if (abort.signal.aborted) throw new Error(\`The service sent nothing for \${timeoutSeconds} s.\`);
    throw new Error(\`The service could not be reached, or its response was interrupted: \${reason(error)}\`);
  } finally {
    clearTimeout(timer);
  }
}

/** The innermost cause, which says more than "fetch failed". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { cause?: unknown };
  return cause === undefined ? error.message : reason(cause);
}

/** The words of the service, without characters that control a terminal. */
function words(body: string): string {
  return body.slice(0, 2000).replace(/[^\\P{Cc}\\t\\n]/gu, "");
}

function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300 && status !== 206;
}

function rejection(what: string, { status, body }: Reply): Error {
  if (status === 206) return new Error(${literal(partialText)});
  return status >= 300 && status < 400
    ? new Error(\`\${what}: HTTP \${status}, a redirect to another address, which was not followed.\`)
    : new Error(\`\${what}: HTTP \${status}. \${words(body)}\`);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error("The response is not JSON, or is incomplete.");
  }
}

const dataFields = [${dataFields(dataset).map(literal).join(', ')}];

/** Whether the data has one of the fields above. Otherwise, it's an error, whatever the status says. */
function isRecord(data: unknown): boolean {
  return typeof data === "object" && data !== null && dataFields.some((name) => name in data);
}

/** The words of the service in a response without a token. The rest of it may be secret, or be the token. */
function said(data: unknown): string {
  if (typeof data !== "object" || data === null) return "";
  const fields = new Map<string, unknown>(Object.entries(data));
  for (const name of [${wordFields.map(literal).join(', ')}]) {
    const field = fields.get(name);
    const text = typeof field === "string" ? words(field) : said(field);
    if (text !== "") return text;
  }
  return "";
}

let token: { text: string; until: number } | undefined;

async function getToken(): Promise<string> {
  if (token !== undefined && Date.now() < token.until) return token.text;${basic}
  const body = new URLSearchParams([
${form.join('\n')}
  ]);
  const reply = await request(address(${literal(environment.authUrl)}, authUrl) + tokenPath, { method: "POST", ${basic ? 'headers, ' : ''}body });
  if (!isSuccess(reply)) throw rejection("The sign-in failed", reply);
  const granted = parse(reply.body) as { access_token?: unknown; expires_in?: unknown } | null;
  if (typeof granted?.access_token !== "string") {
    throw new Error(\`The sign-in failed: the response contains no token. \${said(granted)}\`.trimEnd());
  }
  // Renewed a minute early. A token without a lifetime is used until the service responds with 401.
  const lifetime = Number(granted.expires_in ?? Infinity) - 60;
  token = { text: granted.access_token, until: Date.now() + lifetime * 1000 };
  return token.text;
}

/** The seconds that Retry-After names, as a number or as a date; undefined if there is no usable one. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\\d+$/.test(value)) return Number(value);
  const sent = Date.parse(headers.get("date") ?? "");
  const wait = Math.ceil((Date.parse(value) - (Number.isNaN(sent) ? Date.now() : sent)) / 1000);
  return Number.isNaN(wait) ? undefined : wait;
}

${neededFunctions(query, dayCode)}/** The records; none if the service says that there is no data. */
export async function load(): Promise<${record}[]> {
${
  days
    ? `  const pairs = Object.entries(parameters()).map((pair) => pair.map(encodeURIComponent).join("="));
  // Colons and commas are sent as they are.
  const path = \`\${dataPath}?\${pairs.join("&").replace(/%3A|%2C/g, decodeURIComponent)}\`;
`
    : ''
}  const url = address(${literal(environment.baseUrl)}, baseUrl) + ${days ? 'path' : 'dataPath'};
  let renewed = false;
  for (let attempt = 1; ; attempt += 1) {
    const headers = {
      authorization: ${literal(`${tokenScheme} `)} + (await getToken()),
      accept: "application/json",
${headers.join('')}    };
    const reply = await request(url, { headers });
    const named = retryAfter(reply.headers);
    if (reply.status === 401 && !renewed) {
      renewed = true;
      token = undefined;
    } else if (reply.status === 429 || (reply.status === 503 && named !== undefined)) {
      if (attempt >= ${attempts}) throw rejection(\`The service is busy, even after \${attempt} attempts\`, reply);
      const wait = Math.max(1, named ?? 2 ** (attempt - 1));
      if (wait > longestWaitSeconds) {
        const limit = \`this script waits for \${longestWaitSeconds} s at most\`;
        throw rejection(\`The service is busy. Retry-After is \${wait} s; \${limit}\`, reply);
      }
      console.error(\`The service is busy. Trying again in \${wait} s.\`);
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    } else if (reply.status === 204) {
      return [];
    } else if (!isSuccess(reply)) {
      throw rejection("No data was received", reply);
    } else {
      const data = parse(reply.body);
      if (typeof data === "string") {
        console.error(\`No data. \${words(data)}\`);
        return [];
      }
      const records: unknown[] = Array.isArray(data) ? data : [data];
      const other = records.findIndex((each) => !isRecord(each));
      if (other >= 0) {
        const body = JSON.stringify(records[other]);
        throw rejection("The service sent something other than data", { ...reply, body });
      }
      return records as ${record}[];
    }
  }
}

/** Whether this file was started, and not imported. */
function isProgram(): boolean {
  const { existsSync, realpathSync } = process.getBuiltinModule("fs");
  const { pathToFileURL } = process.getBuiltinModule("url");
  const program = process.argv[1] ?? "";
  const { url } = import.meta as { url?: string };
  return existsSync(program) && pathToFileURL(realpathSync(program)).href === url;
}

if (isProgram()) {
  load().then(
    (records) => console.log(JSON.stringify(records.slice(0, 2), null, 2), \`\\nRecords: \${records.length}\`),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
`;
}
