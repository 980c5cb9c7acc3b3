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

const orders = fixture('intraday-orders');

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

  describe('at sign-in', () => {
    const signIn = () => command('connection.signIn', { connection: 'service', username, password });

    it("aren't granted if the service rejects it, and the earlier sign-in remains", async () => {
      service.server.grants(tokenPath, [refusal]);
      assert.equal(await signIn(), false);
      assert.equal(tokenCalls(), 1, 'a wrong password is asked once');
    });
  });
});
