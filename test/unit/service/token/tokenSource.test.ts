import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Vault } from '#src/service/clientTypes';
import {
  anna,
  bodyOf,
  clientFor,
  connectionTo,
  endedOf,
  json,
  memoryVault,
  recordingServer,
  requestTo,
  settings,
  textOf,
  trickle,
  type Received,
} from '../localService';

afterEach(() => {
  vi.useRealTimers();
});

const signal = new AbortController().signal;

/** An API and its identity provider in one; grants `token-1`, `token-2`, … */
async function service({
  accepts = (token: string): boolean => token.startsWith('token-'),
  grant = (count: number): [number, unknown] => [200, { access_token: `token-${count}` }],
} = {}) {
  const grants: Received[] = [];
  const asked: string[] = [];
  const { url } = await recordingServer((received, response) => {
    if (received.method === 'POST') {
      grants.push(received);
      json(response, ...grant(grants.length));
    } else {
      const token = received.headers.authorization?.replace('Bearer ', '') ?? '';
      asked.push(token);
      if (accepts(token)) json(response, 200, [token]);
      else json(response, 401, 'Who are you?');
    }
  });
  return { connection: connectionTo(url), grants, asked };
}

describe('the token source', () => {
  it('requests one token when forty requests start at once, and none later', async () => {
    const { connection, grants, asked } = await service();
    const vault = memoryVault({ credentials: anna });
    const { client } = clientFor(vault);
    const ask = async (): Promise<string> => textOf(await client.ask(requestTo(connection)));
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    expect(new Set(answers)).toEqual(new Set(['["token-1"]']));
    await ask();
    expect([grants.length, asked.length]).toEqual([1, 41]);
    expect(vault.held.token).toEqual({ accessToken: 'token-1' });
  });

  it('renews and retries once after 401; forty rejected requests share the renewal', async () => {
    const { connection, grants } = await service();
    const vault = memoryVault({ credentials: anna, token: { accessToken: 'old' } });
    const { client } = clientFor(vault);
    const replies = await Promise.all(Array.from({ length: 40 }, () => client.ask(requestTo(connection))));
    expect(replies.map((reply) => bodyOf(reply).trace.attempts)).toEqual(Array(40).fill(2));
    expect(grants).toHaveLength(1);
    await Promise.all(replies.map(textOf));
  });

  it('gives up after two requests and one renewal if every token is rejected', async () => {
    const { connection, grants, asked } = await service({ accepts: () => false });
    const vault = memoryVault({ credentials: anna, token: { accessToken: 'old' } });
    const reply = endedOf(await clientFor(vault).client.ask(requestTo(connection)));
    expect(reply.outcome).toEqual({
      kind: 'unauthorized',
      status: 401,
      message: 'Who are you?',
      isQuote: true,
    });
    expect([asked, grants.length]).toEqual([['old', 'token-1'], 1]);
  });

  it("doesn't try a rejected password again until it changes or a sign-in succeeds", async () => {
    let allowed = false;
    const { connection, grants, asked } = await service({
      grant: () => (allowed ? [200, { access_token: 'token-x' }] : [400, { error: 'wrong' }]),
    });
    const vault = memoryVault({ credentials: anna });
    const store = vi.spyOn(vault, 'storeToken');
    const { client, lines } = clientFor(vault);
    const warnings = () => lines.filter((line) => line.includes('not tried again')).length;
    const outcome = async () => endedOf(await client.ask(requestTo(connection))).outcome;
    const message = `Sign-in failed at ${new URL(connection.authUrl).host}: wrong.`;
    const refused = { kind: 'unauthorized', status: 400, message, isOfSignIn: true };
    expect([await outcome(), await outcome(), warnings()]).toEqual([refused, refused, 1]);
    expect([await outcome(), warnings()]).toEqual([refused, 1]);
    expect([grants.length, asked.length]).toEqual([1, 0]);
    // There was no token to remove.
    expect(store).not.toHaveBeenCalled();

    for (const [at, changed] of [
      { clientSecret: 'new' },
      { password: 'another' },
      { username: 'bob' },
    ].entries()) {
      vault.held.credentials = { ...anna, ...changed };
      expect(await outcome()).toEqual(refused);
      expect(grants).toHaveLength(2 + at);
    }

    allowed = true;
    expect(await client.signIn(connection, anna, settings, signal)).toMatchObject({
      granted: true,
    });
    expect(await textOf(await client.ask(requestTo(connection)))).toBe('["token-x"]');
    expect(grants).toHaveLength(5);
  });

  it.each<[what: string, kind: string, status: number, body: unknown]>([
    ['no token', 'unauthorized', 200, { error: 'invalid_grant', error_description: 'canary' }],
    ['nothing', 'unauthorized', 200, {}],
    ['no content', 'unexpectedResponse', 204, ''],
    ['a token that fits in no header', 'unexpectedResponse', 200, { access_token: 'a b' }],
    ['a token beyond the limit', 'unexpectedResponse', 200, { access_token: 'x'.repeat(20_000) }],
    ['a second factor (200)', 'unauthorized', 200, { challenge: 'sms' }],
    ['a second factor (400)', 'unauthorized', 400, { error: 'mfa_required', mfa_token: 'x' }],
    ['a second factor (401)', 'unauthorized', 401, { error: 'mfa_required' }],
    ['a second factor (403)', 'unauthorized', 403, { mfa_token: 'x' }],
  ])(
    'never sends a password again that was answered with %s, which could lock the account',
    async (_, kind, ...granted) => {
      const { connection, grants, asked } = await service({ grant: () => granted });
      const { client } = clientFor(memoryVault({ credentials: anna }));
      for (let query = 0; query < 6; query += 1) {
        const { outcome } = endedOf(await client.ask(requestTo(connection)));
        expect(outcome.kind).toBe(kind);
      }
      expect([grants.length, asked.length]).toEqual([1, 0]);
    },
  );

  it('removes a useless token when the password is rejected too, before another window tries it', async () => {
    const { connection } = await service({ accepts: () => false, grant: () => [400, { error: 'wrong' }] });
    const vault = memoryVault({ credentials: anna, token: { accessToken: 'token-old' } });
    await clientFor(vault).client.ask(requestTo(connection));
    expect(vault.held.token).toBeUndefined();
  });

  it('shares a failure among all waiting requests instead of retrying for each', async () => {
    const { connection, grants } = await service({ grant: () => [500, 'Oops'] });
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const replies = await Promise.all(Array.from({ length: 40 }, () => client.ask(requestTo(connection))));
    const message = `Sign-in failed at ${new URL(connection.authUrl).host}: Oops.`;
    expect(new Set(replies.map((reply) => endedOf(reply).outcome.message))).toEqual(new Set([message]));
    expect(grants).toHaveLength(1);
  });

  it('tries again after a failure other than a rejected sign-in', async () => {
    const { connection, grants } = await service({
      grant: (count) => (count === 1 ? [500, 'Oops'] : [200, { access_token: 'token-2' }]),
    });
    const { client } = clientFor(memoryVault({ credentials: anna }));
    expect(endedOf(await client.ask(requestTo(connection))).outcome).toMatchObject({
      kind: 'unexpectedError',
      message: `Sign-in failed at ${new URL(connection.authUrl).host}: Oops.`,
      isOfSignIn: true,
    });
    expect(await textOf(await client.ask(requestTo(connection)))).toBe('["token-2"]');
    expect(grants).toHaveLength(2);
  });

  it('sends nothing before the first sign-in', async () => {
    const { connection, grants, asked } = await service();
    const reply = endedOf(await clientFor(memoryVault()).client.ask(requestTo(connection)));
    expect(reply.outcome).toEqual({ kind: 'unauthorized', message: 'Sign in to test first.' });
    expect(reply.trace).toMatchObject({ attempts: 0, status: null, sent: [] });
    expect([grants, asked]).toEqual([[], []]);
  });

  it("works with only a stored token, if the password isn't kept", async () => {
    const { connection, grants } = await service();
    const { client } = clientFor(memoryVault({ token: { accessToken: 'token-kept' } }));
    expect(await textOf(await client.ask(requestTo(connection)))).toBe('["token-kept"]');
    expect(grants).toHaveLength(0);
  });

  it('uses a token that is granted again after one stray 401, instead of requesting it each time', async () => {
    let stray = 0;
    const { connection, grants, asked } = await service({
      accepts: () => ++stray > 1,
      grant: () => [200, { access_token: 'token-same', expires_in: 3600 }],
    });
    const { client } = clientFor(memoryVault({ credentials: anna }));
    for (let query = 0; query < 3; query += 1) await textOf(await client.ask(requestTo(connection)));
    expect([asked.length, grants.length]).toEqual([4, 2]);
  });

  it('renews once for forty rejected requests when the same token is granted again', async () => {
    const waiting: ServerResponse[] = [];
    let grants = 0;
    const { url } = await recordingServer(({ method }, response) => {
      if (method === 'POST') {
        grants += 1;
        json(response, 200, { access_token: 'token-same', expires_in: 3600 });
      } else if (grants > 1) json(response, 200, []);
      else if (waiting.push(response) === 40) waiting.forEach((each) => json(each, 401, 'Who are you?'));
    });
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const ask = async () => textOf(await client.ask(requestTo(connectionTo(url))));
    await Promise.all(Array.from({ length: 40 }, ask));
    expect(grants).toBe(2);
  });

  it("doesn't renew again for a request that is rejected late, after the same token was granted again", async () => {
    const waiting: ServerResponse[] = [];
    let grants = 0;
    const { url } = await recordingServer(({ method, url: target }, response) => {
      if (method === 'POST') {
        grants += 1;
        json(response, 200, { access_token: 'token-same' });
      } else if (grants > 1) json(response, 200, []);
      else if (target.includes('late')) waiting.push(response);
      else if (waiting.length === 1) json(response, 401, 'Who are you?');
    });
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const late = client.ask(requestTo(connectionTo(url), { target: '/late' }));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    await textOf(await client.ask(requestTo(connectionTo(url))));
    json(waiting[0]!, 401, 'Who are you?');
    expect(await textOf(await late)).toBe('[]');
    expect(grants).toBe(2);
  });

  it('uses a newer token from another window instead of requesting one', async () => {
    const { connection, grants, asked } = await service({
      accepts: (token) => token === 'token-new',
    });
    const vault = memoryVault({ credentials: anna, token: { accessToken: 'token-old' } });
    const reads = vi.spyOn(vault, 'token');
    reads.mockResolvedValueOnce({ accessToken: 'token-old' });
    reads.mockResolvedValueOnce({ accessToken: 'token-new' });
    await textOf(await clientFor(vault).client.ask(requestTo(connection)));
    expect([asked, grants]).toEqual([['token-old', 'token-new'], []]);
  });

  it.each([
    ['3 s before its end', 3_597_000, 0, 2],
    ['well within its life', 3_500_000, 0, 1],
    ['after the wall clock was set back by a day', 3_597_000, -86_400_000, 2],
    ['after the wall clock was set forward by a day', 1000, 86_400_000, 2],
  ])('renews the token as needed %s', async (_, passedMs, clockStepMs, expectedGrants) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const { connection, grants } = await service({
      grant: (count) => [200, { access_token: `token-${count}`, expires_in: 3600 }],
    });
    const { client } = clientFor(memoryVault({ credentials: anna }));
    await textOf(await client.ask(requestTo(connection)));
    vi.advanceTimersByTime(passedMs);
    vi.setSystemTime(Date.now() + clockStepMs);
    await textOf(await client.ask(requestTo(connection)));
    expect(grants).toHaveLength(expectedGrants);
  });

  it('requests a new token when the stored one has expired', async () => {
    const { connection, grants } = await service();
    const token = { accessToken: 'token-over', expiresAt: Date.now() - 1 };
    const { client } = clientFor(memoryVault({ credentials: anna, token }));
    expect(await textOf(await client.ask(requestTo(connection)))).toBe('["token-1"]');
    expect(grants).toHaveLength(1);
  });

  it("uses no stored secrets if the connection's address has changed since", async () => {
    const first = await service();
    const second = await service();
    const vault = memoryVault({ credentials: anna });
    const { client } = clientFor(vault);
    await textOf(await client.ask(requestTo(first.connection)));
    vault.held.credentials = undefined;
    vault.held.token = undefined;
    const reply = endedOf(await client.ask(requestTo(second.connection)));
    expect(reply.outcome.message).toBe('Sign in to test first.');
    expect(second.asked).toEqual([]);
  });

  it('stops waiting requests at sign-out, and stores no token afterwards', async () => {
    let arrived = (): void => undefined;
    const asked = new Promise<void>((resolve) => (arrived = resolve));
    const { url } = await recordingServer(() => arrived());
    const vault = memoryVault({ credentials: anna });
    const store = vi.spyOn(vault, 'storeToken');
    const { client } = clientFor(vault);
    const reply = client.ask(requestTo(connectionTo(url)));
    await asked;
    client.forget('test');
    expect(endedOf(await reply).outcome.kind).toBe('cancelled');
    expect(store).not.toHaveBeenCalled();
  });

  it('lets one request be canceled without stopping the sign-in that others wait for', async () => {
    const waiting: ServerResponse[] = [];
    const { url } = await recordingServer(({ method }, response) => {
      if (method === 'POST') waiting.push(response);
      else json(response, 200, []);
    });
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const leaving = new AbortController();
    const left = client.ask(requestTo(connectionTo(url), { signal: leaving.signal }));
    const staying = client.ask(requestTo(connectionTo(url)));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    leaving.abort();
    expect(endedOf(await left).outcome.kind).toBe('cancelled');
    json(waiting[0]!, 200, { access_token: 'token-1' });
    expect(await textOf(await staying)).toBe('[]');
    expect(waiting).toHaveLength(1);
  });

  it.each<[string, Partial<Vault>, string]>([
    ['token cannot be read', { token: () => Promise.reject(new Error('canary')) }, 'unreachable'],
    ['credentials cannot be read', { credentials: () => Promise.reject(new Error('canary')) }, 'unreachable'],
    ['new token cannot be stored', { storeToken: () => Promise.reject(new Error('canary')) }, 'body'],
  ])('works with a secret store whose %s', async (_, broken, kind) => {
    const { connection } = await service();
    const { client, lines } = clientFor({ ...memoryVault({ credentials: anna }), ...broken });
    const reply = await client.ask(requestTo(connection));
    expect(reply.kind === 'body' ? 'body' : reply.outcome.kind).toBe(kind);
    if (reply.kind === 'body') {
      await textOf(reply);
      // Otherwise nobody could tell why every window signs in anew.
      expect(lines).toContainEqual(expect.stringMatching(/^test: .*token.*stored/));
    }
    expect(JSON.stringify([reply, lines])).not.toContain('canary');
  });

  it("doesn't end a sign-in for an edited connection when a query from before the edit continues", async () => {
    const waiting: ServerResponse[] = [];
    const { url } = await recordingServer(({ method, body }, response, count) => {
      if (method === 'POST' && body.includes('scope=new')) waiting.push(response);
      else if (method === 'POST') json(response, 200, { access_token: 'token-old' });
      else if (count <= 2) json(response, 429, 'Wait', { 'retry-after': '1' });
      else json(response, 200, []);
    });
    const before = connectionTo(url);
    const after = { ...before, scope: 'new' };
    const { client } = clientFor(memoryVault({ credentials: anna }));
    let hasToWait = (): void => undefined;
    const told = new Promise<void>((resolve) => (hasToWait = resolve));
    const old = client.ask(requestTo(before, { onWait: () => hasToWait() }));
    await told;
    const signedIn = client.signIn(after, anna, settings, signal);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect(await textOf(await old)).toBe('[]');
    json(waiting[0]!, 200, { access_token: 'token-new' });
    expect(await signedIn).toMatchObject({ granted: true, token: { accessToken: 'token-new' } });
    expect(await textOf(await client.ask(requestTo(after)))).toBe('[]');
  });

  it('forgets every configuration of a connection at sign-out', async () => {
    const { connection, grants } = await service();
    const edited = { ...connection, scope: 'new' };
    const vault = memoryVault({ credentials: anna });
    const { client } = clientFor(vault);
    for (const each of [connection, edited]) await textOf(await client.ask(requestTo(each)));
    const before = grants.length;
    client.forget(connection.name);
    vault.held.credentials = undefined;
    vault.held.token = undefined;
    for (const each of [connection, edited]) {
      expect(endedOf(await client.ask(requestTo(each))).outcome.message).toBe('Sign in to test first.');
    }
    expect(grants).toHaveLength(before);
  });

  it('leaves the queries of other connections alone at sign-out', async () => {
    const waiting: ServerResponse[] = [];
    const { url } = await recordingServer((_, response) => void waiting.push(response));
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const asked = client.ask(requestTo(connectionTo(url)));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    client.forget('another');
    json(waiting[0]!, 200, { access_token: 'token-1' });
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    json(waiting[1]!, 200, []);
    expect(await textOf(await asked)).toBe('[]');
  });

  it('signs in immediately and only once, and can be cancelled', async () => {
    const { url, received } = await recordingServer(() => undefined);
    const stop = new AbortController();
    const { client } = clientFor(memoryVault());
    const answer = client.signIn(connectionTo(url), anna, settings, stop.signal);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    stop.abort();
    expect(await answer).toMatchObject({ granted: false, outcome: { kind: 'cancelled' } });
  });
});

