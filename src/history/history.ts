import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { copyFile, lstat, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clearOtherSessions, otherSessions, removeLeftovers } from '../results/leftovers';
import { isResultId } from '../results/resultId';
import { claim, release, stateOfSession } from '../results/sessionLock';
import { errorKind } from '../text/errorText';
import { excessOf, mostEntries } from './budget';
import {
  bodyFile,
  entryFile,
  goneFile,
  historyPaths,
  HistoryReader,
  newestFirst,
  pinnedFile,
  pinnedText,
  type GoneReason,
  type HistoryPaths,
  type KeptEntry,
} from './historyFolder';
import { compressBody, DamagedBody, extractBody, TooLarge } from './keptBody';
import type { StoredEntry } from './storedEntry';

/** A response that is being compressed, or waits for it. */
interface Pending {
  readonly id: string;
  readonly bytes: number;
  readonly controller: AbortController;
}

/** Why a response isn't compressed to its end: the next session continues with it. */
const endOfSession = new Error('The session ends.');

/** How long a folder that can't be read is kept: another window may be about to remove it. */
const brokenKeptMs = 24 * 60 * 60 * 1000;

/** The queries of all windows, on disk. Within a window, it has all of the steps that change something. */
export class History {
  private readonly paths: HistoryPaths;
  private readonly reader: HistoryReader;
  /** This session's folder, in which files are written. */
  private readonly own: string;
  private readonly pending = new Map<string, Pending>();
  private isOpen = false;
  /** The session has ended, and its folder is no longer its own. */
  private isOver = false;
  /** The steps that wait for each other. */
  private turn: Promise<unknown> = Promise.resolve();
  /** Entries that a full disk didn't take. */
  private readonly unwritten = new Map<string, StoredEntry>();
  /**
   * Bytes of the responses on disk by entry, except those that may still get one. An upper bound: others
   * remove, too.
   */
  private readonly bytesOf = new Map<string, number>();
  /** Entries that are about to be pinned. */
  private readonly spared = new Set<string>();

  /**
   * `root` is created on first use. `mostBytes` is called at each use and returns the bytes for all responses
   * together, compressed. `onChange` is called after each change; `onTrouble` with the kind of an error that costs
   * an entry or its response.
   */
  constructor(
    root: string,
    private readonly mostBytes: () => number,
    private readonly on: {
      readonly change: () => void;
      readonly trouble: (what: string) => void;
    },
  ) {
    this.paths = historyPaths(root);
    this.reader = new HistoryReader(this.paths);
    this.own = join(this.paths.writing, randomUUID());
  }

  /** Continues what sessions that ended have left behind. Call once, as soon as a window uses its history. */
  resume(): void {
    void this.inTurn(() => this.takeOver());
  }

  /** The session ends. What it was writing is continued by another one. */
  dispose(): void {
    this.isOver = true;
    for (const { controller } of this.pending.values()) controller.abort(endOfSession);
    if (this.isOpen) release(this.own);
  }

  private open(): void {
    this.removeLinks();
    mkdirSync(this.paths.entries, { recursive: true, mode: 0o700 });
    mkdirSync(this.own, { recursive: true, mode: 0o700 });
    claim(this.own);
    this.isOpen = true;
  }

  /** In place of its folders, a symbolic link would have files moved, or even removed, that are somewhere else. */
  private removeLinks(): void {
    for (const folder of [this.paths.entries, this.paths.writing]) {
      if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(folder);
    }
  }

  /**
   * Records a query that has ended. When this returns, the entry is on disk; the response in the file `body`,
   * which may be gone a moment later, follows. A disk that fails costs the response, or the entry, and is
   * reported.
   */
  record(id: string, stored: StoredEntry, body: string | undefined): void {
    const hasRoom = this.mostBytes() > 0;
    const source = this.pathOf(id, 'json');
    let isLinked = false;
    try {
      this.open();
      if (body !== undefined && hasRoom) isLinked = link(body, source);
      this.writeEntry(id, stored);
    } catch (error) {
      this.on.trouble(errorKind(error));
      if (isLinked) quietly(() => rmSync(source, { force: true }));
      this.unwritten.set(id, stored);
      this.on.change();
      return;
    }
    this.writeAgain();
    this.changed();
    if (body === undefined) return;
    if (!hasRoom) {
      this.markGone(id, 'limit');
      return;
    }
    const pending = { id, bytes: stored.bytes, controller: new AbortController() };
    this.pending.set(id, pending);
    // The copy can't wait for its turn: the file may be gone by then.
    const isReady = isLinked ? Promise.resolve() : this.copied(body, source);
    isReady.catch(() => undefined);
    void this.inTurn(() => this.keepBody(pending, isReady));
  }

