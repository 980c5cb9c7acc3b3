/** Loaded after a start without the rest of this folder, so that files don't wait for the next query. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stateOfSession, type SessionState } from './sessionLock';

type KeptMs = Readonly<Record<SessionState, number>>;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * How long the files of a session are kept after it was last used. Of a session that ended, a tab may
 * come back when it is shown; after a day, it was closed. Whether a session on another machine is over
 * can only be guessed.
 */
const keptMs: KeptMs = { live: Infinity, ended: dayMs, unknown: 30 * dayMs };

/**
 * The same when a person clears them. A session that can't be identified may be an open window, which
 * notes every hour that it uses its folder.
 */
const keptWhenClearedMs: KeptMs = { live: Infinity, ended: -Infinity, unknown: dayMs };

/**
 * Folders of sessions below `root`, except `own`. Symbolic links are none: whoever empties a session's folder
 * would delete what is elsewhere.
 */
export async function otherSessions(root: string, own?: string): Promise<string[]> {
  const found = await readdir(root, { withFileTypes: true }).catch(() => []);
  const folders = found.filter((each) => each.isDirectory()).map(({ name }) => join(root, name));
  return folders.filter((folder) => folder !== own);
}

/**
 * Removes the folders that are older than they are kept. One that can't be removed stays without stopping the
 * others.
 */
async function removeOlder(root: string, own: string | undefined, kept: KeptMs, now: number): Promise<void> {
  for (const folder of await otherSessions(root, own)) {
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs <= kept[stateOfSession(folder)]) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Removes the files of sessions that ended more than a day ago. */
export function removeLeftovers(root: string, own?: string, now = Date.now()): Promise<void> {
  return removeOlder(root, own, keptMs, now);
}

/** Removes the files of all sessions, except those of windows that are open or may be. */
export function clearOtherSessions(root: string, own?: string): Promise<void> {
  return removeOlder(root, own, keptWhenClearedMs, Date.now());
}
