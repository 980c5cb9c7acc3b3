import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isKeptResult, keptOf, type KeptResult } from './keptResult';
import { LostResult } from './lostResult';
import type { Result } from './result';
import { notKept } from './spool';

const idForm = /^[A-Za-z0-9_-]{12}$/;
/** If no panel requests a body within a day, its tab was closed. */
const keptMs = 24 * 60 * 60 * 1000;
/** A window that stays open for days refreshes its folder's date, so that no other window removes it. */
const touchMs = 60 * 60 * 1000;

/**
 * The folder for bodies: one per session in the extension's storage folder, so that two windows
 * never touch each other's files.
 */
export class SpoolFolder {
  private readonly own: string;
  private touching: NodeJS.Timeout | undefined;

  /** `root` is created on first use. */
  constructor(private readonly root: string) {
    this.own = join(root, randomUUID());
  }

  private make(): void {
    try {
      mkdirSync(this.own, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new LostResult(notKept(error));
    }
    this.touching ??= setInterval(() => {
      const now = new Date();
      utimes(this.own, now, now).catch(() => undefined);
    }, touchMs).unref();
  }

  /** Stops refreshing the folder's date. */
  dispose(): void {
    clearInterval(this.touching);
  }

  /** Throws an `Error` ready to display if the folder can't be created; so does `exportPath`. */
  bodyPath(id: string): string {
    this.make();
    return join(this.own, `${id}.json`);
  }

  /** A new file in this session's folder for an export that will be moved into the workspace. */
  exportPath(id: string, format: string): string {
    this.make();
    return join(this.own, `${id}-${Date.now()}.${format}.partial`);
  }

  private notePath(id: string): string {
    return join(this.own, `${id}.note`);
  }

  /** Saves a note about the body of a finished result. If the disk fails, only the restore is lost. */
  describe(result: Result): void {
    if (result.progress.kind !== 'ended') return;
    const kept = keptOf(result, result.progress.outcome);
    try {
      writeFileSync(this.notePath(result.id), JSON.stringify(kept), { mode: 0o600 });
    } catch {
      rmSync(this.notePath(result.id), { force: true });
    }
  }

  forget(id: string): void {
    rmSync(this.notePath(id), { force: true });
  }

  /** Removes the body and note of a result that the thread has released. */
  discard(id: string): void {
    this.forget(id);
    rmSync(this.bodyPath(id), { force: true });
  }

  /** Moves the body and note of an earlier session's result into this session's folder. */
  async adopt(id: string): Promise<KeptResult | undefined> {
    if (!idForm.test(id)) return undefined;
    for (const session of await readdir(this.root).catch(() => [])) {
      const folder = join(this.root, session);
      try {
        const kept = JSON.parse(readFileSync(join(folder, `${id}.note`), 'utf8')) as unknown;
        if (!isKeptResult(kept)) continue;
        await rename(join(folder, `${id}.json`), this.bodyPath(id));
        await rename(join(folder, `${id}.note`), this.notePath(id));
        return kept;
      } catch {
        continue; // not in this session's folder
      }
    }
    return undefined;
  }

  /** Removes the files of sessions that ended more than a day ago. */
  async removeLeftovers(now = Date.now()): Promise<void> {
    for (const session of await readdir(this.root).catch(() => [])) {
      const folder = join(this.root, session);
      if (folder === this.own) continue;
      const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > keptMs) rmSync(folder, { recursive: true, force: true });
    }
  }
}
