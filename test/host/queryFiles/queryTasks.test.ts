import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, eventually, workspaceFolder } from '../support/support';

/** Public API: what people write into their own `tasks.json`. */
const task = {
  label: 'Check queries',
  type: 'process',
  command: 'node',
  args: [
    '${extensionInstallFolder:market-data-explorer.market-data-explorer}/dist/cli.js',
    'check',
    'checked-by-task',
  ],
  problemMatcher: '$market-data',
};

/** The rows of a day are never one: the last line of the query fails. */
const queries = `{
  "version": 1,
  "connection": "sandbox",
  "queries": {
    "turnover": {
      "dataset": "dayahead-turnover",
      "parameters": { "startTime": "2026-03-20", "endTime": "2026-03-20" },
      "expect": { "rows": 1 }
    }
  }
}`;

describe('a task of tasks.json that runs the command line', () => {
  const at = (...names: string[]) => vscode.Uri.joinPath(workspaceFolder().uri, ...names);
  const file = at('checked-by-task', 'x.market.json');
  const definitions = at('.vscode', 'tasks.json');
  const write = (uri: vscode.Uri, text: string) =>
    vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

  before(async () => {
    await write(file, queries);
    await write(definitions, JSON.stringify({ version: '2.0.0', tasks: [task] }));
  });
  after(async () => {
    await closeEditors();
    await vscode.workspace.fs.delete(definitions);
    await vscode.workspace.fs.delete(at('checked-by-task'), { recursive: true });
  });

  it('fails if a check fails, and lists it as a problem at its line of the file', async () => {
    const found = await eventually('the task', async () =>
      (await vscode.tasks.fetchTasks()).find(({ name }) => name === task.label),
    );
    const code = await new Promise<number | undefined>((resolve, reject) => {
      const subscription = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task.name !== task.label) return;
        subscription.dispose();
        resolve(exitCode);
      });
      vscode.tasks.executeTask(found).then(undefined, reject);
    });
    assert.equal(code, 1);
    const editor = await vscode.window.showTextDocument(file);
    // Extensions can't read the problems of tasks, but a person can go to the next one.
    const line = await eventually('the problem', async () => {
      await vscode.commands.executeCommand('editor.action.marker.next');
      return editor.selection.active.line > 0 ? editor.selection.active.line + 1 : undefined;
    });
    assert.equal(line, 8);
  });
});
