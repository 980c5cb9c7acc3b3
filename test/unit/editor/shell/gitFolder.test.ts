import { expect, it } from 'vitest';
import { Uri } from 'vscode';
import { hasGitRemote } from '#src/editor/shell/gitFolder';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

const remote = '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.com:a/b.git\n';

it.each([
  ['a repository with a remote', { '/project/repo/.git/config': remote }, true],
  ['a folder in such a repository', { '/project/.git/config': remote }, true],
  ['a repository without a remote', { '/project/repo/.git/config': '[core]\n# [remote "x"]\n' }, false],
  [
    'a repository inside another one',
    { '/project/repo/.git/config': '[core]\n', '/project/.git/config': remote },
    false,
  ],
  ['no repository', {}, false],
  [
    'a worktree',
    {
      '/project/repo/.git': 'gitdir: /project/base/.git/worktrees/repo\n',
      '/project/base/.git/worktrees/repo/commondir': '../..\n',
      '/project/base/.git/config': remote,
    },
    true,
  ],
  [
    'a submodule',
    { '/project/repo/.git': 'gitdir: ../.git/modules/repo\n', '/project/.git/modules/repo/config': remote },
    true,
  ],
] as const)('%s has a remote: %3$s', async (_, present, expected) => {
  editor.disk = new MemoryDisk(present);
  expect(await hasGitRemote(Uri.file('/project/repo'))).toBe(expected);
});
