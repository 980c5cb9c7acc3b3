import { posix } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Uri } from 'vscode';
import { hasGitRemote } from '../../../../src/editor/shell/gitFolder';

const files = vi.hoisted(() => new Map<string, string>());

vi.mock('vscode', () => {
  const uri = (path: string): object => ({ path, with: ({ path: other }: { path: string }) => uri(other) });
  return {
    Uri: {
      file: uri,
      joinPath: ({ path }: { path: string }, ...parts: string[]) => uri(posix.join(path, ...parts)),
    },
    workspace: {
      fs: {
        stat: ({ path }: { path: string }) =>
          [...files.keys()].some((file) => file === path || file.startsWith(`${path}/`))
            ? Promise.resolve({})
            : Promise.reject(new Error(path)),
        readFile: ({ path }: { path: string }) => {
          const text = files.get(path);
          return text === undefined ? Promise.reject(new Error(path)) : Promise.resolve(Buffer.from(text));
        },
      },
    },
  };
});

const { Uri: uris } = await import('vscode');
const folder = (path: string): Uri => uris.file(path);
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
  files.clear();
  Object.entries(present).forEach(([path, text]) => files.set(path, text));
  expect(await hasGitRemote(folder('/project/repo'))).toBe(expected);
});
