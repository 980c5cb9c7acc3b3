import { constants } from 'node:fs';
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
