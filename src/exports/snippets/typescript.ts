import { tokenAddress } from '../../request/connection';
import type { SnippetQuery } from './snippets';
import { environment, opening, typescriptLiteral as literal, tokenFields } from './environment';
import { recordInterface } from './rowType';

/** For Node 20 or newer, without packages. Its types can be stripped, so newer versions run it directly. */
export function typescriptSnippet(query: SnippetQuery): string {
  const { dataset, url, connection } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
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
  headers.authorization = \`Basic \${Buffer.from(client).toString("base64")}\`;`
      : '';
  const headers = secretHeaders.map(
    (name) => `        ${literal(name)}: ${read(environment.header(name))},\n`,
  );
  return `${opening('//', query)}
// Run with "npx tsx FILE.ts", or with "node FILE.ts" on Node 22.18 or newer.
const tokenUrl = ${literal(tokenAddress(connection))};
const dataUrl = ${literal(url)};

${recordInterface(dataset.record)}

function secret(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`Set the environment variable \${name}.\`);
  return value;
}

let token: { text: string; until: number } | undefined;

async function getToken(): Promise<string> {
  if (token && Date.now() < token.until) return token.text;
  const headers: Record<string, string> = {};${basic}
  const body = new URLSearchParams([
${form.join('\n')}
  ]);
  const response = await fetch(tokenUrl, { method: "POST", headers, body, redirect: "error" });
  if (!response.ok) throw new Error(\`No token: HTTP \${response.status}\`);
  const granted = (await response.json()) as { access_token: string; expires_in?: number };
  // Renewed a minute early. A token without a lifetime is used until the service responds with 401.
  const lifetime = (granted.expires_in ?? Infinity) - 60;
  token = { text: granted.access_token, until: Date.now() + lifetime * 1000 };
  return token.text;
}

/** The milliseconds to wait, from a Retry-After value in seconds or as an HTTP date. */
function retryAfter(value: string | null): number {
  if (value === null) return 2000;
  const wait = /^\\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : 2000;
}

async function load(): Promise<MarketRecord[]> {
  let renewed = false;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const response = await fetch(dataUrl, {
      redirect: "error",
      headers: {
        authorization: ${literal(`${tokenScheme} `)} + (await getToken()),
        accept: "application/json",
${headers.join('')}      },
    });
    if (response.status === 204) return [];
    if (response.status === 401 && !renewed) {
      renewed = true;
      token = undefined;
    } else if (response.status === 429) {
      const wait = retryAfter(response.headers.get("retry-after"));
      await new Promise((resolve) => setTimeout(resolve, wait));
    } else if (!response.ok) {
      throw new Error(\`HTTP \${response.status}: \${await response.text()}\`);
    } else {
      const body: unknown = await response.json();
      if (typeof body === "string") return []; // the service's "no data" message
      return (Array.isArray(body) ? body : [body]) as MarketRecord[];
    }
  }
  throw new Error("The service is still busy after five attempts.");
}

load().then(
  (records) => console.log(JSON.stringify(records.slice(0, 2), null, 2), \`\\n\${records.length} records\`),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
`;
}
