import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { networkFailure, ServiceFailure } from '#src/service/failure';
import { send } from '#src/service/http/http';
import {
  bodyOf,
  clientFor,
  connectionTo,
  endedOf,
  json,
  memoryVault,
  recordingServer,
  requestTo,
  settings,
  socketServer,
  textOf,
} from './localService';

const signal = new AbortController().signal;

const credentials = {
  username: 'canary-anna@acme.example',
  password: 'canary-pass+w%rd',
  clientSecret: 'canary-secret',
  headers: { 'X-Key': 'canary-key', 'X-Other': 'canary-other' },
};
const fields = { clientId: 'id', clientAuthentication: 'basic', secretHeaders: ['X-Key'] };
const basic = Buffer.from('id:canary-secret').toString('base64');

/** Everything in which a secret could hide, in every way in which people print a value. */
function printed(value: unknown): string {
  const stack = value instanceof Error ? `${String(value.stack)} ${inspect(value.cause)}` : '';
  return `${inspect(value, { depth: 9, showHidden: true })} ${JSON.stringify(value)} ${stack}`;
}

function expectNoSecret(value: unknown): void {
  expect(printed(value)).not.toMatch(/canary/);
  expect(printed(value)).not.toContain(basic);
}

describe('redirects', () => {
  const statuses = [301, 302, 303, 307, 308];

  it.each(statuses)(
    'with status %i from the token address never send the password elsewhere',
    async (status) => {
      const elsewhere = await recordingServer((_, response) => json(response, 200, {}));
      const { url, received } = await recordingServer((_, response) => {
        response.writeHead(status, { location: `${elsewhere.url}/connect/token?canary` });
        response.end();
      });
      const { client } = clientFor(memoryVault());
      const reply = await client.signIn(connectionTo(url, url, fields), credentials, settings, signal);
      expect(reply).toMatchObject({ granted: false, outcome: { kind: 'unexpectedError', status } });
      expect(!reply.granted && reply.outcome.message).toContain(new URL(elsewhere.url).host);
      expectNoSecret(reply);
      expect([received.length, elsewhere.received.length]).toEqual([1, 0]);
    },
  );

  it.each(statuses)(
    'with status %i from the data address never send token and keys elsewhere',
    async (status) => {
      const elsewhere = await recordingServer((_, response) => json(response, 200, []));
      const { url, received } = await recordingServer((_, response) => {
        response.writeHead(status, { location: `${elsewhere.url}/data?canary-grant` });
        response.end();
      });
      const { client } = clientFor(memoryVault({ credentials, token: { accessToken: 'canary-t' } }));
      const reply = endedOf(await client.ask(requestTo(connectionTo(url, url, fields))));
      expect(reply.outcome).toMatchObject({ kind: 'unexpectedError', status });
      expect(reply.outcome.message).toContain(new URL(elsewhere.url).host);
      expect(reply.trace.received).toContainEqual({ name: 'location', value: elsewhere.url });
      expectNoSecret(reply);
      expect([received.length, elsewhere.received.length]).toEqual([1, 0]);
    },
  );
});

