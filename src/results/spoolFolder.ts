import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isKeptResult, keptOf, type KeptResult } from './keptResult';
import type { Result } from './result';
import { notKept } from './spool';

const idForm = /^[A-Za-z0-9_-]{12}$/;
/** A body that no panel asked back for within a day belongs to a tab that was closed. */
const keptMs = 24 * 60 * 60 * 1000;
/** A window that is open for days keeps its folder young, so that no other one removes it. */
const touchMs = 60 * 60 * 1000;

/**
 * Where bodies are kept: one folder a session below the extension's storage, so that two windows
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
      throw new Error(notKept(error), { cause: error });
    }
    this.touching ??= setInterval(() => {
      const now = new Date();
      utimes(this.own, now, now).catch(() => undefined);
    }, touchMs).unref();
  }

  /** Lets the folder grow old. */
  dispose(): void {
    clearInterval(this.touching);
  }

  /** Throws an `Error` fit to be shown where the disk refuses the folder; so does `exportPath`. */
  bodyPath(id: string): string {
    this.make();
    return join(this.own, `${id}.json`);
  }

  /** A new file of this session for an export on its way into the workspace. */
  exportPath(id: string, format: string): string {
    this.make();
    return join(this.own, `${id}-${Date.now()}.${format}.partial`);
  }

  private notePath(id: string): string {
    return join(this.own, `${id}.note`);
  }

  /** Notes what the body of an ended result is; a disk that refuses costs the restore only. */
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

  /** Removes body and note of a result that the thread does not hold any more. */
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

  /** Removes what sessions of more than a day ago left behind. */
  async removeLeftovers(now = Date.now()): Promise<void> {
    for (const session of await readdir(this.root).catch(() => [])) {
      const folder = join(this.root, session);
      if (folder === this.own) continue;
      const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > keptMs) rmSync(folder, { recursive: true, force: true });
    }
  }
}
