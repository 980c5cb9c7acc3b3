import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useMarketService } from '../support/marketService';
import { eventually, workspaceFolder } from '../support/support';

describe('tasks of query files', () => {
  const service = useMarketService();
  const folder = () => vscode.Uri.joinPath(workspaceFolder().uri, 'tasks');
  const day = { startTime: '2026-03-20', endTime: '2026-03-20' };

  before(async () => {
    const queries = {
      first: { dataset: 'dayahead-turnover', parameters: day, expect: { complete: true } },
      second: {
        dataset: 'dayahead-turnover',
        parameters: day,
        export: { format: 'csv', target: 'tasks/out.csv' },
      },
    };
    const text = JSON.stringify({ version: 1, connection: service.connection.name, queries });
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder(), 'x.market.json'),
      new TextEncoder().encode(text),
    );
  });
  after(() => vscode.workspace.fs.delete(folder(), { recursive: true }));

  const offered = () =>
    eventually('the tasks of the file', async () => {
      const all = await vscode.tasks.fetchTasks({ type: 'market-data' });
      // Other tests leave query files behind.
      const tasks = all.filter(({ definition }) => String(definition['file']).startsWith('tasks/'));
      return tasks.length > 0 ? tasks : undefined;
    });

  it('are one for each file, which checks it, and one for each query that can be exported', async () => {
    const tasks = await offered();
    assert.deepEqual(
      tasks.map(({ name, definition }) => [name, definition]),
      [
        ['check tasks/x.market.json', { type: 'market-data', file: 'tasks/x.market.json', action: 'check' }],
        [
          'export tasks/x.market.json: second',
          { type: 'market-data', file: 'tasks/x.market.json', query: 'second', action: 'export' },
        ],
      ],
    );
  });

  it('fail and send nothing until a person allows them to run', async () => {
    for (const task of await offered()) {
      const code = await new Promise<number | undefined>((resolve) => {
        const subscription = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
          if (execution.task.name !== task.name) return;
          subscription.dispose();
          resolve(exitCode);
        });
        void vscode.tasks.executeTask(task);
      });
      assert.equal(code, 1, task.name);
    }
    assert.deepEqual(service.server.requests, []);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(vscode.Uri.joinPath(folder(), 'out.csv'))));
  });
});
