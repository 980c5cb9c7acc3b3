import { copyFile, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import * as vscode from 'vscode';
import { doubleOf } from '../../doubleOf';

/** The part of the editor's file system that the extension uses. */
export type Disk = Pick<
  vscode.FileSystem,
  | 'copy'
  | 'createDirectory'
  | 'delete'
  | 'isWritableFileSystem'
  | 'readDirectory'
  | 'readFile'
  | 'rename'
  | 'stat'
  | 'writeFile'
>;

type At = { readonly path: string };
type Entry = { isDirectory(): boolean; isFile(): boolean };
const typeOf = (entry: Entry) =>
  entry.isDirectory()
    ? vscode.FileType.Directory
    : entry.isFile()
      ? vscode.FileType.File
      : vscode.FileType.Unknown;

/** Works on a file of this machine; says in the editor's words what is missing. */
async function at<Value>({ path }: At, work: (path: string) => Promise<Value>): Promise<Value> {
  try {
    return await work(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    throw error;
  }
}

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The files of this machine, as the editor shows them. */
export const diskOfMachine = (): Disk =>
  doubleOf<Disk>(
    {
      isWritableFileSystem: (scheme) => (scheme === 'file' ? true : undefined),
      // Of a link, the editor says that it is one and what it leads to.
      stat: (uri) =>
        at(uri, async (path) => {
          const link = await lstat(path);
          const found = await stat(path);
          const type = typeOf(found) | (link.isSymbolicLink() ? vscode.FileType.SymbolicLink : 0);
          return { type, size: found.size, mtime: found.mtimeMs, ctime: found.ctimeMs };
        }),
      readFile: (uri) => at(uri, (path) => readFile(path)),
      readDirectory: (uri) =>
        at(uri, async (path) =>
          (await readdir(path, { withFileTypes: true })).map((entry) => [entry.name, typeOf(entry)]),
        ),
      writeFile: (uri, bytes) =>
        at(uri, async (path) => {
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, bytes);
        }),
      createDirectory: (uri) => at(uri, (path) => mkdir(path, { recursive: true }).then(() => undefined)),
      copy: (from, to, { overwrite = false } = {}) =>
        at(from, async (path) => {
          if (!overwrite && (await isThere(to.path))) throw vscode.FileSystemError.FileExists(to);
          await copyFile(path, to.path);
        }),
      // In place of a file that is deleted first.
      rename: (from, to, { overwrite = false } = {}) =>
        at(from, async (path) => {
          if (!overwrite && (await isThere(to.path))) throw vscode.FileSystemError.FileExists(to);
          await rm(to.path, { force: true });
          await rename(path, to.path);
        }),
      delete: (uri, { recursive = false } = {}) => at(uri, (path) => rm(path, { recursive })),
    },
    'The disk of the fake VS Code',
  );

/** Files in memory, by path. Every folder above a file exists. */
export class MemoryDisk implements Disk {
  readonly files = new Map<string, string | Uint8Array>();
  /** What the editor says of some paths that are no ordinary files. */
  readonly stats = new Map<string, Partial<vscode.FileStat>>();

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, content] of Object.entries(files)) this.files.set(path, content);
  }

  /** The files with their texts. */
  get texts(): [path: string, text: string][] {
    return [...this.files].map(([path, content]) => [path, Buffer.from(content).toString()]);
  }

  isWritableFileSystem = () => true;

  stat({ path }: At): Promise<vscode.FileStat> {
    const content = this.files.get(path);
    if (content === undefined && this.below(path).length === 0 && !this.stats.has(path)) {
      return Promise.reject(vscode.FileSystemError.FileNotFound(path));
    }
    const found: vscode.FileStat = {
      type: content === undefined ? vscode.FileType.Directory : vscode.FileType.File,
      size: content === undefined ? 0 : Buffer.from(content).length,
      mtime: 0,
      ctime: 0,
    };
    return Promise.resolve({ ...found, ...this.stats.get(path) });
  }

  readFile({ path }: At): Promise<Uint8Array> {
    const content = this.files.get(path);
    return content === undefined
      ? Promise.reject(vscode.FileSystemError.FileNotFound(path))
      : Promise.resolve(Buffer.from(content));
  }

  readDirectory({ path }: At): Promise<[string, vscode.FileType][]> {
    const names = this.below(path).map((each) => posix.relative(path, each).split('/'));
    return Promise.resolve(
      names.map(([name = '', ...more]) => [
        name,
        more.length > 0
          ? vscode.FileType.Directory
          : (this.stats.get(posix.join(path, name))?.type ?? vscode.FileType.File),
      ]),
    );
  }

  writeFile({ path }: At, bytes: Uint8Array): Promise<void> {
    this.files.set(path, bytes);
    return Promise.resolve();
  }

  createDirectory = () => Promise.resolve();

  async copy(from: At, to: At, { overwrite = false } = {}): Promise<void> {
    const content = await this.readFile(from);
    if (!overwrite && this.files.has(to.path)) throw vscode.FileSystemError.FileExists(to.path);
    this.files.set(to.path, content);
  }

  async rename(from: At, to: At, how?: { overwrite?: boolean }): Promise<void> {
    await this.copy(from, to, how);
    this.files.delete(from.path);
  }

  delete({ path }: At): Promise<void> {
    const all = this.files.has(path) ? [path] : this.below(path);
    if (all.length === 0) return Promise.reject(vscode.FileSystemError.FileNotFound(path));
    for (const each of all) this.files.delete(each);
    return Promise.resolve();
  }

  private below(folder: string): string[] {
    const start = folder.endsWith('/') ? folder : `${folder}/`;
    return [...this.files.keys()].filter((path) => path.startsWith(start));
  }
}
