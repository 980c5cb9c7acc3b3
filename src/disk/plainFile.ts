import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * Symbolic links aren't followed, and opening a pipe doesn't wait for a writer. Windows has neither flag;
 * there, each counts as 0.
 */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * A path isn't a regular file but, for example, a folder or a pipe, which could block forever. The message
 * isn't ready to display.
 */
export class NoFile extends Error {
  override readonly name = 'NoFile';
}

/**
 * Opens a file that others may have created for reading, without following a symbolic link. Rejects with
 * `NoFile` if it isn't a regular file, and with the system's error.
 */
export async function openPlainFile(path: string): Promise<FileHandle> {
  const file = await open(path, flags);
  try {
    if (!(await file.stat()).isFile()) throw new NoFile();
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** An open file. */
export interface OpenFile {
  readonly descriptor: number;
  readonly bytes: number;
  /** Another one once the file was changed or replaced. */
  readonly version: string;
}

/** The same without waiting for a thread of Node, which takes longer than opening a file. */
export function openPlainFileSync(path: string): OpenFile {
  const descriptor = openSync(path, flags);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new NoFile();
    const { ino, size, mtimeMs } = stat;
    return { descriptor, bytes: size, version: `${ino}-${size}-${mtimeMs}` };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
