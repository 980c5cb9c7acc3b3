import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { snippet } from '../../../src/exports/snippets/snippets';
import type { Connection } from '../../../src/request/connection';
import { findDataset } from '../../../src/market/datasets/datasets';
import { targetOf } from '../../../src/request/requestTarget';
import { propertyRuns } from '../propertyRuns';

/** Everything that could end a literal, a line or a variable of any of the four languages. */
const odd = `a'b"c\\d $HOME \`id\` \${x} %41 +&=? {{y}} # ]ä😀\u2028`;
/** A word that HTTP allows as a scheme, and a shell would run. */
const oddScheme = "Be$HOME`id`'er";
const secrets = {
  MARKET_DATA_USERNAME: `user ${odd}`,
  MARKET_DATA_PASSWORD: `pass%]+${odd}`,
  MARKET_DATA_CLIENT_SECRET: `client:${odd}`,
  MARKET_DATA_HEADER_X_KEY: 'key"\\ 1',
};

let server: Server;
let seen: { path: string; headers: Record<string, unknown>; body: string }[] = [];
const plainToken = '{"access_token":"tok-1","expires_in":3600}';
let tokenBody = plainToken;
let dataAnswers: { status: number; headers?: Record<string, string>; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ path: request.url ?? '', headers: request.headers, body });
      const isToken = request.url === '/id/token';
      const answer = isToken
        ? { status: 200, body: tokenBody }
        : (dataAnswers.shift() ?? { status: 200, body: '[{"type":"price"},{"type":"price"}]' });
      response.writeHead(answer.status, 'headers' in answer ? answer.headers : {}).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
  tokenBody = plainToken;
});

const connectionOf = (clientAuthentication: Connection['clientAuthentication']): Connection => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    name: 'test',
    baseUrl: `${origin}/api`,
    authUrl: `${origin}/id`,
    tokenPath: '/token',
    clientId: clientAuthentication === 'none' ? '' : `id ${odd}`,
    scope: `scope ${odd}`,
    clientAuthentication,
    tokenScheme: oddScheme,
    venue: 'venue',
    secretHeaders: ['X-Key'],
  };
};

const queryOf = (connection: Connection, blockname = odd) => {
  const dataset = findDataset('dayahead-prices')!;
  const parameters = { blockname, deliveryarea: 'NO1,SE1' };
  return {
    dataset,
    connection,
    url: connection.baseUrl + targetOf({ dataset, parameters }, connection),
  };
};

const folder = mkdtempSync(join(tmpdir(), 'snippets-'));
const run = (command: string, args: string[], variables: Readonly<Record<string, string>>) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH, HOME: folder, ...variables };
    execFile(command, args, { env }, (error, out, err) => resolve({ code: error ? 1 : 0, out, err }));
  });

const has = (command: string) => spawnSync(command, ['--version']).status === 0;

const runners = {
  curl: (text: string, variables: Readonly<Record<string, string>> = secrets) => {
    writeFileSync(join(folder, 'run.sh'), text);
    return run('sh', [join(folder, 'run.sh')], variables);
  },
  typescript: (text: string, variables: Readonly<Record<string, string>> = secrets) => {
    writeFileSync(join(folder, 'run.mjs'), transformSync(text, { loader: 'ts' }).code);
    return run(process.execPath, [join(folder, 'run.mjs')], variables);
  },
  python: (text: string, variables: Readonly<Record<string, string>> = secrets) => {
    writeFileSync(join(folder, 'run.py'), text);
    return run('python3', [join(folder, 'run.py')], variables);
  },
} as const;
const isThere = { curl: has('curl'), typescript: true, python: has('python3') };
const targets = ['curl', 'typescript', 'python'] as const;

