import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copiedRequest } from '#src/exports/copiedRequests/copiedRequest';
import type { CopyLanguage } from '#src/protocol/codeTargets';
import type { Connection } from '#src/request/connection';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';
import { propertyRuns } from '../../propertyRuns';
import { recordingServer } from '../../service/localService';
import { asked } from './daysInWords';
import {
  folder,
  has,
  isThere,
  odd,
  oddConnection,
  oddScheme,
  queryOf,
  newFile,
  run,
  runners,
  secrets,
  targets,
  type Run,
} from '../runCopies';

let service: Awaited<ReturnType<typeof recordingServer>>;
const plainToken = '{"access_token":"tok-1","expires_in":3600}';
let tokenBody = plainToken;
let tokenAnswer: { status: number; headers?: Record<string, string> } = { status: 200 };
let dataAnswers: { status: number; headers?: Record<string, string>; body: string }[] = [];
const data = { status: 200, body: '[{"type":"price","values":[]},{"type":"price","values":[]}]' };

beforeEach(async () => {
  tokenBody = plainToken;
  tokenAnswer = { status: 200 };
  service = await recordingServer(({ url }, response) => {
    const answer: typeof data & typeof tokenAnswer =
      url === '/id/token' ? { ...tokenAnswer, body: tokenBody } : (dataAnswers.shift() ?? data);
    response.setHeader('content-type', 'application/json');
    response.writeHead(answer.status, answer.headers ?? {}).end(answer.body);
  });
});

const connectionOf = (clientAuthentication: Connection['clientAuthentication']): Connection =>
  oddConnection(service.url, clientAuthentication);

/** What every program that runs the copy should send. */
function expectSent(
  clientAuthentication: Connection['clientAuthentication'],
  values: Readonly<typeof secrets> = secrets,
) {
  const connection = connectionOf(clientAuthentication);
  const [token, query] = service.received;
  expect(service.received).toHaveLength(2);
  expect(token?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/);
  expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
    grant_type: 'password',
    username: values.MARKET_DATA_USERNAME,
    password: values.MARKET_DATA_PASSWORD,
    scope: connection.scope,
    ...(clientAuthentication === 'body'
      ? { client_id: connection.clientId, client_secret: values.MARKET_DATA_CLIENT_SECRET }
      : {}),
  });
  const pair = Buffer.from(String(token?.headers.authorization).slice(6), 'base64').toString();
  if (clientAuthentication === 'basic')
    expect([/^[^:]*/, /(?<=:).*/s].map((part) => decodeURIComponent(part.exec(pair)?.[0] ?? ''))).toEqual([
      connection.clientId,
      values.MARKET_DATA_CLIENT_SECRET,
    ]);
  else expect(token?.headers.authorization).toBeUndefined();
  expect(query?.headers).toMatchObject({ authorization: `${oddScheme} tok-1`, 'x-key': 'key"\\ 1' });
  const { searchParams } = new URL(query?.url ?? '', connection.baseUrl);
  expect(Object.fromEntries(searchParams)).toEqual({ deliveryarea: 'NO1,SE1', blockname: odd });
}

describe.each(targets)('a request copied as %s', (target) => {
  it.skipIf(!isThere[target]).each(['basic', 'body', 'none'] as const)(
    'runs, and sends everything intact with client authentication %s',
    async (clientAuthentication) => {
      const connection = connectionOf(clientAuthentication);
      const text = copiedRequest(target, queryOf(connection));
      for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
      const { code, err } = await runners[target](text);
      expect([code, err]).toEqual([0, '']);
      expectSent(clientAuthentication);
    },
  );
});

/** What a value must get through: quotes, line breaks, variables, escapes of every language. */
const oddText = (marks: string) => fc.string({ unit: fc.constantFrom(...Array.from(marks)), maxLength: 12 });
const oneLine = oddText(`a1 '"\\$(){}\`%!#&=@+;|~*?<>[]ä😀\u2028\u200e`);
const anyText = oddText(`a '"\\$(){}\`%!#&=@+;\n\r\tä😀\u2028\u0001`);

