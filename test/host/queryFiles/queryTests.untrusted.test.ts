import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { fixture, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

describe('checks of an untrusted folder', () => {
  const service = useMarketService();
  const folder = () => join(workspaceFolder().uri.fsPath, 'tasks');
  after(() => rmSync(folder(), { recursive: true }));

  it('send and write nothing until a person trusts it, whoever starts them', async () => {
    const day = { startTime: '2026-03-20', endTime: '2026-03-20' };
    const query = { dataset: 'dayahead-turnover', parameters: day, expect: {}, export: { format: 'csv' } };
    const file = join(folder(), 'x.market.json');
    mkdirSync(folder());
    writeFileSync(
      file,
      JSON.stringify({ version: 1, connection: service.connection.name, queries: { query } }),
    );
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    // VS Code itself first asks the person whether to trust the folder, so this never ends here.
    void vscode.commands.executeCommand('testing.runAll');
    // A query that isn't from a file is sent meanwhile, so those from the file would have been, too.
    await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    assert.equal(service.server.requests.length, service.asked('intraday-orders'));
    assert.deepEqual(readdirSync(workspaceFolder().uri.fsPath), ['tasks']);
    assert.deepEqual(readdirSync(folder()), ['x.market.json']);
  });
});
