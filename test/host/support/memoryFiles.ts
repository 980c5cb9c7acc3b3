import * as vscode from 'vscode';

/** A file system of files by path; a folder exists if files are below it or it was created. */
export interface MemoryFiles extends vscode.FileSystemProvider {
  readonly contents: Map<string, Uint8Array>;
}

/** A file system in memory, like those that extensions provide for servers and archives. */
export function memoryFiles(): MemoryFiles {
  const contents = new Map<string, Uint8Array>();
  const folders = new Set(['/']);
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const read = ({ path }: vscode.Uri): Uint8Array => {
    const bytes = contents.get(path);
    if (!bytes) throw vscode.FileSystemError.FileNotFound(path);
    return bytes;
  };
  return {
    contents,
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat(uri) {
      const isFolder = folders.has(uri.path);
      const type = isFolder ? vscode.FileType.Directory : vscode.FileType.File;
      return { type, ctime: 0, mtime: 0, size: isFolder ? 0 : read(uri).length };
    },
    readDirectory: () => [],
    createDirectory: ({ path }) => void folders.add(path),
    readFile: read,
    writeFile: ({ path }, bytes) => void contents.set(path, bytes),
    delete: ({ path }) => void contents.delete(path),
    rename(from, to, { overwrite }) {
      if (contents.has(to.path) && !overwrite) throw vscode.FileSystemError.FileExists(to);
      contents.set(to.path, read(from));
      contents.delete(from.path);
    },
  };
}
