import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { TabInputText, Uri } from 'vscode';
import { SavedResponses } from '#src/editor/savedResponses/savedResponses';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';

const open = async () => {
  await new SavedResponses(doubleOf<ResultStore>({}), () => Promise.resolve()).prompt();
  return editor.dialogs.at(-1)?.defaultUri?.path;
};

const openTab = (path: string) => {
  editor.activeTab = { input: new TabInputText(Uri.file(path)) };
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'open-'));
  mkdirSync(join(root, 'data'));
  for (const name of ['a.json', 'b.json.gz', 'c.ts', 'd.csv']) writeFileSync(join(root, 'data', name), '');
  editor.folders = [root];
});

it.each([
  ['a.json', 'data'],
  ['b.json.gz', 'data'],
  ['d.csv', '.'],
  ['c.ts', '.'],
  ['deleted.json', '.'],
])('with %s in the active editor, Open Saved Response begins in %s', async (name, folder) => {
  openTab(join(root, 'data', name));
  expect(await open()).toBe(join(root, folder));
});

it('with another editor, Open Saved Response begins in the folder for exports, once it exists', async () => {
  expect(await open()).toBe(root);
  mkdirSync(join(root, 'market-data'));
  expect(await open()).toBe(join(root, 'market-data'));
  editor.settings['marketData.exportFolder'] = '../elsewhere';
  expect(await open()).toBe(root);
  editor.folders = [];
  expect(await open()).toBeUndefined();
});
