import * as assert from 'node:assert/strict';
import {
  command,
  fixture,
  newGrant,
  password,
  tokenPath,
  useMarketService,
  username,
} from '../support/marketService';
import type { Grant } from '../support/faultServer';
import { canary, withSettings } from '../support/support';

const orders = fixture('intraday-orders');

/** The lifetime in seconds of a token that has expired by the next query. */
const expiresAtOnce = 0.001;

describe('access tokens', () => {
  const service = useMarketService();
  const tokenCalls = () => service.server.seen(tokenPath).length;
  const refusal = {
    status: 400,
    json: { error: 'invalid_grant', error_description: 'Wrong user name or password.' },
  };

  it('are requested with exactly the documented password grant', async () => {
    await service.signIn([newGrant(), newGrant()]);
    service.server.revoke();
    await service.ask('intraday-orders', { body: orders });
    const [call] = service.server.seen(tokenPath);
    assert.equal(call?.method, 'POST');
    assert.equal(call.headers['content-type'], 'application/x-www-form-urlencoded');
    const form = { grant_type: 'password', username, password };
    assert.deepEqual(Object.fromEntries(new URLSearchParams(call.body)), form);
    assert.equal(call.headers.authorization, undefined, 'no client id, so no client');
  });

  it('are reused: one grant for many queries', async () => {
    for (let count = 0; count < 3; count += 1) await service.ask('intraday-orders', { body: orders });
    assert.deepEqual([tokenCalls(), service.asked('intraday-orders')], [0, 3]);
  });

  it('are renewed silently when the service no longer accepts them: a single 401 is never shown', async () => {
    const renewed = newGrant();
    await service.signIn([newGrant(), renewed]);
    service.server.revoke();
    const { outcome, rows } = await service.ask('intraday-orders', { body: orders });
    assert.deepEqual({ outcome, rows }, { outcome: 'success', rows: 3 });
    assert.deepEqual([tokenCalls(), service.asked('intraday-orders')], [1, 2]);
    const last = service.server.requests.at(-1);
    assert.equal(last?.headers.authorization, `Bearer ${renewed.token}`);
  });

  it('are renewed before they expire, without a failed request', async () => {
    await service.signIn([{ ...newGrant(), expiresIn: expiresAtOnce }, newGrant()]);
    const { outcome } = await service.ask('intraday-orders', { body: orders });
    assert.equal(outcome, 'success');
    assert.deepEqual([tokenCalls(), service.asked('intraday-orders')], [1, 1]);
  });

  it('are shared: 40 queries at once need one grant', async () => {
    await service.signIn([{ ...newGrant(), expiresIn: expiresAtOnce }, newGrant()]);
    service.server.on('/intraday/delayed/orders', [{ body: orders }]);
    const summaries = await Promise.all(Array.from({ length: 40 }, () => service.query('intraday-orders')));
    for (const { outcome, rows } of summaries) {
      assert.deepEqual({ outcome, rows }, { outcome: 'success', rows: 3 });
    }
    assert.equal(new Set(summaries.map(({ id }) => id)).size, 40);
    assert.deepEqual([tokenCalls(), service.asked('intraday-orders')], [1, 40]);
  });

  it('are renewed once for 40 queries whose token was revoked', async () => {
    await service.signIn([newGrant(), newGrant()]);
    service.server.revoke();
    service.server.on('/intraday/delayed/orders', [{ body: orders }]);
    const summaries = await Promise.all(Array.from({ length: 40 }, () => service.query('intraday-orders')));
    assert.ok(summaries.every(({ outcome }) => outcome === 'success'));
    assert.equal(tokenCalls(), 1);
  });

  it('that are rejected repeatedly end in unauthorized, not in endless requests', async () => {
    await service.signIn([newGrant(), newGrant()]);
    const answer = { status: 401, json: 'The token is not valid here.' };
    const { outcome, status, message } = await service.ask('intraday-orders', answer);
    assert.deepEqual(
      { outcome, status, message },
      { outcome: 'unauthorized', status: 401, message: 'The token is not valid here.' },
    );
    assert.deepEqual([tokenCalls(), service.asked('intraday-orders')], [1, 2]);
  });

  it('are not requested without a sign-in, and nothing is sent', async () => {
    await command('connection.signOut', { connection: 'service' });
    const { outcome, status, message, url } = await service.ask('intraday-orders', {
      body: orders,
    });
    assert.deepEqual({ outcome, status }, { outcome: 'unauthorized', status: undefined });
    assert.match(message ?? '', /sign in/i);
    assert.equal(url, `${service.connection.baseUrl}/intraday/delayed/orders`);
    assert.deepEqual(service.server.requests, []);
  });

  describe('that cannot be renewed at the moment', () => {
    const failures: [grant: Grant, outcome: string, more: Record<string, unknown>][] = [
      [
        { status: 503, json: 'Down for maintenance' },
        'unexpectedError',
        { status: 503, message: 'Down for maintenance' },
      ],
      [
        { status: 429, headers: { 'retry-after': '1' } },
        'tooManyRequests',
        { status: 429, retryAfterSeconds: 1 },
      ],
      [
        { status: 503, headers: { 'retry-after': '1' } },
        'tooManyRequests',
        { status: 503, retryAfterSeconds: 1 },
      ],
      [{ fault: 'reset' }, 'unreachable', {}],
      [{ fault: 'stall' }, 'timeout', {}],
    ];
    for (const [grant, outcome, more] of failures) {
      it(`end in ${outcome}, and the next query tries again, once the service wants it`, () =>
        withSettings({ 'marketData.requestTimeoutSeconds': 1 }, async () => {
          await service.signIn([newGrant(), grant, newGrant()]);
          service.server.revoke();
          const failed = await service.ask('intraday-orders', { body: orders });
          assert.equal(failed.outcome, outcome);
          for (const [key, value] of Object.entries(more)) {
            assert.equal(failed[key as keyof typeof failed], value, key);
          }
          const next = await service.ask('intraday-orders', { body: orders });
          assert.equal(next.outcome, 'success', 'a failure is not kept');
        }));
    }
  });

  const tokenless = 'The response from the sign-in service contains no token.';
  const refusals: [what: string, grant: Grant, message: string][] = [
    ['400', refusal, 'Wrong user name or password.'],
    ['200', { ...refusal, status: 200 }, 'Wrong user name or password.'],
    ['200 and a web page', { body: '<html></html>' }, tokenless],
    ['200 and a second factor', { json: { challenge: 'sms' } }, tokenless],
    ['403 and a second factor', { status: 403, json: { error: 'mfa_required' } }, 'mfa_required'],
  ];
  for (const [what, grant, words] of refusals) {
    it(`are not requested again with a password rejected with ${what}, which could lock the account`, async () => {
      await service.signIn([newGrant(), grant]);
      service.server.revoke();
      for (const query of ['first', 'second']) {
        const { outcome, message } = await service.ask('intraday-orders', { body: orders });
        assert.equal(outcome, 'unauthorized', query);
        assert.equal(message, words, query);
      }
      const parallel = await Promise.all(Array.from({ length: 10 }, () => service.query('intraday-orders')));
      assert.ok(parallel.every(({ outcome }) => outcome === 'unauthorized'));
      assert.equal(tokenCalls(), 1);
      await service.signIn();
      assert.equal((await service.ask('intraday-orders', { body: orders })).outcome, 'success');
    });
  }

  describe('at sign-in', () => {
    const signIn = () => command('connection.signIn', { connection: 'service', username, password });

    it('are not granted if the service rejects it, and the earlier sign-in remains', async () => {
      service.server.grants(tokenPath, [refusal]);
      assert.equal(await signIn(), false);
      assert.equal(tokenCalls(), 1, 'a wrong password is asked once');
    });

    for (const [what, grant] of [
      ['a web page', { headers: { 'content-type': 'text/html' }, body: '<form></form>' }],
      ['JSON without a token', { json: { token_type: 'Bearer' } }],
      ['a token that no header can hold', { json: { access_token: 'a\r\nX-Evil: 1' } }],
      ['an error', { status: 500, json: { error: 'server_error' } }],
      ['a broken connection', { fault: 'reset' }],
    ] as const) {
      it(`are not granted if the response is ${what}`, async () => {
        service.server.grants(tokenPath, [grant]);
        assert.equal(await signIn(), false);
      });
    }

    it('are not requested through a redirect, which would send the password elsewhere', async () => {
      const location = `${service.server.origin}/elsewhere`;
      service.server.grants(tokenPath, [{ status: 307, headers: { location } }]);
      assert.equal(await signIn(), false);
      assert.deepEqual(service.server.seen('/elsewhere'), []);
    });

    it('are accepted without a lifetime, and in the older spelling', async () => {
      const accessToken = canary('older-spelling');
      service.server.grants(tokenPath, [{ json: { accessToken } }]);
      assert.equal(await signIn(), true);
    });

    it('are not needed for the built-in sample service', async () => {
      const argument = { connection: 'sandbox', username: 'anybody', password };
      assert.equal(await command('connection.signIn', argument), true);
      assert.deepEqual(service.server.requests, []);
    });
  });
});
