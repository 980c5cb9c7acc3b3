import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { targetInWorkspace } from '#src/editor/export/exportTarget';
import { editor } from '../fakeVscode/editor';

let real: string;
let link: string;

// The workspace was opened through a link, as with a home folder on another disk.
beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'linked-workspace-')));
  real = join(root, 'real');
  link = join(root, 'link');
  mkdirSync(join(root, 'elsewhere'));
  mkdirSync(real);
  symlinkSync(real, link, 'junction');
  symlinkSync(join(root, 'elsewhere'), join(real, 'out'), 'junction');
  editor.folders = [vscode.Uri.file(link).path];
});

it('a path is in a linked workspace by the name of the link and by the name of its target', async () => {
  const expected = vscode.Uri.file(join(link, 'data', 'prices.csv')).path;
  for (const folder of [link, real]) {
    const path = join(folder, 'data', 'prices.csv');
    for (const target of [path, vscode.Uri.file(path)]) {
      expect((await targetInWorkspace(target)).path).toBe(expected);
    }
  }
  expect((await targetInWorkspace(real)).path).toBe(vscode.Uri.file(link).path);
});

it.each<[string, (uri: vscode.Uri) => unknown]>([
  ['a relative path', () => 'data/my prices.csv'],
  ['a URI as text', (uri) => uri.toString()],
  ['a URI that went through JSON', (uri) => JSON.parse(JSON.stringify(uri)) as unknown],
])('a file in the workspace can be named by %s', async (_, named) => {
  const uri = vscode.Uri.joinPath(vscode.Uri.file(link), 'data', 'my prices.csv');
  expect((await targetInWorkspace(named(uri))).toString()).toBe(uri.toString());
});

it.each<[string, (folder: vscode.Uri) => unknown]>([
  ['a relative path that leads up', () => '../a.csv'],
  ['a URI that leads up', (folder) => folder.with({ path: `${folder.path}/out/../../a.csv` })],
  ['a percent-encoded URI that leads up', (folder) => `${folder.toString()}/%2e%2e/a.csv`],
  ['an unsaved document', () => 'untitled:a.csv'],
  ['a URI of another scheme', () => 'https://example.invalid/a.csv'],
  ['a control character', () => 'a\u0000.csv'],
  ['an empty text', () => ''],
  ['no text', () => 5],
])('%s names no file in the workspace', async (_, named) => {
  await expect(targetInWorkspace(named(vscode.Uri.file(link)))).rejects.toThrow(/^"target" .{8,}\.$/);
});

it('a link to a plain file is followed if that file may be named itself', async () => {
  writeFileSync(join(real, 'prices.csv'), '');
  writeFileSync(join(real, '..', 'elsewhere', 'theirs.csv'), '');
  mkdirSync(join(real, '.git'));
  writeFileSync(join(real, '.git', 'config.csv'), '');
  const leads = (name: string, to: string) => symlinkSync(to, join(real, name));
  leads('latest.csv', 'prices.csv');
  leads('theirs.csv', '../elsewhere/theirs.csv');
  leads('config.csv', '.git/config.csv');
  for (const folder of [link, real]) {
    expect((await targetInWorkspace(join(folder, 'latest.csv'))).path).toBe(
      vscode.Uri.file(join(link, 'prices.csv')).path,
    );
    for (const name of ['theirs.csv', 'config.csv']) {
      await expect(targetInWorkspace(join(folder, name))).rejects.toThrow(
        'outside the workspace, or its name',
      );
    }
    await expect(targetInWorkspace(join(folder, 'out', 'theirs.csv'))).rejects.toThrow(
      'contains a symbolic link',
    );
  }
});

it('a path that leads out of a linked workspace is refused by either name', async () => {
  for (const folder of [link, real]) {
    await expect(targetInWorkspace(join(folder, 'out', 'prices.csv'))).rejects.toThrow(
      'contains a symbolic link',
    );
    await expect(targetInWorkspace(join(folder, '..', 'elsewhere', 'a.csv'))).rejects.toThrow(
      'outside the workspace',
    );
    await expect(targetInWorkspace(join(`${folder}er`, 'a.csv'))).rejects.toThrow('outside the workspace');
  }
});
