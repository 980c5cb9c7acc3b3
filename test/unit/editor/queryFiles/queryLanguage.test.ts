import { expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { doubleOf } from '../../doubleOf';
import { lateTaskProvider, onFirstQueryFile } from '../../../../src/editor/queryFiles/queryLanguage';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

const token = new vscode.CancellationTokenSource().token;
const tasks = [doubleOf<vscode.Task>({ name: 'check' })];

function providerOf() {
  const load = vi.fn(() =>
    Promise.resolve({ provideTasks: () => Promise.resolve(tasks), resolveTask: (task: vscode.Task) => task }),
  );
  return { load, provider: lateTaskProvider(load) };
}

it('a window without query files loads nothing when the editor asks it for tasks', async () => {
  const { load, provider } = providerOf();
  editor.find = () => Promise.resolve([]);
  expect(await provider.provideTasks(token)).toEqual([]);
  expect(load).not.toHaveBeenCalled();
});

it.each<[string, () => Promise<vscode.Uri[]>]>([
  ['there is one', () => Promise.resolve([vscode.Uri.file('/a.market.json')])],
  ["the editor can't search", () => Promise.reject(new Error('No search.'))],
  ['its search never ends', () => new Promise(() => undefined)],
])('the tasks of query files are offered if %s', async (_, found) => {
  const { provider } = providerOf();
  editor.find = found;
  expect(await provider.provideTasks(token)).toBe(tasks);
});

it('a task of tasks.json is resolved without a search', async () => {
  const { provider } = providerOf();
  editor.find = () => Promise.reject(new Error('Nobody should search.'));
  expect(await provider.resolveTask(tasks[0] as vscode.Task, token)).toBe(tasks[0]);
});

it('a window gets the features of query files when a folder with such files arrives', async () => {
  const act = vi.fn();
  editor.find = () => Promise.resolve([]);
  onFirstQueryFile(act);
  editor.find = () => Promise.resolve([vscode.Uri.file('/a.market.json')]);
  editor.disk = new MemoryDisk({ '/workspace/queries/a.market.json': '' });
  editor.report('created', vscode.Uri.file('/workspace/queries'));
  await expect.poll(() => act.mock.calls.length, { timeout: 10_000 }).toBe(1);
});