describe('a redirect to an address that quotes a secret', () => {
  const quoting = (location: string) =>
    recordingServer((_, response) => {
      response.writeHead(302, { location });
      response.end();
    });

  it.each([
    'https://Canary-Token.elsewhere.test/',
    'https://canary-token.elsewhere.test/',
    'https://C%61nary-Token.elsewhere.test/',
  ])('is reported without its host, from the data address and from the token address: %s', async (to) => {
    const { url } = await quoting(to);
    const connection = connectionTo(url, url, fields);
    const own = { ...credentials, password: 'Canary-Token' };
    const vault = memoryVault({ credentials: own, token: { accessToken: 'Canary-Token' } });
    const { client, lines } = clientFor(vault);
    const reply = endedOf(await client.ask(requestTo(connection)));
    const signedIn = await client.signIn(connection, own, settings, signal);
    expect(reply.outcome.message).toMatch(/another address\. The redirect wasn't followed/);
    expect(!signedIn.granted && signedIn.outcome.message).toBe(reply.outcome.message);
    expect(printed([reply, signedIn, lines])).not.toMatch(/canary-token/i);
  });
});

describe('what is shown of a request', () => {
  it('masks every secret, sent or quoted by the service', async () => {
    const { url, received } = await recordingServer((_, response) => {
      response.writeHead(200, {
        'x-quoted': 'Bearer canary-token; key canary-key',
        'set-cookie': ['session=canary-a', 'other=canary-b'],
        'content-type': 'application/json',
      });
      response.end('[]');
    });
    const vault = memoryVault({ credentials, token: { accessToken: 'canary-token' } });
    const { client, lines } = clientFor(vault);
    const reply = await client.ask(requestTo(connectionTo(url, url, fields)));
    const { trace } = bodyOf(reply);
    expect(trace.sent).toEqual([
      { name: 'Accept', value: 'application/json' },
      { name: 'Accept-Encoding', value: 'gzip' },
      { name: 'User-Agent', value: 'market-data-explorer' },
      { name: 'Authorization', value: 'Bearer ••••' },
      { name: 'X-Key', value: '••••' },
    ]);
    expect(trace.received).toContainEqual({ name: 'x-quoted', value: 'Bearer ••••; key ••••' });
    expectNoSecret([trace, lines]);
    expect(received[0]?.headers['x-key']).toBe('canary-key');
    // Not named by the connection, so not sent, whatever the vault holds.
    expect(received[0]?.headers['x-other']).toBeUndefined();
    await textOf(reply);
  });

  it('masks headers in which a service issues secrets, and only these', async () => {
    const { url } = await recordingServer((_, response) =>
      json(response, 200, [], {
        'authentication-info': 'nextnonce=1',
        'proxy-authenticate': 'Basic',
        'x-set-cookie': 'open',
        location: 'data:text/plain,x',
      }),
    );
    const { trace } = bodyOf(await clientFor().client.ask(requestTo(connectionTo(url))));
    const shown = new Map(trace.received.map(({ name, value }) => [name, value]));
    const names = ['authentication-info', 'proxy-authenticate', 'location', 'x-set-cookie'];
    expect(names.map((name) => shown.get(name))).toEqual(['••••', '••••', '••••', 'open']);
  });

  it('is what was last sent and received, even if nothing came', async () => {
    const { url } = await recordingServer(({ method, headers }, response) => {
      if (method === 'POST') json(response, 200, { access_token: 'token-new' });
      else if (headers.authorization === 'Bearer token-old') json(response, 401, 'Who are you?');
      else response.destroy();
    });
    const vault = memoryVault({ credentials, token: { accessToken: 'token-old' } });
    const { trace } = endedOf(await clientFor(vault).client.ask(requestTo(connectionTo(url))));
    expect(trace).toMatchObject({ attempts: 3, status: null, received: [] });
  });

  it("has no header for a key that wasn't entered", async () => {
    const { url, received } = await recordingServer((_, response) => json(response, 200, []));
    const none = { ...credentials, headers: { 'X-Key': '' } };
    const connection = connectionTo(url, url, fields);
    for (const held of [none, undefined]) {
      const vault = memoryVault({ credentials: held, token: { accessToken: 'canary-token' } });
      await textOf(await clientFor(vault).client.ask(requestTo(connection)));
    }
    expect(received.map(({ headers }) => 'x-key' in headers)).toEqual([false, false]);
  });

  it('masks the user name in the words of a service that locks the account, at sign-in and later', async () => {
    const { url } = await recordingServer(({ method }, response) =>
      method === 'POST'
        ? json(response, 400, { error_description: `User ${credentials.username} is locked` })
        : json(response, 403, `User ${credentials.username.toUpperCase()} has no subscription`),
    );
    const connection = connectionTo(url, url, fields);
    const { client } = clientFor(memoryVault({ credentials }));
    const renewed = endedOf(await client.ask(requestTo(connection)));
    const { host } = new URL(url);
    expect(renewed.outcome.message).toBe(`Sign-in failed at ${host}: User •••• is locked.`);
    const signedIn = await client.signIn(connection, credentials, settings, signal);
    expect(!signedIn.granted && signedIn.outcome.message).toBe('User •••• is locked');
    const vault = memoryVault({ credentials, token: { accessToken: 'canary-token' } });
    const withoutHeaders = connectionTo(url);
    const refused = endedOf(await clientFor(vault).client.ask(requestTo(withoutHeaders)));
    expect(refused.outcome.message).toBe('User •••• has no subscription');
    expect(printed([renewed, signedIn, refused])).not.toMatch(/canary/i);
  });

  it('masks a token of 14 kB that an error quotes, and sends it', async () => {
    const token = 'canary/T'.repeat(1792);
    const { url } = await recordingServer(({ headers }, response) =>
      json(response, 500, `refused: ${headers.authorization}`),
    );
    const vault = memoryVault({ token: { accessToken: token } });
    const reply = endedOf(await clientFor(vault).client.ask(requestTo(connectionTo(url))));
    expect(reply.outcome.message).toBe('refused: Bearer ••••');
    expectNoSecret(reply);
  });

  it('masks secrets in a message sent instead of data, before the message is shortened', async () => {
    const token = `canary-${'t'.repeat(400)}`;
    const { url } = await recordingServer((_, response) => json(response, 200, ''));
    const vault = memoryVault({ credentials, token: { accessToken: token } });
    const { client } = clientFor(vault);
    const reply = bodyOf(await client.ask(requestTo(connectionTo(url, url, fields))));
    expect(reply.shown(`No data\nfor Bearer ${token} with canary-key.`)).toBe(
      'No data for Bearer •••• with ••••.',
    );
    expect(reply.shown('no data '.repeat(1000))).toHaveLength(300);
    expect(reply.shown(' ')).toBeUndefined();
    await textOf(reply);
  });

  it('masks secrets in the name of an unknown encoding', async () => {
    const { url } = await recordingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'x-Canary-Token' });
      response.end('[]');
    });
    const vault = memoryVault({ credentials, token: { accessToken: 'Canary-Token' } });
    const { client } = clientFor(vault);
    const reply = endedOf(await client.ask(requestTo(connectionTo(url, url, fields))));
    expect(reply.outcome.message).toMatch('"x-••••"');
    expectNoSecret(reply);
  });

  it('logs the path without the query, and only the address of a sign-in', async () => {
    const { url } = await recordingServer(({ method }, response) =>
      json(response, 200, method === 'POST' ? { access_token: 'canary-token' } : []),
    );
    const { client, lines } = clientFor(memoryVault({ credentials }));
    await textOf(await client.ask(requestTo(connectionTo(url, url, fields), { target: '/d?q=1' })));
    const { host } = new URL(url);
    expect(lines).toEqual([
      expect.stringMatching(`^POST ${host}/connect/token: HTTP 200, \\d+ ms$`),
      expect.stringMatching(`^GET ${host}/d: HTTP 200, \\d+ ms$`),
    ]);
  });

  it.each(['line\nbreak', 'nul\0', 'snow☃', ' '])("doesn't send %j as a header", async (value) => {
    const { url, received } = await recordingServer((_, response) => json(response, 200, []));
    const unfit = { ...credentials, headers: { 'X-Key': value } };
    const vault = memoryVault({ credentials: unfit, token: { accessToken: 'canary-token' } });
    const { client } = clientFor(vault);
    const connection = connectionTo(url, url, fields);
    const { outcome } = endedOf(await client.ask(requestTo(connection)));
    expect(outcome.kind).toBe('unauthorized');
    expect(outcome.message).toContain('X-Key');
    expect(await client.signIn(connection, unfit, settings, signal)).toMatchObject({
      granted: false,
    });
    expect(received).toHaveLength(0);
  });
});