describe.each(targets)('the %s snippet', (target) => {
  it.skipIf(!isThere[target]).each(['basic', 'body', 'none'] as const)(
    'runs, and sends everything intact with client authentication %s',
    async (clientAuthentication) => {
      const connection = connectionOf(clientAuthentication);
      const text = snippet(target, queryOf(connection));
      for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
      const { code, err } = await runners[target](text);
      expect([code, err]).toEqual([0, '']);
      const [token, data] = seen;
      const form = Object.fromEntries(new URLSearchParams(token?.body));
      expect(form).toEqual({
        grant_type: 'password',
        username: secrets.MARKET_DATA_USERNAME,
        password: secrets.MARKET_DATA_PASSWORD,
        scope: connection.scope,
        ...(clientAuthentication === 'body'
          ? { client_id: connection.clientId, client_secret: secrets.MARKET_DATA_CLIENT_SECRET }
          : {}),
      });
      if (clientAuthentication === 'basic') {
        const pair = Buffer.from(String(token?.headers.authorization).slice(6), 'base64').toString();
        expect(pair.split(':').map(decodeURIComponent)).toEqual([
          connection.clientId,
          secrets.MARKET_DATA_CLIENT_SECRET,
        ]);
      }
      const { searchParams } = new URL(data?.path ?? '', connection.baseUrl);
      expect(Object.fromEntries(searchParams)).toEqual({ deliveryarea: 'NO1,SE1', blockname: odd });
      expect(data?.headers).toMatchObject({
        authorization: `${oddScheme} tok-1`,
        'x-key': 'key"\\ 1',
      });
    },
  );
});

/** What a value must get through: quotes, line breaks, variables, escapes of every language. */
const oddText = (marks: string) => fc.string({ unit: fc.constantFrom(...Array.from(marks)), maxLength: 12 });
const oneLine = oddText(`a1 '"\\$(){}\`%!#&=@+;|~*?<>[]ä😀\u2028\u200e`);
const anyText = oddText(`a '"\\$(){}\`%!#&=@+;\n\r\tä😀\u2028\u0001`);

describe.each(targets)('the %s snippet', (target) => {
  it.skipIf(!isThere[target])('sends any values correctly', { timeout: 60_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ blockname: oneLine, clientId: oneLine, scope: oneLine }),
        fc.record({ username: anyText, password: anyText, clientSecret: anyText }),
        fc.constantFrom('basic', 'body'),
        async ({ blockname, clientId, scope }, secret, clientAuthentication) => {
          seen = [];
          const connection = { ...connectionOf(clientAuthentication), clientId, scope };
          const { code, err } = await runners[target](snippet(target, queryOf(connection, blockname)), {
            ...secrets,
            MARKET_DATA_USERNAME: secret.username,
            MARKET_DATA_PASSWORD: secret.password,
            MARKET_DATA_CLIENT_SECRET: secret.clientSecret,
          });
          expect([code, err]).toEqual([0, '']);
          const form = new URLSearchParams(seen[0]?.body);
          expect([form.get('username'), form.get('password')]).toEqual([secret.username, secret.password]);
          expect(form.get('scope') ?? '').toBe(scope);
          const pair = Buffer.from(String(seen[0]?.headers.authorization).slice(6), 'base64');
          const client =
            clientAuthentication === 'basic'
              ? pair.toString().split(':').map(decodeURIComponent)
              : [form.get('client_id') ?? '', form.get('client_secret')];
          expect(client).toEqual([clientId, secret.clientSecret]);
          const { searchParams } = new URL(seen[1]?.path ?? '', connection.baseUrl);
          expect(searchParams.get('blockname')).toBe(blockname);
        },
      ),
      { numRuns: propertyRuns(15) },
    ),
  );

  it.skipIf(!isThere[target])('sends a replacement character for a lone surrogate', async () => {
    const connection = { ...connectionOf('body'), clientId: 'a\ud800', scope: '\udfffb' };
    const { code, err } = await runners[target](snippet(target, queryOf(connection)));
    expect([code, err]).toEqual([0, '']);
    const form = new URLSearchParams(seen[0]?.body);
    expect([form.get('client_id'), form.get('scope')]).toEqual(['a\ufffd', '\ufffdb']);
  });
});

