import { expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { onFirstQueryFile } from '#src/editor/queryFiles/queryLanguage';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

it('a window gets the features of query files when a folder with such files arrives', async () => {
  const act = vi.fn();
  editor.find = () => Promise.resolve([]);
  onFirstQueryFile(act);
  editor.find = () => Promise.resolve([vscode.Uri.file('/a.market.json')]);
  editor.disk = new MemoryDisk({ '/workspace/queries/a.market.json': '' });
  editor.report('created', vscode.Uri.file('/workspace/queries'));
  await expect.poll(() => act.mock.calls.length, { timeout: 10_000 }).toBe(1);
});