  /** Writes an entry beside, and moves it into place. */
  private writeEntry(id: string, stored: StoredEntry): void {
    const written = join(this.own, id);
    try {
      mkdirSync(written, { mode: 0o700 });
      writeFileSync(join(written, entryFile), JSON.stringify(stored), { mode: 0o600, flag: 'wx' });
      renameSync(written, join(this.paths.entries, id));
    } catch (error) {
      quietly(() => rmSync(written, { recursive: true, force: true }));
      throw error;
    }
  }

  /** There may be room by now. */
  private writeAgain(): void {
    for (const [id, stored] of this.unwritten) {
      try {
        this.writeEntry(id, stored);
      } catch {
        return;
      }
      this.unwritten.delete(id);
      if (stored.hadBody) this.markGone(id, 'disk');
    }
  }

  private async copied(body: string, source: string): Promise<void> {
    const copy = this.pathOf(randomUUID(), 'copy');
    await copyFile(body, copy);
    await rename(copy, source);
  }

  private pathOf(name: string, kind: 'json' | 'gz' | 'copy' | 'new' | 'old'): string {
    return join(this.own, `${name}.${kind}`);
  }

  private entryPath(id: string, file = ''): string {
    return join(this.paths.entries, id, file);
  }

  /** Compresses a response and moves it to its entry. */
  private async keepBody({ id, bytes, controller }: Pending, isReady: Promise<void>): Promise<void> {
    const source = this.pathOf(id, 'json');
    const compressed = this.pathOf(id, 'gz');
    const { signal } = controller;
    try {
      await isReady;
      signal.throwIfAborted();
      const most = this.mostBytes();
      const sha256 = await compressBody(source, compressed, { bytes, most, signal });
      signal.throwIfAborted();
      renameSync(compressed, this.entryPath(id, bodyFile(sha256)));
      this.changed();
    } catch (error) {
      // Whoever aborted it has removed the entry, or noted why it has no response; or the session ends.
      if (!signal.aborted) this.giveUp(id, error);
    }
    this.pending.delete(id);
    await remove(compressed);
    // After the end of a session, the next one continues with it.
    if (signal.reason === endOfSession) return;
    await remove(source);
    await this.keepBudget();
  }

  /** An entry whose response can't be kept. One that is gone was removed by another window. */
  private giveUp(id: string, error: unknown): void {
    const isLarge = error instanceof TooLarge;
    if (!isLarge && errorKind(error) !== 'ENOENT') this.on.trouble(errorKind(error));
    this.markGone(id, isLarge ? 'limit' : 'disk');
  }

  /** Notes why an entry has no response. An empty file needs no space, so this works on most full disks. */
  private markGone(id: string, reason: GoneReason): void {
    quietly(() => writeFileSync(this.entryPath(id, goneFile(reason)), '', { mode: 0o600, flag: 'wx' }));
    this.changed();
  }

  /** All entries, newest first, after everything that is being written. */
  async list(): Promise<KeptEntry[]> {
    await this.turn;
    const unwritten = [...this.unwritten].map(([id, stored]) => unwrittenEntry(id, stored));
    return [...unwritten, ...(await this.reader.all())].sort(newestFirst);
  }

  /** The entry with this id, after everything that is being written; `undefined` if there is none. */
  async find(id: string): Promise<KeptEntry | undefined> {
    await this.turn;
    const unwritten = this.unwritten.get(id);
    return unwritten ? unwrittenEntry(id, unwritten) : this.reader.find(id);
  }

  /**
   * Writes the response of an entry to a file at `path`, exactly as it was received. Rejects with `DamagedBody` if
   * it is something else by now, in which case it is removed.
   */
  async extract({ id, stored, sha256 }: KeptEntry, path: string): Promise<void> {
    if (sha256 === undefined) throw new DamagedBody();
    const body = this.entryPath(id, bodyFile(sha256));
    try {
      await extractBody(body, path, { bytes: stored.bytes, sha256 });
    } catch (error) {
      if (error instanceof DamagedBody) {
        this.markGone(id, 'damaged');
        await this.removeBody(id, sha256);
      }
      throw error;
    }
  }