describe('the curl snippet', () => {
  it.skipIf(!isThere.curl)('retries if the service is busy, and prints only the data', async () => {
    dataAnswers = [{ status: 429, headers: { 'retry-after': '1' }, body: '"busy"' }];
    const { code, out } = await runners.curl(snippet('curl', queryOf(connectionOf('none'))));
    expect([code, out]).toEqual([0, '[{"type":"price"},{"type":"price"}]']);
  });

  it.skipIf(!isThere.curl)("prints the service's message if the request is rejected", async () => {
    dataAnswers = [{ status: 400, body: '"deliveryarea is wrong"' }];
    const { code, out, err } = await runners.curl(snippet('curl', queryOf(connectionOf('none'))));
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('"deliveryarea is wrong"');
  });

  it.skipIf(!isThere.curl)('decodes the escapes that a token can contain, and no others', async () => {
    const text = snippet('curl', queryOf(connectionOf('none')));
    tokenBody =
      String.raw`{"expires_in":1,` + '\n' + String.raw`"access_token" : "a\/b\u002Bc\u002fd\u003d=" }`;
    expect(await runners.curl(text)).toMatchObject({ code: 0, err: '' });
    expect(seen[1]?.headers.authorization).toBe(`${oddScheme} a/b+c/d==`);
    tokenBody = String.raw`{"access_token":"a\"b"}`;
    const { code, err } = await runners.curl(text);
    expect([code, err]).toEqual([1, 'The token has escape sequences that this script cannot read.\n']);
  });
});

it.each([...targets, 'http'] as const)(
  'the %s snippet for the sample service contains its sign-in',
  (target) => {
    const query = queryOf(connectionOf('none'));
    const sampleSignIn = { username: 'sample', password: 'sample' };
    const line = 'MARKET_DATA_USERNAME=sample MARKET_DATA_PASSWORD=sample';
    expect(snippet(target, { ...query, sampleSignIn })).toMatch(new RegExp(`^(#|//) ${line}$`, 'm'));
    expect(snippet(target, query)).not.toContain('=sample');
  },
);

describe.each(['typescript', 'python'] as const)('the %s snippet', (target) => {
  it.skipIf(!isThere[target])(
    'renews a rejected token once, waits when asked to, and recognizes "no data"',
    async () => {
      const text = snippet(target, queryOf(connectionOf('none')));
      dataAnswers = [
        { status: 401, body: '"expired"' },
        { status: 429, headers: { 'retry-after': '0' }, body: '"busy"' },
        { status: 200, body: '"no data"' },
      ];
      const { code, out } = await runners[target](text);
      expect(code).toBe(0);
      expect(out).toContain('0 records');
    },
  );
});

it.runIf(has('curl'))('the curl snippet sends nothing until all its variables are set', async () => {
  const some = { MARKET_DATA_USERNAME: 'someone', MARKET_DATA_CLIENT_SECRET: 'secret' };
  const { code, err } = await runners.curl(snippet('curl', queryOf(connectionOf('basic'))), some);
  expect([code, err]).toEqual([1, expect.stringContaining('MARKET_DATA_PASSWORD')]);
  expect(seen).toEqual([]);
});

it('the http snippet names a token request whose response the data request uses', () => {
  const text = snippet('http', queryOf(connectionOf('basic')));
  expect(text).toContain('# @name token\nPOST http://127.0.0.1');
  expect(text).toContain(`Authorization: ${oddScheme} {{token.response.body.access_token}}`);
  expect(text).toContain('password={{$processEnv MARKET_DATA_PASSWORD}}');
  expect(text.match(/^###$/gm)).toHaveLength(1);
  // Nothing of the odd values may begin a variable of its own.
  const variables = [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name);
  expect(variables.every((name) => /^(\$processEnv [A-Z_]+|token\..+)$/.test(name ?? ''))).toBe(true);
});
