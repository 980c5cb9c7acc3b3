import { tokenAddress } from '../../request/connection';
import { environment } from '../../request/environment';
import {
  addressParts,
  asciiJson as literal,
  isList,
  openingComment,
  tokenFields,
  variablesOf,
  type RequestToCopy,
} from './requestToCopy';

const dayFunctions = { date: 'dateOf', start: 'startOf' } as const;

const dayCode = `
const calendar = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Oslo" }); // writes dates as 2026-03-29

/** The date in the market's time zone, so many days after today. */
function dateOf(days: number): string {
  const date = new Date(calendar.format(Date.now()));
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
`;
const startCode = `
/** The instant at which that day starts. Its clocks are two hours ahead of UTC, or one. */
function startOf(days: number): string {
  const date = dateOf(days);
  const summer = new Date(date + "T00:00:00+02:00");
  const start = calendar.format(summer) === date ? summer : new Date(date + "T00:00:00+01:00");
  return start.toISOString().replace(".000", "");
}
`;

const secretCode = `
function secret(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error("Set the environment variable " + name + ".");
  return value;
}
`;

/**
 * A module for Node 20 or newer, without packages. Its types can be stripped, so newer versions run it
 * directly. It declares the only part of Node that it needs beyond browser types, so it works without Node's
 * types.
 */
export function typescriptRequest(query: RequestToCopy): string {
  const { connection } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const secret = (name: string) => `secret(${literal(name)})`;
  const form = tokenFields(query, literal, secret).map(([name, code]) => `${name}: ${code},`);
  const isBasic = clientAuthentication === 'basic';
  const basic = `
  const client = ${literal(`${encodeURIComponent(clientId)}:`)} + encodeURIComponent(${secret(environment.clientSecret)});
  const headers = { authorization: "Basic " + btoa(client) };`;
  const parts = addressParts(query);
  const meanings = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.meaning]));
  const address = parts.map((part) =>
    typeof part === 'string' ? literal(part) : `${dayFunctions[part.meaning]}(${part.days})`,
  );
  const needsSecrets = variablesOf(query).length > 0;
  return `${openingComment('//', query)}
// Run with "npx tsx FILE.ts", or with "node FILE.ts" on Node 22.18 or newer.

declare const process: { env: Record<string, string | undefined>; exitCode?: number };
${needsSecrets ? secretCode : ''}
/** The words of a response, without characters that control a terminal. */
const words = (text: string) => text.slice(0, 2000).replace(/\\p{Cc}/gu, "");
${meanings.length > 0 ? dayCode : ''}${meanings.includes('start') ? startCode : ''}
/** Follows no redirect, which would send the secrets to another address. */
export async function load(): Promise<unknown[]> {
  const body = new URLSearchParams({
${form.map((line) => `    ${line}`).join('\n')}
  });${isBasic ? basic : ''}
  const signIn = await fetch(${literal(tokenAddress(connection))}, {
    method: "POST",
    redirect: "manual",
${isBasic ? '    headers,\n' : ''}    body,
  });
  const granted = await signIn.text();
  if (signIn.status !== 200) {
    throw new Error(\`The sign-in failed: HTTP \${signIn.status}. \${words(granted)}\`);
  }
  const { access_token: token } = JSON.parse(granted) as { access_token?: string };
  if (typeof token !== "string") throw new Error("The response to the sign-in has no token.");

  const url = ${address.join(' + ').replaceAll('" + "', '')};
  const get = () =>
    fetch(url, {
      redirect: "manual",
      headers: {
        authorization: ${literal(`${tokenScheme} `)} + token,
        accept: "application/json",
${secretHeaders.map((name) => `        ${literal(name)}: ${secret(environment.header(name))},\n`).join('')}      },
    });
  let response = await get();
  const wait = response.headers.get("retry-after") ?? "";
  if (response.status >= 400 && /^\\d+$/.test(wait) && Number(wait) <= 120) {
    console.error(\`The service is busy. Trying again in \${wait} s.\`);
    await new Promise((resolve) => setTimeout(resolve, Number(wait) * 1000));
    response = await get();
  }
  if (response.status === 204) return [];
  const text = await response.text();
  const data: unknown = response.status === 200 ? JSON.parse(text) : undefined;
  if (${isList(query) ? '!Array.isArray(data)' : 'typeof data !== "object" || data === null'}) {
    throw new Error(\`No data was received: HTTP \${response.status}. \${words(text)}\`);
  }
  return ${isList(query) ? 'data' : '[data]'};
}

load().then(
  (records) => console.log(JSON.stringify(records.slice(0, 2), null, 2), "\\nRecords:", records.length),
  (error: Error) => {
    console.error(error.message, String(error.cause ?? ""));
    process.exitCode = 1;
  },
);
`;
}