  /** Pins an entry, with a fingerprint or with the one that it has, or unpins it. Rejects if the disk does. */
  pin(id: string, isPinned: boolean, fingerprint?: string): Promise<void> {
    return this.inTurn(async () => {
      const file = this.entryPath(id, pinnedFile);
      const isMarked = await isFile(file);
      if (!isPinned || !isMarked) await rm(file, { recursive: true, force: true });
      if (isPinned && (fingerprint !== undefined || !isMarked)) {
        this.open();
        const written = this.pathOf(randomUUID(), 'new');
        await writeFile(written, pinnedText(fingerprint), { mode: 0o600 });
        await rename(written, file);
      }
      this.changed();
      if (!isPinned) await this.keepBudget();
    });
  }

  /**
   * Spares an entry that is about to be pinned, also one that isn't recorded yet: the budget removes neither its
   * response nor another one in its favour until the returned function is called.
   */
  spare(id: string): () => void {
    this.spared.add(id);
    return () => {
      if (this.spared.delete(id)) void this.inTurn(() => this.keepBudget());
    };
  }

  /** The newest entry that was pinned with this fingerprint; one whose response is kept, if there is one. */
  async pinnedWith(fingerprint: string): Promise<KeptEntry | undefined> {
    const found: KeptEntry[] = [];
    for (const entry of await this.list()) {
      if (entry.isPinned && (await this.reader.fingerprintOf(entry.id)) === fingerprint) found.push(entry);
    }
    return found.find(({ sha256 }) => sha256 !== undefined) ?? found[0];
  }

