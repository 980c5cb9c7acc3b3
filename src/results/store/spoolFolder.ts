import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { copyFile, readFile, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../../market/time/zones';
import * as v from 'valibot';
import { parsedJson } from '../../text/parsedJson';
import { keptOf, keptShape, type KeptResult } from '../keptResult';
import { clearOtherSessions, otherSessions, removeLeftovers } from '../../disk/leftovers';
import { LostResult } from '../../disk/lostResult';
import { removeAllQuietly, removeQuietly } from '../../disk/removeQuietly';
import type { Result } from '../result';
import { claim, release } from '../../disk/sessionLock';
import { notFoundMessage, notKeptMessage } from '../../disk/spool';

/** How often a window records that it uses its folder, and removes what other windows left behind. */
const tidyEveryMs = hourMs;

/**
 * Gives a file that never changes a second name, so that its content outlives the first. When this returns,
 * the file has both names, unless the file system doesn't support that; it's copied then.
 */
export async function shareFile(from: string, to: string): Promise<void> {
  try {
    linkSync(from, to);
  } catch {
    await copyFile(from, `${to}.copy`);
    await rename(`${to}.copy`, to);
  }
}

/**
 * The folder for bodies: one per session in the extension's storage folder, so that two windows
 * never touch each other's files.
 */
export class SpoolFolder {
  private readonly own: string;
  private tidying: NodeJS.Timeout | undefined;

  /** `root` is created on first use. */
  constructor(private readonly root: string) {
    this.own = join(root, randomUUID());
  }

  private make(): void {
    try {
      mkdirSync(this.own, { recursive: true, mode: 0o700 });
      claim(this.own);
    } catch (error) {
      throw new LostResult(notKeptMessage(error));
    }
    this.tidying ??= setInterval(() => {
      const now = new Date();
      utimes(this.own, now, now).catch(() => undefined);
      void removeLeftovers(this.root, this.own);
    }, tidyEveryMs).unref();
  }

  /** Ends the session. Its files are kept for tabs that are restored later. */
  dispose(): void {
    clearInterval(this.tidying);
    release(this.own);
  }

  /** Ends the session and removes its files. */
  async remove(): Promise<void> {
    this.dispose();
    await removeAllQuietly(this.own);
  }

  /**
   * Where a body will be written. Throws an `Error` ready to display if the folder can't be created, as
   * `exportPath` does.
   */
  newBodyPath(id: string): string {
    this.make();
    return this.bodyPath(id);
  }

  /** Where the body of a result is, if it has one. */
  bodyPath(id: string): string {
    return this.pathOf(id, 'json');
  }

  /** A new file in this session's folder for an export that will be moved into the workspace. */
  exportPath(id: string, format: string): string {
    this.make();
    return join(this.own, `${id}-${randomUUID()}.${format}.partial`);
  }

  private pathOf(id: string, kind: 'json' | 'note'): string {
    return join(this.own, `${id}.${kind}`);
  }

  /**
   * Saves a note about the body of an ended result. If the disk fails, the result just can't be restored
   * later.
   */
  describe(result: Result): void {
    if (result.progress.kind !== 'ended') return;
    const kept = keptOf(result, result.progress.outcome);
    try {
      writeFileSync(this.pathOf(result.id, 'note'), JSON.stringify(kept), { mode: 0o600 });
    } catch {
      this.forget(result.id);
    }
  }

  /** Removes the note, so that the result isn't restored. */
  forget(id: string): void {
    removeQuietly(this.pathOf(id, 'note'));
  }

  /** Removes the body and note of a result that the thread has released. */
  discard(id: string): void {
    this.forget(id);
    removeQuietly(this.bodyPath(id));
  }

  /**
   * Shares the body of another session's result with a file at `path`, and resolves with its note. They
   * aren't removed from the other folder, which may belong to a window that shows the same tab. Rejects with
   * a `LostResult` if no session has the result.
   */
  async adopt(id: string, path: string): Promise<KeptResult> {
    for (const folder of await otherSessions(this.root, this.own)) {
      try {
        const note = await readFile(join(folder, `${id}.note`), 'utf8');
        const kept = v.parse(keptShape, parsedJson(note));
        await shareFile(join(folder, `${id}.json`), path);
        return kept;
      } catch {
        continue; // not in this session's folder
      }
    }
    throw new LostResult(notFoundMessage());
  }

  /** Removes the files of all other sessions, except those of windows that are or may be open. */
  clearOtherSessions(): Promise<void> {
    return clearOtherSessions(this.root, this.own);
  }
}
