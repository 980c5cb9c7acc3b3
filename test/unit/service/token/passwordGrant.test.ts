import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestToken, readToken } from '#src/service/token/passwordGrant';
import { anna, clientFor, connectionTo, json, recordingServer, settings } from '../localService';
import { propertyRuns } from '../../propertyRuns';
import { anyCharacter } from '../../anyText';

const signal = new AbortController().signal;
const { client } = clientFor();

describe('the password grant', () => {
  it('sends any user name, password, and client secret to the server as typed', async () => {
    const { url, received } = await recordingServer((_, response) =>
      json(response, 200, { access_token: 't' }),
    );
    const connection = connectionTo(url, url, { clientId: 'c:%+ü', clientAuthentication: 'basic' });
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('%5D]&=+ ä', '%', '+'));
    await fc.assert(
      fc.asyncProperty(text, text, text, async (username, password, clientSecret) => {
        received.length = 0;
        const credentials = { username, password, clientSecret, headers: {} };
        await client.signIn(connection, credentials, settings, signal);
        const form = new URLSearchParams(received[0]?.body);
        expect([form.get('username'), form.get('password')]).toEqual([username, password]);
        const pair = Buffer.from(received[0]!.headers.authorization!.slice(6), 'base64').toString();
        const [id, secret] = pair.split(':').map((half) => new URLSearchParams(`x=${half}`).get('x'));
        expect([id, secret]).toEqual(['c:%+ü', clientSecret]);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it.each([
    ['basic', 'id', { scope: 's' }, `Basic ${btoa('id:top')}`],
    ['body', 'id', { scope: 's', client_id: 'id', client_secret: 'top' }, undefined],
    ['none', 'id', { scope: 's', client_id: 'id' }, undefined],
    ['none', '', { scope: 's' }, undefined],
    ['none', '', {}, undefined],
  ])('identifies the client by %s, id "%s", and sends %j', async (authentication, clientId, more, header) => {
    const { url, received } = await recordingServer((_, response) =>
      json(response, 200, { access_token: 't' }),
    );
    const connection = connectionTo(url, `${url}/id`, {
      clientId,
      clientAuthentication: authentication,
      scope: 'scope' in more ? more.scope : '',
      secretHeaders: ['X-Key'],
    });
    const credentials = { ...anna, clientSecret: 'top', headers: { 'X-Key': 'canary-key' } };
    await client.signIn(connection, credentials, settings, signal);
    const [asked] = received;
    expect([asked?.method, asked?.url]).toEqual(['POST', '/id/connect/token']);
    // The response is requested in a readable form, and nothing about this computer is revealed.
    expect(asked?.headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'market-data-explorer',
    });
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: 'password',
      username: anna.username,
      password: anna.password,
      ...more,
    });
    expect(asked?.headers.authorization).toBe(header);
    // The identity provider should not see the key of the data gateway.
    expect(asked?.headers['x-key']).toBeUndefined();
  });

  it.each([
    ['basic', `Basic ${btoa('id:')}`],
    ['body', undefined],
  ])('sends no made-up client secret by %s if there is none', async (clientAuthentication, header) => {
    const { url, received } = await recordingServer((_, response) =>
      json(response, 200, { access_token: 't' }),
    );
    const connection = connectionTo(url, url, { clientId: 'id', clientAuthentication });
    await client.signIn(connection, anna, settings, signal);
    expect(received[0]?.headers.authorization).toBe(header);
    expect(new URLSearchParams(received[0]?.body).has('client_secret')).toBe(false);
  });

  it('rejects a token that is longer than any header', async () => {
    let length = 16_384;
    const { url } = await recordingServer((_, response) =>
      json(response, 200, { access_token: 'x'.repeat(length) }),
    );
    expect(await client.signIn(connectionTo(url), anna, settings, signal)).toMatchObject({ granted: true });
    length += 1;
    const reply = await client.signIn(connectionTo(url), anna, settings, signal);
    expect(reply).toMatchObject({ granted: false, outcome: { kind: 'unexpectedResponse' } });
    expect(!reply.granted && reply.outcome.message).toMatch(/token .* longer than the limit of 16,384 /);
  });

  it.each([
    [
      400,
      { error: 'invalid_grant', error_description: 'Wrong password.' },
      'unauthorized',
      /^Wrong password\.$/,
    ],
    [401, { error: 'invalid_client' }, 'unauthorized', /^invalid_client$/],
    [400, 'No', 'unauthorized', /^No$/],
    [403, {}, 'unauthorized', /HTTP 403/],
    [404, {}, 'unexpectedError', /HTTP 404/],
    [500, 'Broken', 'unexpectedError', /^Broken$/],
    [200, { error: 'invalid_grant', error_description: '2 left.' }, 'unauthorized', /^2 left\.$/],
    [200, { error: 'mfa_required', mfa_token: 'x' }, 'unauthorized', /^mfa_required$/],
    [200, { error: { code: 7, message: 'Locked.' } }, 'unauthorized', /^Locked\.$/],
    [200, { access_token: null, title: 'Expired' }, 'unauthorized', /^Expired$/],
    [200, { challenge: 'sms' }, 'unauthorized', /contains no token/],
    [200, { token: 'x' }, 'unauthorized', /contains no token/],
    [200, [], 'unauthorized', /contains no token/],
    [401, { error: 'mfa_required', mfa_token: 'x' }, 'unauthorized', /^mfa_required$/],
    [403, { challenge: 'sms' }, 'unauthorized', /HTTP 403/],
    [200, { access_token: 'a\nb' }, 'unexpectedResponse', /token that can't be sent in a header/],
    [204, undefined, 'unexpectedResponse', /HTTP 204/],
  ])('explains a response of %i %j', async (status, body, kind, message) => {
    const { url } = await recordingServer((_, response) => json(response, status, body));
    const reply = await client.signIn(connectionTo(url), anna, settings, signal);
    expect(reply).toMatchObject({ granted: false, outcome: { kind } });
    expect(!reply.granted && reply.outcome.message).toMatch(message);
    // With 403, the data address would mean the subscription; here it is the sign-in.
    expect(!reply.granted && reply.outcome.status).toBe(status === 403 ? undefined : status);
  });

  it.each([
    ['a web page', '<form>Wrong password</form>', 'text/html'],
    ['nothing', '', 'application/json'],
  ])('is rejected by %s instead of a token, because the password was sent', async (_, body, type) => {
    const { url } = await recordingServer((_received, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
    expect(await client.signIn(connectionTo(url), anna, settings, signal)).toEqual({
      granted: false,
      outcome: {
        kind: 'unauthorized',
        status: 200,
        message: 'The response from the sign-in service contains no token.',
        isOfSignIn: true,
      },
    });
  });

  it('never shows a bare text in place of the token, which may be the token', async () => {
    const { url } = await recordingServer((_, response) => json(response, 200, 'canary-token'));
    const reply = await client.signIn(connectionTo(url), anna, settings, signal);
    expect(reply).toMatchObject({ granted: false, outcome: { kind: 'unauthorized' } });
    expect(JSON.stringify(reply)).not.toContain('canary');
  });

  it('names the other host when a sign-in is redirected, whatever the page with the redirect says', async () => {
    const { url, received } = await recordingServer((_, response) =>
      json(response, 307, 'Moved', { location: 'https://login.example/token' }),
    );
    const reply = await client.signIn(connectionTo(url), anna, settings, signal);
    expect(!reply.granted && reply.outcome.message).toContain('login.example');
    expect(received).toHaveLength(1);
  });

  it("isn't reported as a failure of the service when it is cancelled", async () => {
    const lines: string[] = [];
    const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
    const connection = connectionTo('http://127.0.0.1:1');
    const asked = requestToken(connection, anna, settings, AbortSignal.abort(), log);
    await expect(asked).rejects.toMatchObject({ kind: 'cancelled' });
    expect(lines).toEqual([]);
  });

  it.each([429, 503])('reports how long a busy sign-in service (%i) asks to wait', async (status) => {
    const { url } = await recordingServer((_, response) =>
      json(response, status, 'Slow down', { 'retry-after': '33' }),
    );
    const reply = await client.signIn(connectionTo(url), anna, settings, signal);
    expect(reply).toEqual({
      granted: false,
      outcome: {
        kind: 'tooManyRequests',
        status,
        message: 'Slow down',
        isQuote: true,
        isOfSignIn: true,
        retryAfterSeconds: 33,
      },
    });
  });

  it.each([
    ['as it is', 400, 'password was canary-password!'],
    ['as sent', 400, 'grant_type=password&username=anna&password=canary%2Bpass+word'],
    ['in a field', 400, { error: 'x', error_description: 'canary+pass word?' }],
    ['with status 200', 200, { error: 'x', error_description: 'canary-password' }],
    ['in a field error', 400, { title: 'No', errors: { password: ['canary-password is wrong'] } }],
  ])('never shows a password that the response quotes %s', async (_, status, body) => {
    const { url } = await recordingServer((_received, response) => json(response, status, body));
    for (const password of ['canary-password', 'canary+pass word']) {
      const reply = await client.signIn(connectionTo(url), { ...anna, password }, settings, signal);
      if (JSON.stringify(body).includes(password)) expect(JSON.stringify(reply)).toContain('••••');
      expect(JSON.stringify(reply)).not.toContain(password);
    }
    const plus = { ...anna, password: 'canary+pass word' };
    const reply = await client.signIn(connectionTo(url), plus, settings, signal);
    expect(JSON.stringify(reply)).not.toContain('canary%2Bpass+word');
  });

  it('shortens a long, multi-line, or disguised message to one harmless line', async () => {
    const { url } = await recordingServer((_, response) =>
      json(response, 400, { error_description: `a\n\u202eb\u0007${'x'.repeat(1000)}` }),
    );
    const reply = await client.signIn(connectionTo(url), anna, settings, signal);
    const message = reply.granted ? '' : reply.outcome.message;
    expect(message).toBe(`a b ${'x'.repeat(295)}…`);
  });

  it("reads a compressed token response although compression wasn't requested", async () => {
    const { url } = await recordingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"access_token":"t"}'));
    });
    expect(await client.signIn(connectionTo(url), anna, settings, signal)).toMatchObject({
      granted: true,
      token: { accessToken: 't' },
    });
  });

  it('finds no token in a response with an encoding that nobody requested', async () => {
    const { url } = await recordingServer((_, response) =>
      json(response, 200, { access_token: 't' }, { 'content-encoding': 'br' }),
    );
    expect(await client.signIn(connectionTo(url), anna, settings, signal)).toMatchObject({
      granted: false,
      outcome: {
        kind: 'unexpectedResponse',
        message: "The response from the sign-in service couldn't be read.",
      },
    });
  });

  it.each([
    ['http://sts.example', 'must use HTTPS'],
    ['https://user@sts.example', 'user name or password'],
    ['data:text/plain,', "isn't allowed"],
  ])('requests no token from %s', async (authUrl, words) => {
    const reply = await client.signIn(connectionTo('https://x', authUrl), anna, settings, signal);
    expect(reply).toMatchObject({ granted: false, outcome: { kind: 'unreachable' } });
    expect(!reply.granted && reply.outcome.message).toContain(words);
  });
});

describe('readToken', () => {
  const now = 1_000_000;
  it.each([
    [
      { access_token: 't', expires_in: 3600 },
      { accessToken: 't', expiresAt: now + 3_540_000 },
    ],
    [
      { accessToken: 't', expiresIn: ' 3600.0 ' },
      { accessToken: 't', expiresAt: now + 3_540_000 },
    ],
    [
      { access_token: 't', expires_in: 60 },
      { accessToken: 't', expiresAt: now + 54_000 },
    ],
    [{ access_token: 't' }, { accessToken: 't' }],
    [{ access_token: 't', expires_in: 0 }, { accessToken: 't' }],
    [{ access_token: 't', expires_in: -5 }, { accessToken: 't' }],
    [
      { access_token: 't', expires_in: 366 * 24 * 3600 },
      { accessToken: 't', expiresAt: now + 31_622_340_000 },
    ],
    [{ access_token: 't', expires_in: 366 * 24 * 3600 + 1 }, { accessToken: 't' }],
    [{ access_token: 't', expires_in: 1e12 }, { accessToken: 't' }],
    [{ access_token: 't', expires_in: true }, { accessToken: 't' }],
    [{ access_token: 't', expires_in: ['60'] }, { accessToken: 't' }],
    [{ access_token: 't', expires_in: 'soon' }, { accessToken: 't' }],
    [{ access_token: 't', expires_in: null }, { accessToken: 't' }],
    [{ access_token: '' }, undefined],
    [{ access_token: 5 }, undefined],
    [['t'], undefined],
    [null, undefined],
  ])('reads %j', (answer, expected) => expect(readToken(answer, now)).toEqual(expected));

  it('never throws, for any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (answer) => void readToken(answer, now)));
  });
});