  /** Removes entries, pinned ones, too. */
  delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.pending.get(id)?.controller.abort();
      this.unwritten.delete(id);
    }
    return this.inTurn(async () => {
      for (const id of ids.filter(isResultId)) await this.removeEntry(id);
      this.changed();
    });
  }

  /**
   * Removes everything, or all responses, of pinned entries, too, and of those that are being written, also
   * by other windows. Rejects if something can't be removed.
   */
  clear(what: 'everything' | 'responses'): Promise<void> {
    for (const { controller } of this.pending.values()) controller.abort();
    if (what === 'everything') this.unwritten.clear();
    return this.inTurn(async () => {
      this.removeLinks();
      await this.removeUnfinished();
      if (what === 'responses') await this.removeResponses(await this.reader.all(), 'cleared');
      else for (const name of await allNames(this.paths.entries)) await this.removeEntry(name);
      await clearOtherSessions(this.paths.writing, this.own);
      this.changed();
    });
  }

  /** What other windows are writing: without its source or its folder, a window gives it up. */
  private async removeUnfinished(): Promise<void> {
    for (const session of await otherSessions(this.paths.writing, this.own)) {
      for (const name of await allNames(session)) {
        if (name !== 'owner') await remove(join(session, name));
      }
    }
  }

  private async removeResponses(entries: readonly KeptEntry[], reason: GoneReason): Promise<void> {
    for (const { id, stored, sha256, gone } of entries) {
      if (stored.hadBody && gone === undefined) this.markGone(id, reason);
      if (sha256 !== undefined) await this.removeBody(id, sha256);
    }
  }

  private async removeBody(id: string, sha256: string): Promise<void> {
    await rm(this.entryPath(id, bodyFile(sha256)), { recursive: true, force: true, maxRetries: 3 });
    this.bytesOf.delete(id);
    this.changed();
  }

  /** Moves an entry away before it's removed, so that nobody sees part of it. */
  private async removeEntry(name: string): Promise<void> {
    this.bytesOf.delete(name);
    const entry = join(this.paths.entries, name);
    this.open();
    const old = this.pathOf(randomUUID(), 'old');
    const moved = await rename(entry, old).then(
      () => old,
      (error: unknown) => (errorKind(error) === 'ENOENT' ? undefined : entry),
    );
    if (moved !== undefined) await rm(moved, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Removes what is over the budget, after the setting changed. */
  tidy(): Promise<void> {
    return this.inTurn(async () => {
      await this.removeBroken();
      await this.keepBudget();
    });
  }

  private async removeBroken(): Promise<void> {
    for (const id of await this.reader.ids()) {
      const { mtimeMs } = await stat(this.entryPath(id)).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs < brokenKeptMs) continue;
      if (await this.reader.isBroken(id).catch(() => false)) await this.removeEntry(id);
    }
  }

  /** Removes the oldest responses and entries beyond the budget, also those of other windows. */
  private async keepBudget(): Promise<void> {
    const mostBytes = this.mostBytes();
    const ids = await this.reader.ids();
    let total = 0;
    for (const id of ids) total += this.bytesOf.get(id) ?? (await this.count(await this.reader.find(id)));
    if (total <= mostBytes && ids.length <= mostEntries) return;
    this.bytesOf.clear();
    const all = await this.reader.all();
    const counted = [];
    for (const entry of all) {
      const { id } = entry;
      const bytes = await this.count(entry);
      const isSpared = this.spared.has(id);
      counted.push({ id, isPinned: entry.isPinned || isSpared, bytes: isSpared ? 0 : bytes });
    }
    const excess = excessOf(counted, mostBytes);
    for (const id of excess.entries) await this.removeEntry(id);
    const responses = new Set(excess.responses);
    await this.removeResponses(
      all.filter(({ id }) => responses.has(id)),
      'limit',
    );
    if (excess.entries.length > 0) this.changed();
  }

  /** The bytes of an entry's response on disk. */
  private async count(entry: KeptEntry | undefined): Promise<number> {
    if (!entry) return 0;
    const { id, stored, sha256, gone } = entry;
    const stats = sha256 && (await lstat(this.entryPath(id, bodyFile(sha256))).catch(() => undefined));
    const bytes = stats ? stats.size : 0;
    if (stats || gone !== undefined || !stored.hadBody) this.bytesOf.set(id, bytes);
    return bytes;
  }

  /** Takes over the responses that sessions which ended hadn't compressed yet, and removes what else they left. */
  private async takeOver(): Promise<void> {
    this.removeLinks();
    for (const session of await otherSessions(this.paths.writing, this.own)) {
      if (stateOfSession(session) !== 'ended') continue;
      for (const name of await allNames(session)) {
        const id = name.replace(/\.json$/, '');
        const entry = isResultId(id) && name !== id ? await this.reader.find(id) : undefined;
        const isAwaited = entry?.stored.hadBody && entry.sha256 === undefined && entry.gone === undefined;
        const isDue = isAwaited && (await isFile(join(session, name)));
        // Nothing waits between this check and the claim of the folder: a session that has ended and claims
        // it again would seem to run, and no other one would look for a response there.
        if (this.wasDisposed()) return;
        if (isDue) {
          this.open();
          // Only one window can move it.
          const isMoved = await rename(join(session, name), this.pathOf(id, 'json')).then(
            () => true,
            () => false,
          );
          if (!isMoved) continue;
          const pending = { id, bytes: entry.stored.bytes, controller: new AbortController() };
          this.pending.set(id, pending);
          if (this.wasDisposed()) pending.controller.abort(endOfSession);
          await this.keepBody(pending, Promise.resolve());
        }
      }
    }
    if (this.wasDisposed()) return;
    await removeLeftovers(this.paths.writing, this.own);
    await this.removeBroken();
    await this.keepBudget();
  }

  /** Asked again after a wait, in which it may have become true. */
  private wasDisposed(): boolean {
    return this.isOver;
  }

  /** Does something after everything before it, whether that failed or not. */
  private inTurn<Done>(step: () => Promise<Done>): Promise<Done> {
    const done = this.turn.then(step);
    this.turn = done.catch((error: unknown) => this.on.trouble(errorKind(error)));
    return done;
  }

  /** Tells this window and the others, which watch the file. */
  private changed(): void {
    quietly(() => {
      this.open();
      const written = this.pathOf('changed', 'new');
      writeFileSync(written, randomUUID(), { mode: 0o600 });
      renameSync(written, this.paths.changed);
    });
    this.on.change();
  }
}

/** An entry that is only in memory, because the disk is full. */
const unwrittenEntry = (id: string, stored: StoredEntry): KeptEntry => ({
  id,
  stored,
  sha256: undefined,
  isPinned: false,
  gone: stored.hadBody ? 'disk' : undefined,
});

/** A second name for a file, so that it outlives the first; not on every file system. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Does what is only of use if it succeeds. */
function quietly(step: () => void): void {
  try {
    step();
  } catch {
    return;
  }
}

/** Removes a file or a folder; what can't be removed now goes with the leftovers. */
const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true }).catch(() => undefined);

const allNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const isFile = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isFile() ?? false;
