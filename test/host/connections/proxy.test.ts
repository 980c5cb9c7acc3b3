import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startLoggingProxy } from '../support/loggingProxy';
import type { LoggingProxy } from '../support/loggingProxy';
import {
  command,
  fixture,
  password,
  tokenPath,
  useMarketService,
  username,
  withConnections,
} from '../support/marketService';
import { eventually, withSettings } from '../support/support';

describe("the editor's proxy", () => {
  const service = useMarketService();
  let proxy: LoggingProxy;
  before(async () => (proxy = await startLoggingProxy()));
  after(() => proxy.close());

  const withProxy = (body: () => Promise<void>) =>
    withSettings({ 'http.proxy': proxy.address }, async () => {
      const set = () => vscode.workspace.getConfiguration('http').get('proxy') === proxy.address;
      await eventually('the proxy setting', () => set() || undefined);
      await body();
    });
  const signIn = (connection: string) => command('connection.signIn', { connection, username, password });

  it('is used for sign-in and data, as company networks require', async () => {
    const connections = [
      { ...service.connection, name: 'far data', baseUrl: 'https://data.example.invalid' },
      { ...service.connection, name: 'far sign-in', authUrl: 'https://sso.example.invalid' },
    ];
    await withConnections(connections, () =>
      withProxy(async () => {
        assert.equal(await signIn('far data'), true);
        const { outcome } = await service.query('dayahead-prices', {}, { connection: 'far data' });
        assert.equal(outcome, 'unreachable', 'the proxy finds no such host');
        assert.equal(await signIn('far sign-in'), false);
        await command('connection.signOut', { connection: 'far data' });
      }),
    );
    assert.deepEqual(
      [...new Set(proxy.seen)],
      ['CONNECT data.example.invalid:443', 'CONNECT sso.example.invalid:443'],
    );
    assert.equal(service.server.seen(tokenPath).length, 1, 'loopback needs no proxy');
  });

  it("isn't used for addresses on this machine", () =>
    withProxy(async () => {
      const seen = proxy.seen.length;
      const body = fixture('intraday-orders');
      assert.equal((await service.ask('intraday-orders', { body })).outcome, 'success');
      assert.equal(proxy.seen.length, seen);
    }));
});
