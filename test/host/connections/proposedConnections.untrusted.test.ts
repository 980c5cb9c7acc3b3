import * as assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { startFaultServer, type FaultServer } from '../support/faultServer';
import { command } from '../support/marketService';
import { activeExtension, workspaceFolder } from '../support/support';

describe('connections that an untrusted workspace proposes', () => {
  const folder = () => join(workspaceFolder().uri.fsPath, '.vscode');
  let server: FaultServer;

  before(async () => {
    await activeExtension();
    server = await startFaultServer();
    mkdirSync(folder(), { recursive: true });
    const connection = { name: 'proposed', baseUrl: server.origin, authUrl: server.origin };
    writeFileSync(
      join(folder(), 'market-connections.json'),
      JSON.stringify({ version: 1, connections: [connection] }),
    );
  });
  after(async () => {
    rmSync(folder(), { recursive: true });
    await server.close();
  });

  it('do not exist for queries and commands, and nothing is sent to them', async () => {
    const query = { dataset: 'intraday-orders', parameters: {}, connection: 'proposed', show: false };
    const unknown = /Connection "proposed" not found\. Available connections: sandbox\./;
    await assert.rejects(Promise.resolve(command('query.run', query)), unknown);
    await assert.rejects(Promise.resolve(command('connection.select', 'proposed')), unknown);
    const review = Promise.resolve(command('connection.review'));
    const ended = review.then(() => true);
    while (!(await Promise.race([ended, wait(50, false)]))) {
      await vscode.commands.executeCommand('notifications.clearAll');
    }
    assert.equal(await review, undefined);
    assert.deepEqual(vscode.workspace.getConfiguration('marketData').get('connections'), []);
    assert.deepEqual(server.requests, []);
  });
});
