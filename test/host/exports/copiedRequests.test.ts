import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  command,
  fixture,
  password,
  useMarketService,
  username,
  withConnections,
} from '../support/marketService';
import { canary } from '../support/support';

describe('the request as text', () => {
  const service = useMarketService();

  /** A distinctive mark of each text. */
  const marks = {
    curl: /^sh <<'END_OF_SCRIPT'\n/,
    http: /^GET http/m,
    typescript: /^export async function load\(\)/m,
    python: /^import urllib\.request$/m,
  };
  for (const [target, mark] of Object.entries(marks)) {
    it(`is complete on the clipboard, without any secret: ${target}`, async () => {
      const connection = {
        ...service.connection,
        name: 'odd',
        clientId: 'my-client',
        secretHeaders: ['X-Key'],
      };
      await withConnections([connection], async () => {
        const clientSecret = canary('client');
        const headers = { 'X-Key': canary('key') };
        const argument = { connection: 'odd', username, password, clientSecret, headers };
        assert.equal(await command('connection.signIn', argument), true);
        service.server.on('/uk/v2/venue/flows/areaPrice', [{ body: fixture('uk-flows') }]);
        const { id: result, url } = await service.query(
          'uk-flows',
          { connection: "IFA 'x' $(id)", endpoint: 'Sending' },
          { connection: 'odd' },
        );
        const text = await command('result.copyAs', { result, target });
        assert.ok(typeof text === 'string');
        assert.match(text, mark);
        const [, query = ''] = /^(?:#|\/\/) market-data: (.*)$/m.exec(text) ?? [];
        assert.deepEqual(JSON.parse(query), {
          dataset: 'uk-flows',
          parameters: { connection: "IFA 'x' $(id)", endpoint: 'Sending' },
        });
        assert.equal(await vscode.env.clipboard.readText(), text);
        assert.ok(text.includes('/uk/v2/venue/flows/areaPrice?endpoint=Sending'), url);
        for (const secret of [canary(''), username, 'trader', password]) {
          assert.ok(!text.includes(secret), 'a secret is in the text');
        }
        await command('connection.signOut', { connection: 'odd' });
      });
    });
  }

  it('uses the current address of the connection, because a restored result may contain an old one', async () => {
    const { id: result, url } = await service.ask('uk-flows', { body: fixture('uk-flows') });
    const moved = { ...service.connection, baseUrl: 'https://moved.example.invalid/api' };
    await withConnections([moved], async () => {
      const text = String(await command('result.copyAs', { result, target: 'curl' }));
      assert.ok(text.includes(url.replace(service.connection.baseUrl, moved.baseUrl)), url);
    });
  });

  it('is rejected, with advice, if the connection was removed from the settings', async () => {
    const { id: result } = await service.ask('uk-flows', { body: fixture('uk-flows') });
    await withConnections([], () =>
      assert.rejects(
        Promise.resolve(command('result.copyAs', { result, target: 'curl' })),
        /"service" of this result is no longer in the settings\. Add it again/,
      ),
    );
  });

  it('is available for a failed query, when it is needed most', async () => {
    const { id: result } = await service.ask('dayahead-prices', { status: 500 });
    const text = await command('result.copyAs', { result, target: 'curl' });
    assert.match(String(text), /dayahead\/prices\/areaBlock/);
  });
});
