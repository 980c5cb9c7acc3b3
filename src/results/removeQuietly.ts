import { rmSync } from 'node:fs';

/**
 * Removes a file of this session. One that can't be removed now, such as one that a virus scanner reads, goes
 * with what the session leaves: nothing that is done by then fails for it.
 */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}
