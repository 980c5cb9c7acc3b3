/** Loaded after a start without the rest of this folder, so that files don't wait for the next query. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stateOfSession } from './sessionLock';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * How long the files of a session are kept after it was last used. Of a session that ended, a tab may
 * come back when it is shown; after a day, it was closed. Whether a session on another machine is over
 * can only be guessed.
 */
const keptMs = { live: Infinity, ended: dayMs, unknown: 30 * dayMs };

/** Folders of sessions below `root`, except `own`. */
export async function otherSessions(root: string, own?: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  return names.map((name) => join(root, name)).filter((folder) => folder !== own);
}

/** Removes each folder. One that can't be removed stays without stopping the others. */
async function removeAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Removes the files of sessions that ended more than a day ago. */
export async function removeLeftovers(root: string, own?: string, now = Date.now()): Promise<void> {
  const old: string[] = [];
  for (const folder of await otherSessions(root, own)) {
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > keptMs[stateOfSession(folder)]) old.push(folder);
  }
  await removeAll(old);
}

/** Removes the files of all sessions that no open window on this machine uses. */
export async function clearOtherSessions(root: string, own?: string): Promise<void> {
  const folders = await otherSessions(root, own);
  await removeAll(folders.filter((folder) => stateOfSession(folder) !== 'live'));
}
