import { rmSync } from 'node:fs';

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