describe.each(targets)('a request copied as %s', (target) => {
  it.skipIf(!isThere[target])('sends any values correctly', { timeout: 60_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ blockname: oneLine, clientId: oneLine, scope: oneLine }),
        fc.record({ username: anyText, password: anyText, clientSecret: anyText }),
        fc.constantFrom('basic', 'body'),
        async ({ blockname, clientId, scope }, secret, clientAuthentication) => {
          service.received.length = 0;
          const connection = { ...connectionOf(clientAuthentication), clientId, scope };
          const { code, err } = await runners[target](copiedRequest(target, queryOf(connection, blockname)), {
            ...secrets,
            MARKET_DATA_USERNAME: secret.username,
            MARKET_DATA_PASSWORD: secret.password,
            MARKET_DATA_CLIENT_SECRET: secret.clientSecret,
          });
          expect([code, err]).toEqual([0, '']);
          const form = new URLSearchParams(service.received[0]?.body);
          expect([form.get('username'), form.get('password')]).toEqual([secret.username, secret.password]);
          expect(form.get('scope') ?? '').toBe(scope);
          const pair = Buffer.from(String(service.received[0]?.headers.authorization).slice(6), 'base64');
          const client =
            clientAuthentication === 'basic'
              ? pair.toString().split(':').map(decodeURIComponent)
              : [form.get('client_id') ?? '', form.get('client_secret')];
          expect(client).toEqual([clientId, secret.clientSecret]);
          const { searchParams } = new URL(service.received[1]?.url ?? '', connection.baseUrl);
          expect(searchParams.get('blockname')).toBe(blockname);
        },
      ),
      { numRuns: propertyRuns(5, 300) },
    ),
  );

  it.skipIf(!isThere[target])('sends a replacement character for a lone surrogate', async () => {
    const connection = { ...connectionOf('body'), clientId: 'a\ud800', scope: '\udfffb' };
    const { code, err } = await runners[target](copiedRequest(target, queryOf(connection)));
    expect([code, err]).toEqual([0, '']);
    const form = new URLSearchParams(service.received[0]?.body);
    expect([form.get('client_id'), form.get('scope')]).toEqual(['a\ufffd', '\ufffdb']);
  });
});

describe('the curl copiedRequest', () => {
  it.skipIf(!isThere.curl)('decodes the escapes that a token can contain, and no others', async () => {
    const text = copiedRequest('curl', queryOf(connectionOf('none')));
    tokenBody =
      String.raw`{"expires_in":1,` + '\n' + String.raw`"access_token" : "a\/b\u002Bc\u002fd\u003d=" }`;
    expect(await runners.curl(text)).toMatchObject({ code: 0, err: '' });
    expect(service.received[1]?.headers.authorization).toBe(`${oddScheme} a/b+c/d==`);
    tokenBody = String.raw`{"access_token":"a\"b"}`;
    const { code, err } = await runners.curl(text);
    expect([code, err]).toEqual([1, 'The response to the sign-in has no token: HTTP 200. \n']);
  });
});

it.runIf(isThere.curl)(
  "a person's own configuration of curl doesn't send secrets to another address",
  async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    const headers = { location: '/elsewhere' };
    writeFileSync(join(home, '.curlrc'), 'location\nlocation-trusted\npost301\npost302\n');
    tokenAnswer = { status: 302, headers };
    const text = copiedRequest('curl', queryOf(connectionOf('body')));
    const refused = await runners.curl(text, { ...secrets, HOME: home });
    expect(refused.err).toContain('The sign-in failed: HTTP 302.');
    tokenAnswer = { status: 200 };
    dataAnswers = [{ status: 302, headers, body: '' }];
    const { err } = await runners.curl(text, { ...secrets, HOME: home });
    expect(err).toContain('No data was received: HTTP 302.');
    expect(service.received.map(({ url }) => url.split('?')[0])).toEqual([
      '/id/token',
      '/id/token',
      expect.any(String),
    ]);
    expect(service.received.at(-1)?.url).not.toBe('/elsewhere');
  },
);

describe('a copied query of the sample service', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());
  const copyOf = (target: CopyLanguage) => {
    const { baseUrl, authUrl } = sandbox;
    const connection = { ...oddConnection('', 'none'), ...{ baseUrl, authUrl }, secretHeaders: [] };
    const days = { deliveryarea: 'NO1', startTime: '2026-03-29', endTime: '2026-03-29' };
    const query = asked({ ...connection, tokenScheme: 'Bearer' }, 'dayahead-prices', days);
    return copiedRequest(target, { ...query, sampleSignIn: sandbox.signIn });
  };
  /** The sign-in of another service, which is usually in the environment. */
  const others = { MARKET_DATA_USERNAME: 'trader', MARKET_DATA_PASSWORD: 'of production' };

  it.each(targets)('runs as copied, whatever the environment contains: %s', async (target) => {
    if (!isThere[target]) return;
    for (const variables of [{}, others]) {
      const { code, out, err } = await runners[target](copyOf(target), variables);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('"value":');
    }
  });

  it('runs as copied in REST Client', async () => {
    expect((await restClient(copyOf('http'), others)).at(-1)).toHaveProperty('0.values');
  });
});

