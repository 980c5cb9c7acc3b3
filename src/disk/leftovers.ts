import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../market/time/zones';
import { removeAllQuietly } from './removeQuietly';
import { isUnfinishedClaim, stateOfSession, type SessionState } from './sessionLock';

type KeptMs = Readonly<Record<SessionState, number>>;

/**
 * How long the files of a session are kept after it was last used, in milliseconds. After a session has
 * ended, its tabs may be restored when they are shown; a tab that isn't within a day was probably closed. For
 * a session on another machine, one can only guess whether it has ended.
 */
const keptMs: KeptMs = { live: Infinity, ended: dayMs, unknown: 30 * dayMs };

/**
 * The same when a person clears stored results. A session of unknown state may be an open window, which
 * records every hour that it uses its folder.
 */
const keptWhenClearedMs: KeptMs = { live: Infinity, ended: -Infinity, unknown: dayMs };

/**
 * The folders of sessions in `root`, except `own`. Symbolic links are ignored, because emptying them would
 * delete files elsewhere.
 */
export async function otherSessions(root: string, own?: string): Promise<string[]> {
  const found = await readdir(root, { withFileTypes: true }).catch(() => []);
  const folders = found.filter((each) => each.isDirectory()).map(({ name }) => join(root, name));
  return folders.filter((folder) => folder !== own);
}

/** Milliseconds within which a process claims the folder that it has made, even on a busy machine. */
const claimedWithinMs = 60_000;

/** Removes the folders that were kept long enough. Continues if one of them can't be removed. */
async function removeOlder(root: string, own: string | undefined, kept: KeptMs): Promise<void> {
  const now = Date.now();
  for (const folder of await otherSessions(root, own)) {
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }));
    // Read before the claim, which another process may be about to make.
    const files = await readdir(folder).catch(() => []);
    if (files.every(isUnfinishedClaim) && now - mtimeMs < claimedWithinMs) continue;
    if (now - mtimeMs <= kept[stateOfSession(folder)]) continue;
    await removeAllQuietly(folder);
  }
}

/** Removes the files of sessions that ended more than a day ago. */
export function removeLeftovers(root: string, own?: string): Promise<void> {
  return removeOlder(root, own, keptMs);
}

/** Removes the files of all sessions, except those of windows that are or may be open. */
export function clearOtherSessions(root: string, own?: string): Promise<void> {
  return removeOlder(root, own, keptWhenClearedMs);
}
