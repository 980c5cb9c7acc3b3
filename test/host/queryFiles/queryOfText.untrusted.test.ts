import * as assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { datasetPaths } from '../support/contract';
import { command, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

describe('the selected text of a file in an untrusted folder', () => {
  const service = useMarketService();
  const file = () => join(workspaceFolder().uri.fsPath, 'notes.txt');
  after(() => rmSync(file()));

  it("isn't run as a query, because the file would decide what is sent", async () => {
    writeFileSync(file(), `GET ${datasetPaths['dayahead-turnover']}`);
    await command('connection.select', 'service');
    const selection = new vscode.Range(0, 0, 0, 1000);
    await vscode.window.showTextDocument(vscode.Uri.file(file()), { selection });
    await assert.rejects(Promise.resolve(command('queries.fromText')), /untrusted workspace/);
    assert.deepEqual(service.server.requests, []);
  });
});
