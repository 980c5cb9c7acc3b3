import * as assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ResultSummary } from '../support/contract';
import { startFaultServer } from '../support/faultServer';
import type { FaultServer } from '../support/faultServer';
import {
  command,
  fixture,
  newGrant,
  tokenPath,
  useMarketService,
  withConnections,
} from '../support/marketService';
import { activeExtension, eventually, workspaceFolder } from '../support/support';

const orders = fixture('intraday-orders');
const ordersPath = '/intraday/delayed/orders';

const ask = (connection?: string) =>
  command('query.run', {
    dataset: 'intraday-orders',
    parameters: {},
    show: false,
    ...(connection === undefined ? {} : { connection }),
  }) as Thenable<ResultSummary>;

describe('connections', () => {
  const service = useMarketService();

  it('are used without being named if they are selected', async () => {
    service.server.on(ordersPath, [{ body: orders }]);
    try {
      assert.equal(await command('connection.select', 'service'), undefined);
      const summary = await ask();
      assert.deepEqual([summary.connection, summary.outcome], ['service', 'success']);
    } finally {
      await command('connection.select', 'sandbox');
    }
    assert.equal((await ask()).connection, 'sandbox');
  });

  it('lose their secrets at sign-out: the next query sends nothing', async () => {
    service.server.on(ordersPath, [{ body: orders }]);
    assert.equal((await ask('service')).outcome, 'success');
    assert.equal(await command('connection.signOut', { connection: 'service' }), undefined);
    service.server.forget();
    assert.equal((await ask('service')).outcome, 'unauthorized');
    assert.deepEqual(service.server.requests, []);
  });

  it("aren't replaced by sample data if they are selected and then removed from the settings", async () => {
    await command('connection.select', 'service');
    try {
      await withConnections([], async () => {
        await assert.rejects(Promise.resolve(ask()), /"service" is no longer in the settings/);
        assert.equal((await ask('sandbox')).outcome, 'success');
      });
    } finally {
      await command('connection.select', 'sandbox');
    }
  });

  it('can have their secrets removed even after they were removed from the settings', async () => {
    await withConnections([], async () => {
      assert.equal(await command('connection.signOut', { connection: 'service' }), undefined);
      const again = command('connection.signOut', { connection: 'service' });
      await assert.rejects(Promise.resolve(again), /Connection "[\w-]+" not found\. Available connections: /);
    });
    assert.equal((await ask('service')).outcome, 'unauthorized');
    assert.deepEqual(service.server.requests, []);
  });
});

describe('secrets belong to the addresses they were entered for:', () => {
  const service = useMarketService();
  let elsewhere: FaultServer;
  before(async () => (elsewhere = await startFaultServer()));
  after(() => elsewhere.close());

  for (const field of ['baseUrl', 'authUrl'] as const) {
    it(`nothing is sent to a changed ${field} until a person confirms it`, async () => {
      service.server.on(ordersPath, [{ body: orders }]);
      elsewhere.grants(tokenPath, [newGrant()]);
      const moved = { ...service.connection, [field]: elsewhere.origin };
      await withConnections([moved], async () => {
        for (const query of ['first', 'second']) {
          const { outcome, message } = await ask('service');
          assert.equal(outcome, 'unauthorized', query);
          assert.match(message ?? '', /sign in/i);
        }
      });
      assert.deepEqual(elsewhere.requests, []);
      assert.equal((await ask('service')).outcome, 'success', 'back at the old address');
      assert.equal(service.server.seen(tokenPath).length, 0, 'without another sign-in');
    });
  }

  it('an entry in the workspace settings is ignored', async () => {
    await activeExtension();
    const folder = join(workspaceFolder().uri.fsPath, '.vscode');
    const configuration = (key: string) => vscode.workspace.getConfiguration().get(key);
    await mkdir(folder, { recursive: true });
    const planted = {
      'marketData.connections': [
        { ...service.connection, baseUrl: elsewhere.origin, authUrl: elsewhere.origin },
        { name: 'planted', baseUrl: elsewhere.origin, authUrl: elsewhere.origin },
      ],
      // A setting that a workspace may change shows that the settings have been read.
      'marketData.exportFolder': 'from-the-workspace',
    };
    await writeFile(join(folder, 'settings.json'), JSON.stringify(planted));
    try {
      await eventually('the workspace settings', () =>
        configuration('marketData.exportFolder') === 'from-the-workspace' ? true : undefined,
      );
      assert.deepEqual(configuration('marketData.connections'), [service.connection]);
      service.server.on(ordersPath, [{ body: orders }]);
      assert.equal((await ask('service')).outcome, 'success');
      await assert.rejects(
        Promise.resolve(ask('planted')),
        /Connection "[\w-]+" not found\. Available connections: /,
      );
      assert.deepEqual(elsewhere.requests, []);
    } finally {
      await rm(folder, { recursive: true });
      await eventually('the settings to be gone', () =>
        configuration('marketData.exportFolder') === 'market-data' ? true : undefined,
      );
    }
  });
});