/** Pastes a text into a shell that waits for commands, and then types a command of its own. */
const pasted = (shell: string, text: string, variables: Readonly<Record<string, string>>) =>
  new Promise<Run>((resolve) => {
    const args = shell === 'zsh' ? ['-f', '-i'] : shell === 'bash' ? ['--norc', '-i'] : ['-i'];
    const env = { PATH: process.env.PATH, HOME: folder, ...variables };
    const child = execFile(shell, args, { env, cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err }),
    );
    child.stdin?.end(`${text}\necho "the shell goes on: $((6 * 7))"\n`);
  });
const goesOn = 'the shell goes on: 42\n';

describe.each(['sh', 'bash', 'zsh'])('the curl copiedRequest, pasted into %s', (shell) => {
  const test = it.skipIf(!isThere.curl || (shell !== 'sh' && !has(shell)));
  const texts = [odd, "a!b 'c' !! !$ $HOME! `id`"];

  test.each(texts)('runs, and sends everything intact: %s', async (text) => {
    const connection = { ...connectionOf('body'), scope: text };
    const { out } = await pasted(shell, copiedRequest('curl', queryOf(connection, text)), secrets);
    expect(out).toBe(`[{"type":"price","values":[]},{"type":"price","values":[]}]${goesOn}`);
    expect(new URLSearchParams(service.received[0]?.body).get('scope')).toBe(text);
    const { searchParams } = new URL(service.received[1]?.url ?? '', connection.baseUrl);
    expect(searchParams.get('blockname')).toBe(text);
  });

  test('leaves the shell open if a variable is missing, and says which', async () => {
    const { out, err } = await pasted(shell, copiedRequest('curl', queryOf(connectionOf('none'))), {});
    expect([out, service.received]).toEqual([goesOn, []]);
    expect(err).toContain('MARKET_DATA_USERNAME');
  });

  test('leaves the shell open after a failure, without its variables and options', async () => {
    dataAnswers = [{ status: 400, body: '"deliveryarea is wrong"' }];
    const text = copiedRequest('curl', queryOf(connectionOf('none')));
    const { out, err } = await pasted(shell, `${text}echo "$? [\${status-}\${token-}]"; false`, secrets);
    // zsh has its own variable with the status.
    expect(out).toMatch(/^1 \[[01]?\]\nthe shell goes on: 42\n$/);
    expect(err).toContain('No data was received: HTTP 400. "deliveryarea is wrong"');
  });
});

it.runIf(isThere.curl)('the curl copiedRequest sends nothing until all its variables are set', async () => {
  const some = { MARKET_DATA_USERNAME: 'someone', MARKET_DATA_CLIENT_SECRET: 'secret' };
  const { code, err } = await runners.curl(copiedRequest('curl', queryOf(connectionOf('basic'))), some);
  expect([code === 0, err]).toEqual([false, expect.stringContaining('MARKET_DATA_PASSWORD')]);
  expect(service.received).toEqual([]);
});

it.each([
  ['curl', 40],
  ['http', 15],
  ['python', 70],
  ['typescript', 90],
] as const)('prices of one area and one day, copied as %s, have at most %i lines', (target, most) => {
  const days = { deliveryarea: 'NO1', startTime: 'today', endTime: 'today' };
  const usual = { ...oddConnection('https://production.example', 'basic'), secretHeaders: [] };
  expect(
    copiedRequest(target, asked(usual, 'dayahead-prices', days))
      .trimEnd()
      .split('\n').length,
  ).toBeLessThanOrEqual(most);
});

