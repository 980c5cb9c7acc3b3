import { lstat, readFile, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';

const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };

/** A Uri of a file on this machine, as the editor makes it. */
export const uriOf = (path: string): vscode.Uri =>
  ({
    path,
    fsPath: path,
    scheme: 'file',
    with: (to: { path: string }) => uriOf(to.path),
    toString: () => pathToFileURL(path).href,
  }) as unknown as vscode.Uri;

/** What the editor says of files on this machine: of a link, that it is one, and what it leads to. */
export const vscodeFiles = {
  FileType,
  FileSystemError: class extends Error {},
  l10n: { t: (text: string) => text },
  workspace: {
    asRelativePath: ({ path }: vscode.Uri) => path,
    fs: {
      stat: async ({ path }: vscode.Uri) => {
        const found = await stat(path);
        const kind = found.isFile() ? FileType.File : found.isDirectory() ? FileType.Directory : 0;
        const link = (await lstat(path)).isSymbolicLink() ? FileType.SymbolicLink : 0;
        return { type: kind | link, size: found.size, mtime: found.mtimeMs };
      },
      readFile: ({ path }: vscode.Uri) => readFile(path),
    },
  },
};
