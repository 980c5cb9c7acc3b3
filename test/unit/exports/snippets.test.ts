import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snippet } from '../../../src/exports/snippets';
import type { Connection } from '../../../src/market/connection';
import { findDataset } from '../../../src/market/datasets';
import { targetOf } from '../../../src/market/query';

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
let dataAnswers: { status: number; headers?: Record<string, string>; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ path: request.url ?? '', headers: request.headers, body });
      const isToken = request.url === '/id/token';
      const answer = isToken
        ? { status: 200, body: '{"access_token":"tok-1","expires_in":3600}' }
        : (dataAnswers.shift() ?? { status: 200, body: '[{"type":"price"},{"type":"price"}]' });
      response.writeHead(answer.status, 'headers' in answer ? answer.headers : {}).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

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

const queryOf = (connection: Connection) => {
  const dataset = findDataset('dayahead-prices')!;
  const parameters = { blockname: odd, deliveryarea: 'NO1,SE1' };
  return {
    dataset,
    parameters,
    connection,
    url: connection.baseUrl + targetOf({ dataset, parameters }, connection),
  };
};

const folder = mkdtempSync(join(tmpdir(), 'snippets-'));
const run = (command: string, args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH, HOME: folder, ...secrets };
    execFile(command, args, { env }, (error, out, err) =>
      resolve({ code: error ? 1 : 0, out, err }),
    );
  });

const has = (command: string) => spawnSync(command, ['--version']).status === 0;

const runners = {
  curl: (text: string) => {
    writeFileSync(join(folder, 'run.sh'), text);
    return run('sh', [join(folder, 'run.sh')]);
  },
  typescript: (text: string) => {
    writeFileSync(join(folder, 'run.mjs'), transformSync(text, { loader: 'ts' }).code);
    return run(process.execPath, [join(folder, 'run.mjs')]);
  },
  python: (text: string) => {
    writeFileSync(join(folder, 'run.py'), text);
    return run('python3', [join(folder, 'run.py')]);
  },
} as const;
const isThere = { curl: has('curl'), typescript: true, python: has('python3') };
const targets = ['curl', 'typescript', 'python'] as const;

describe.each(targets)('the %s snippet', (target) => {
  it.skipIf(!isThere[target]).each(['basic', 'body', 'none'] as const)(
    'runs, and sends everything intact with client authentication %s',
    async (clientAuthentication) => {
      seen = [];
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
        const pair = Buffer.from(
          String(token?.headers.authorization).slice(6),
          'base64',
        ).toString();
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

describe.each(['typescript', 'python'] as const)('the %s snippet', (target) => {
  it.skipIf(!isThere[target])(
    'renews a refused token once, waits when asked to, reads "no data"',
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

it('the http snippet names a token request whose answer the data request uses', () => {
  const text = snippet('http', queryOf(connectionOf('basic')));
  expect(text).toContain('# @name token\nPOST http://127.0.0.1');
  expect(text).toContain(`Authorization: ${oddScheme} {{token.response.body.access_token}}`);
  expect(text).toContain('password={{$processEnv MARKET_DATA_PASSWORD}}');
  expect(text.match(/^###$/gm)).toHaveLength(1);
  // Nothing of the odd values may begin a variable of its own.
  const variables = [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name);
  expect(variables.every((name) => /^(\$processEnv [A-Z_]+|token\..+)$/.test(name ?? ''))).toBe(
    true,
  );
});
