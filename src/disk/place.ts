import { constants, type Stats } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorKind } from '../text/errorText';

type Kind = 'file' | 'folder' | 'link' | 'other';

/** What is at a place, with its size in bytes and the time of its last change in epoch milliseconds. */
export interface Found {
  readonly kind: Kind;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Who may read, write, and run it, as of `chmod`; `undefined` in a file system that can't tell. */
  readonly mode?: number;
  /**
   * Another one once the file was changed or replaced, and the same after it was renamed; `undefined` in a file
   * system that can't tell.
   */
  readonly version?: string;
  /** Another one once something else is there; `undefined` in a file system that can't tell. */
  readonly identity?: number;
}

/**
 * A file or folder, whether or not it exists: on this machine, or in a file system that only the editor
 * reaches. Symbolic links are never followed at the place itself. All methods reject with the system's error.
 */
export interface Place {
  readonly name: string;
  /** What results of commands and messages call it: a path, or a URI in the editor. */
  readonly address: string;
  /** Its path if it's on this machine. */
  readonly localPath: string | undefined;
  /** `false` if nothing can be written there. */
  readonly isWritable: boolean;
  /** The folder that contains it. */
  readonly folder: Place;
  below(...names: string[]): Place;
  /** The file or folder of this name beside it. */
  beside(name: string): Place;
  /** `undefined` if nothing is there. Rejects if that can't be told. */
  look(): Promise<Found | undefined>;
  /** The plain file that a symbolic link at this place leads to; `undefined` if there is none. */
  linkedFile(): Promise<Place | undefined>;
  /** What is in the folder; nothing if it doesn't exist. Rejects if it can't be read. */
  entries(): Promise<readonly { readonly name: string; readonly kind: Kind }[]>;
  read(): Promise<Uint8Array>;
  /** A new file gets the mode, if given, where there are modes. */
  write(bytes: Uint8Array, mode?: number): Promise<void>;
  /** Adds to an existing file; rejects if there is none. */
  append(bytes: Uint8Array): Promise<void>;
  /**
   * Writes a copy of a file on this machine. An existing file is replaced. If a mode is given, both files get it, so
   * that the copy is at no moment open to more people.
   */
  copyFrom(path: string, mode?: number): Promise<void>;
  /** Copies the file to a new one in the same file system. */
  copyTo(other: Place): Promise<void>;
  /**
   * Renames the file within its file system, in place of an existing file if `replaces`. Otherwise, it rejects if
   * there is one, even if another program creates it at the same moment, as far as the file system allows.
   */
  renameTo(other: Place, replaces: boolean): Promise<void>;
  /** Removes the file. */
  remove(): Promise<void>;
  /** Creates the folder and those above it, unless they exist. Resolves with whether it's known to be new. */
  makeFolder(): Promise<boolean>;
}

/**
 * A place on this machine, which Node's own functions reach: the editor's take a hundred times as long for
 * small files. `addressOf` is given a path.
 */
export function localPlace(path: string, addressOf: (path: string) => string = (same) => same): Place {
  const at = (other: string) => localPlace(other, addressOf);
  return {
    name: basename(path),
    address: addressOf(path),
    localPath: path,
    isWritable: true,
    get folder() {
      return at(dirname(path));
    },
    below: (...names) => at(join(path, ...names)),
    beside: (name) => at(join(dirname(path), name)),
    async look() {
      const stat = await lstat(path).catch(unlessMissing);
      if (!stat) return undefined;
      const { ino, size, mtimeMs, mode } = stat;
      return {
        kind: kindOf(stat),
        bytes: size,
        modifiedMs: mtimeMs,
        mode: mode & 0o777,
        version: `${ino}-${size}-${mtimeMs}`,
        identity: ino,
      };
    },
    async linkedFile() {
      const isLink = (await lstat(path).catch(unlessMissing))?.isSymbolicLink() ?? false;
      const linked = isLink ? await stat(path).catch(() => undefined) : undefined;
      return linked?.isFile() ? at(await realpath(path)) : undefined;
    },
    async entries() {
      const all = await readdir(path, { withFileTypes: true }).catch(unlessMissing);
      return (all ?? []).map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
    },
    read: () => readFile(path),
    async write(bytes, mode) {
      await writeFile(path, bytes, { mode });
      if (mode !== undefined) await chmod(path, mode); // the process's mask has narrowed it
    },
    append: (bytes) => writeFile(path, bytes, { flag: constants.O_WRONLY | constants.O_APPEND }),
    async copyFrom(source, mode) {
      if (mode !== undefined) await chmod(source, mode);
      await copyFile(source, path);
    },
    copyTo: (other) => copyFile(path, pathOf(other), constants.COPYFILE_EXCL),
    async renameTo(other, replaces) {
      if (replaces) await renamed(path, pathOf(other));
      else await renamedToNew(path, pathOf(other));
    },
    remove: () => rm(path),
    makeFolder: () => madeFolder(path),
  };
}

/** Node's own recursion never ends in a file system whose folders can't be created, such as `/proc`. */
async function madeFolder(path: string): Promise<boolean> {
  const isFolder = () =>
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
  if (await isFolder()) return false;
  if (dirname(path) !== path) await madeFolder(dirname(path));
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    // Another program may have created it at the same moment.
    if (await isFolder()) return false;
    throw error;
  }
}

function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Kind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}

/** In milliseconds. On Windows, a virus scanner may still read a new file, or the one that is replaced. */
const [busyForMs, lookEveryMs] = [3000, 100];

async function renamed(from: string, to: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const isBusy = process.platform === 'win32' && /^(EBUSY|EPERM|EACCES)$/.test(errorKind(error));
      if (!isBusy || waitedMs >= busyForMs) throw error;
      await wait(lookEveryMs);
    }
  }
}

/** Links don't replace anything, unlike renaming. Some file systems have no links. */
async function renamedToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (errorKind(error) === 'EEXIST') throw error;
    if (await lstat(to).catch(unlessMissing)) throw taken(to);
    await renamed(from, to);
    return;
  }
  // The file is in its place; a virus scanner may keep its other name.
  await rm(from).catch(() => undefined);
}

/** For what may not exist, nor the folder that would contain it. */
function unlessMissing(error: unknown): undefined {
  if (!/^(ENOENT|ENOTDIR)$/.test(errorKind(error))) throw error;
}

const taken = (path: string) => Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST' });

function pathOf({ localPath, address }: Place): string {
  if (localPath === undefined) throw new TypeError(`${address} isn't on this machine.`);
  return localPath;
}