it.each([...targets, 'http'] as const)(
  'a request copied as %s can be read again by its comment alone',
  (target) => {
    const query = queryOf(connectionOf('basic'));
    const lines = copiedRequest(target, query).split('\n');
    const comments = lines.filter((line) => line.includes('market-data: '));
    const [, mark, json = ''] = /^(#|\/\/) market-data: ([\x20-\x7e]*)$/.exec(comments.join('\n')) ?? [];
    expect(mark).toBe(target === 'typescript' ? '//' : '#');
    expect(JSON.parse(json)).toEqual({ dataset: query.dataset.id, parameters: query.parameters });
    // In an .http file, two braces would begin a variable.
    expect(json).not.toContain('{{');
    expect(json).not.toContain('127.0.0.1');
  },
);

describe('the http copiedRequest', () => {
  /** Secrets as the first line of the copy asks for them. */
  const written = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        name.includes('HEADER') ? value : value.replace(/[\s&+%]/g, encodeURIComponent),
      ]),
    );

  it.each(['basic', 'body', 'none'] as const)(
    'sends values as they are, by the documented grammar of REST Client, with client authentication %s',
    async (clientAuthentication) => {
      const text = copiedRequest('http', queryOf(connectionOf(clientAuthentication)));
      expect(text).toContain('Percent-encode spaces, &, +, and % in their values.');
      await restClient(text, written(secrets));
      expectSent(clientAuthentication);
    },
  );

  // Not installed by `npm test`; test/README.md says how to run these tests with it.
  const withHttpYac = it.skipIf(!has('httpyac'));
  const httpYac = (text: string, variables: Readonly<Record<string, string>>) =>
    run('httpyac', ['send', newFile('http', text), '--all', '--no-color'], variables);

  withHttpYac.each(['basic', 'body', 'none'] as const)(
    'sends values as they are with httpYac, without an edit, with client authentication %s',
    { timeout: 60_000 },
    async (clientAuthentication) => {
      // httpYac evaluates {{y}} wherever it finds it.
      const values = {
        ...secrets,
        MARKET_DATA_USERNAME: secrets.MARKET_DATA_USERNAME.replace('{{y}}', ''),
        MARKET_DATA_PASSWORD: secrets.MARKET_DATA_PASSWORD.replace('{{y}}', ''),
        MARKET_DATA_CLIENT_SECRET: secrets.MARKET_DATA_CLIENT_SECRET.replace('{{y}}', ''),
      };
      const text = copiedRequest('http', queryOf(connectionOf(clientAuthentication)));
      const { code, out } = await httpYac(text, written(values));
      expect([code, out]).toEqual([0, expect.stringContaining('2 requests processed (2 succeeded)')]);
      expectSent(clientAuthentication, values);
    },
  );

  it('lets no odd value start a variable', () => {
    const text = copiedRequest('http', queryOf(connectionOf('basic')));
    const variables = [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name);
    const known = /^(\$processEnv [A-Z_]+|token\.[\w.$]+)$/;
    expect(variables.filter((name) => !known.test(name ?? ''))).toEqual([]);
  });

  it('follows no redirect in either program', () => {
    const blocks = copiedRequest('http', queryOf(connectionOf('none'))).split('\n###\n');
    expect(blocks.map((block) => block.match(/^# @no-redirect$/gm)?.length)).toEqual([1, 1]);
  });
});

/**
 * Runs a file as REST Client documents it: blocks between lines of `###`, file variables, requests with a
 * name, and a form whose characters outside of URLs are encoded.
 */
async function restClient(text: string, variables: Readonly<Record<string, string>>) {
  const responses = new Map<string, unknown>();
  const valueOf = (name: string): string | undefined => {
    const [, variable] = /^\$processEnv (\w+)$/.exec(name) ?? [];
    if (variable !== undefined) return variables[variable] ?? '';
    const [, requested = '', path = ''] = /^(\w+)\.response\.body\.\$\.(\w+)$/.exec(name) ?? [];
    return (responses.get(requested) as Record<string, string> | undefined)?.[path];
  };
  const resolve = (part: string): string =>
    part.replace(/\{\{(.+?)\}\}/g, (whole, name: string) => valueOf(name.trim()) ?? whole);
  for (const block of text.split(/^#{3,}.*$/m)) {
    const name = /^# @name (\w+)$/m.exec(block)?.[1] ?? '';
    const lines = block.split('\n').filter((line) => !/^\s*(#|\/\/|@)/.test(line));
    const [requestLine = '', ...rest] = lines.slice(lines.findIndex((line) => line.trim() !== ''));
    const end = rest.indexOf('');
    const [method = '', url = ''] = resolve(requestLine).split(' ');
    const headers = rest.slice(0, end).map((line): [string, string] => {
      const [, key = '', value = ''] = /^([^:]+): (.*)$/.exec(resolve(line)) ?? [];
      const basic = /^Basic (\S+:\S+)$/.exec(value)?.[1];
      return [key, basic === undefined ? value : `Basic ${Buffer.from(basic).toString('base64')}`];
    });
    const form = rest.slice(end).map(resolve).join('');
    const response = await fetch(url, {
      method,
      headers,
      // What is already percent-encoded stays, as with the package "encodeurl".
      ...(form === ''
        ? {}
        : {
            body: form.replace(
              /[^\x21\x23-\x3b\x3d\x3f-\x5f\x61-\x7a\x7c\x7e]|%(?![\da-f]{2})/giu,
              encodeURIComponent,
            ),
          }),
    });
    responses.set(name, await response.json());
  }
  return [...responses.values()];
}