describe('failures', () => {
  const exchange = (url: string, more = {}) =>
    send({
      method: 'POST',
      url,
      headers: [{ name: 'Authorization', value: 'Bearer canary-token' }],
      body: 'password=canary-password',
      silenceSeconds: 0.1,
      signal,
      ...more,
    });

  it.each<[string, () => Promise<string>, object]>([
    ['a refused connection', () => Promise.resolve('http://127.0.0.1:1/canary'), {}],
    ['a reset', async () => (await socketServer((socket) => void socket.resetAndDestroy())).url, {}],
    ['silence', async () => (await socketServer(() => undefined)).url, {}],
    ['a canceled request', () => Promise.resolve('http://127.0.0.1:1'), { signal: AbortSignal.abort() }],
    [
      'a response that is not HTTP',
      async () => (await socketServer((socket) => socket.end('canary\r\n'))).url,
      {},
    ],
    [
      'an interrupted body',
      async () =>
        (await socketServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'))).url,
      {},
    ],
  ])('contain nothing of the request: %s', async (_, server, more) => {
    const reading = async (url: string): Promise<void> => {
      for await (const chunk of (await exchange(url, more)).body) expect(chunk.length).toBe(1);
    };
    const error: unknown = await reading(await server()).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ServiceFailure);
    expectNoSecret(error);
    expect(error).not.toHaveProperty('cause');
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable', "isn't trusted"],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unreachable', 'proxy inspects'],
    ['CERT_HAS_EXPIRED', 'unreachable', 'has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable', 'for another host'],
    ['ENOTFOUND', 'unreachable', 'Host not found (ENOTFOUND).'],
    ['ETIMEDOUT', 'timeout', 'in time'],
    ['ESOMETHING', 'unreachable', 'The connection failed (ESOMETHING).'],
    ['constructor', 'unreachable', 'The connection failed.'],
  ])('report %s in plain words', (code, kind, words) => {
    const failure = networkFailure(Object.assign(new Error('canary'), { code }));
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain(words);
    expectNoSecret(failure);
  });
});