describe('a sign-in service that hangs', () => {
  const quick = { ...settings, requestTimeoutSeconds: 1 };

  /** Answers the first token request with `first`, the others with tokens, and data requests at once. */
  async function hangingService(first: (response: ServerResponse) => void) {
    const grants: ServerResponse[] = [];
    const closed: number[] = [];
    const { url, received } = await recordingServer(({ method }, response) => {
      if (method === 'GET') {
        json(response, 200, []);
        return;
      }
      const count = grants.push(response);
      response.once('close', () => closed.push(count));
      if (count === 1) first(response);
      else json(response, 200, { access_token: `token-${count}` });
    });
    const tokens = () => received.flatMap(({ headers }) => headers.authorization ?? []);
    return { connection: connectionTo(url), grants, closed, tokens };
  }
  const silence = () => undefined;

  it.each([200, 500])(
    'is given up if a token response (%i) comes byte by byte, by queries and sign-ins',
    async (status) => {
      const { url } = await recordingServer((_, response) => trickle(response, status));
      const { client } = clientFor(memoryVault({ credentials: anna }));
      const { outcome } = endedOf(await client.ask(requestTo(connectionTo(url), { settings: quick })));
      const grant = await client.signIn(connectionTo(url), anna, quick, signal);
      const kind = status === 200 ? 'timeout' : 'unexpectedError';
      expect(outcome.kind).toBe(kind);
      expect(grant).toMatchObject({ granted: false, outcome: { kind } });
    },
  );

  it('has at most 20 s for a token response, however long the settings allow silence', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let begun = (): void => undefined;
    const head = new Promise<void>((resolve) => (begun = resolve));
    const { url } = await recordingServer((_, response) => {
      trickle(response, 200);
      response.write(' ', () => begun());
    });
    const { client, lines } = clientFor(memoryVault());
    const patient = { ...settings, requestTimeoutSeconds: 3600 };
    const asked = client.signIn(connectionTo(url), anna, patient, signal);
    await head;
    while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve)); // the head is logged
    let isOver = false;
    void asked.then(() => (isOver = true));
    vi.advanceTimersByTime(19_999);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1);
    const message = "The response wasn't complete after 20 s.";
    expect(await asked).toEqual({ granted: false, outcome: { kind: 'timeout', message, isOfSignIn: true } });
  });

  it('gets no more requests once nobody waits for the token, until the next query', async () => {
    const { connection, grants, closed } = await hangingService(silence);
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const leaving = new AbortController();
    const left = client.ask(requestTo(connection, { signal: leaving.signal }));
    await vi.waitFor(() => expect(grants).toHaveLength(1));
    leaving.abort();
    expect(endedOf(await left).outcome.kind).toBe('cancelled');
    expect(await textOf(await client.ask(requestTo(connection)))).toBe('[]');
    await vi.waitFor(() => expect(closed).toContain(1));
  });

  it("doesn't hold up a fresh sign-in, whose token serves the queries that wait", async () => {
    const { connection, grants, closed, tokens } = await hangingService(silence);
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const waiting = client.ask(requestTo(connection));
    await vi.waitFor(() => expect(grants).toHaveLength(1));
    expect(await client.signIn(connection, anna, settings, signal)).toMatchObject({ granted: true });
    expect(await textOf(await waiting)).toBe('[]');
    expect([grants.length, tokens()]).toEqual([2, ['Bearer token-2']]);
    await vi.waitFor(() => expect(closed).toContain(1));
  });

  it("doesn't hold up queries that have a token while a person signs in", async () => {
    const { connection, tokens } = await hangingService(silence);
    const { client } = clientFor(memoryVault({ credentials: anna, token: { accessToken: 'token-kept' } }));
    await textOf(await client.ask(requestTo(connection)));
    const leaving = new AbortController();
    const signedIn = client.signIn(connection, anna, settings, leaving.signal);
    const ended = vi.fn();
    void signedIn.finally(ended);
    expect(await textOf(await client.ask(requestTo(connection)))).toBe('[]');
    expect(ended).not.toHaveBeenCalled();
    expect(tokens()).toEqual(['Bearer token-kept', 'Bearer token-kept']);
    leaving.abort();
    expect(await signedIn).toMatchObject({ granted: false });
  });

  /** Leaves the first token request unanswered, fails the second one, and grants all others. */
  async function serviceOfSlowGrant() {
    const grants: ServerResponse[] = [];
    const { url } = await recordingServer(({ method }, response) => {
      if (method === 'GET') json(response, 200, []);
      else if (grants.push(response) === 2) json(response, 500, 'Oops');
      else if (grants.length > 2) json(response, 200, { access_token: 'token' });
    });
    return { grants, url };
  }

  it('gets one request for all waiting queries when a fresh sign-in fails', async () => {
    const { grants, url } = await serviceOfSlowGrant();
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const waiting = Array.from({ length: 3 }, () => client.ask(requestTo(connectionTo(url))));
    await vi.waitFor(() => expect(grants).toHaveLength(1));
    expect(await client.signIn(connectionTo(url), anna, settings, signal)).toMatchObject({ granted: false });
    for (const each of waiting) expect(await textOf(await each)).toBe('[]');
    expect(grants).toHaveLength(3);
  });

  it('gets one request if a query comes just as a failing sign-in replaces what another query waits for', async () => {
    const { grants, url } = await serviceOfSlowGrant();
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const waiting = client.ask(requestTo(connectionTo(url)));
    await vi.waitFor(() => expect(grants).toHaveLength(1));
    const signedIn = client.signIn(connectionTo(url), anna, settings, signal);
    const late = client.ask(requestTo(connectionTo(url)));
    expect(await signedIn).toMatchObject({ granted: false });
    for (const each of [waiting, late]) expect(await textOf(await each)).toBe('[]');
    expect(grants).toHaveLength(3);
  });

  it("doesn't keep an earlier sign-in alive when a person signs in again", async () => {
    const { connection, grants, closed } = await hangingService(silence);
    const { client } = clientFor(memoryVault());
    const earlier = client.signIn(connection, anna, settings, signal);
    await vi.waitFor(() => expect(grants).toHaveLength(1));
    expect(await client.signIn(connection, anna, settings, signal)).toMatchObject({ granted: true });
    expect(await earlier).toMatchObject({ granted: false, outcome: { kind: 'cancelled' } });
    await vi.waitFor(() => expect(closed).toContain(1));
  });

  it('gets one request for a token when a query comes while a person signs in', async () => {
    const { connection, grants, tokens } = await hangingService(silence);
    const { client } = clientFor(memoryVault({ credentials: anna }));
    const signedIn = client.signIn(connection, anna, settings, signal);
    await vi.waitFor(() => expect(grants).toHaveLength(1));
    const asked = client.ask(requestTo(connection));
    json(grants[0]!, 200, { access_token: 'token-1' });
    expect(await signedIn).toMatchObject({ granted: true });
    expect(await textOf(await asked)).toBe('[]');
    expect([grants.length, tokens()]).toEqual([1, ['Bearer token-1']]);
  });
});

