import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/**
 * Removes a file of this session. If it can't be removed now, for example because a virus scanner reads it,
 * it's removed later with the session's other files, so that finished work doesn't fail.
 */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Like `removeQuietly`, for a file or a folder, without blocking the window. */
export const removeAllQuietly = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true }).catch(() => undefined);
