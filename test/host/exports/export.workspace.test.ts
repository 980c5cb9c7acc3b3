import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { command, fixture, useMarketService } from '../support/marketService';
import { memoryFiles } from '../support/memoryFiles';
import { eventually } from '../support/support';

describe("a workspace folder that isn't on this machine", () => {
  const service = useMarketService();
  const files = memoryFiles();
  let registration: vscode.Disposable;
  const root = vscode.Uri.from({ scheme: 'memory', path: '/' });

  before(async () => {
    registration = vscode.workspace.registerFileSystemProvider('memory', files);
    vscode.workspace.updateWorkspaceFolders(1, 0, { uri: root });
    await eventually('the second folder', () => vscode.workspace.workspaceFolders?.[1]);
  });
  after(async () => {
    vscode.workspace.updateWorkspaceFolders(1, 1);
    await eventually('the only folder', () => vscode.workspace.workspaceFolders?.length === 1 || undefined);
    registration.dispose();
  });

  const targets: [name: string, target: unknown][] = [
    ['a Uri', vscode.Uri.joinPath(root, 'out', 'orders.json')],
    ['a Uri as text', 'memory:///out/orders.json'],
  ];
  for (const [name, target] of targets) {
    it(`accepts an export to ${name}, complete and under its own name`, async () => {
      const body = fixture('intraday-orders');
      const { id: result } = await service.ask('intraday-orders', { body });
      const written = await command('result.export', { result, format: 'json', target });
      const uri = vscode.Uri.joinPath(root, 'out', 'orders.json');
      assert.equal(written, uri.toString());
      assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(uri)), body);
      assert.deepEqual([...files.contents.keys()], ['/out/orders.json']);
      await vscode.workspace.fs.delete(uri);
    });
  }

  it('keeps an existing file', async () => {
    const { id: result } = await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    const uri = vscode.Uri.joinPath(root, 'mine.csv');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('mine'));
    const run = command('result.export', { result, format: 'csv', target: uri });
    await assert.rejects(Promise.resolve(run), /already exists/);
    assert.equal(Buffer.from(files.contents.get('/mine.csv') ?? []).toString(), 'mine');
    await vscode.workspace.fs.delete(uri);
  });
});