describe('a token that has just arrived', () => {
  /** Runs `meanwhile` once, when all bytes of a token response are there and nothing is made of them yet. */
  function onceArrived(meanwhile: () => void): void {
    const parse = JSON.parse;
    const spy = vi.spyOn(JSON, 'parse').mockImplementation((text: string): unknown => {
      if (text.includes('access_token')) {
        spy.mockRestore();
        meanwhile();
      }
      return parse(text) as unknown;
    });
    onTestFinished(() => spy.mockRestore());
  }

  it("isn't stored if the person signs out at this moment", async () => {
    const { connection, grants } = await service();
    const vault = memoryVault({ credentials: anna });
    const store = vi.spyOn(vault, 'storeToken');
    const { client } = clientFor(vault);
    onceArrived(() => client.forget(connection.name));
    expect(endedOf(await client.ask(requestTo(connection))).outcome.kind).toBe('cancelled');
    await new Promise((resolve) => setImmediate(resolve));
    expect(grants).toHaveLength(1);
    expect(store).not.toHaveBeenCalled();
  });

  it("isn't used if the person signs in with other credentials at this moment", async () => {
    const { connection, asked } = await service({
      grant: (count) => (count === 2 ? [400, { error: 'wrong' }] : [200, { access_token: `token-${count}` }]),
    });
    const { client } = clientFor(memoryVault({ credentials: anna }));
    let again: Promise<unknown> = Promise.resolve();
    onceArrived(() => {
      again = client.signIn(connection, { ...anna, username: 'bob' }, settings, signal);
    });
    const first = await client.signIn(connection, anna, settings, signal);
    expect(first).toMatchObject({ granted: false, outcome: { kind: 'cancelled' } });
    expect(await again).toMatchObject({ granted: false, outcome: { kind: 'unauthorized' } });
    await textOf(await client.ask(requestTo(connection)));
    expect(asked).toEqual(['token-3']);
  });
});
