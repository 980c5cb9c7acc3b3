import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { lstat, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clearOtherSessions, otherSessions, removeLeftovers } from '../disk/leftovers';
import { isResultId } from '../results/result';
import { dayMs } from '../market/time/zones';
import { NoFile } from '../disk/plainFile';
import { removeAllQuietly, removeQuietly } from '../disk/removeQuietly';
import { claim, release, stateOfSession } from '../disk/sessionLock';
import { shareFile } from '../results/store/spoolFolder';
import { errorKind } from '../text/errorText';
import { excessOf, mostEntries } from './excessEntries';
import {
  bodyFile,
  entryFile,
  goneFile,
  historyPaths,
  HistoryReader,
  pinnedFile,
  pinnedText,
  type HistoryPaths,
  type KeptEntry,
} from './historyFolder';
import { compressBody, DamagedBody, extractBody, TooLarge } from './keptBody';
import type { StoredEntry } from './storedEntry';

/** The reason for not finishing a compression: the next session continues it. */
const endOfSession = new Error('The session ends.');

/** How long a folder that can't be read is kept: another window may be about to remove it. */
const brokenKeptMs = dayMs;

/**
 * The queries of all windows, on disk. In each window, this class performs all steps that change something.
 */
export class History {
  private readonly paths: HistoryPaths;
  private readonly reader: HistoryReader;
  /** This session's folder, in which files are written first. */
  private readonly own: string;
  /** Responses that are being compressed, or are queued for it, by entry. */
  private readonly pending = new Map<string, AbortController>();
  private isOpen = false;
  /** Whether the session has ended, so that its folder is no longer its own. */
  private isOver = false;
  /** Settles when the last queued step has ended. */
  private turn: Promise<unknown> = Promise.resolve();
  /**
   * Bytes of the responses on disk by entry, except entries that may still get a response. The total is an
   * upper bound, because other windows remove responses, too.
   */
  private readonly bytesOf = new Map<string, number>();
  /** Entries that are about to be pinned. */
  private readonly spared = new Set<string>();

  /**
   * `root` is created on first use. `mostBytes` is called at each use and returns the limit for all
   * compressed responses together. `on.change` is called after each change, and `on.trouble` with the kind of
   * an error that costs an entry or its response.
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

  /** Continues the work of sessions that have ended. Call once, as soon as a window uses its history. */
  resume(): void {
    void this.inTurn(() => this.takeOver());
  }

  /** Ends the session. Another session will continue what it was writing. */
  dispose(): void {
    this.isOver = true;
    for (const controller of this.pending.values()) controller.abort(endOfSession);
    if (this.isOpen) release(this.own);
  }

  private open(): void {
    this.removeLinks();
    mkdirSync(this.paths.entries, { recursive: true, mode: 0o700 });
    mkdirSync(this.own, { recursive: true, mode: 0o700 });
    claim(this.own);
    this.isOpen = true;
  }

  /**
   * Removes symbolic links in place of the history's folders: through them, files elsewhere would be moved or
   * even removed.
   */
  private removeLinks(): void {
    for (const folder of [this.paths.entries, this.paths.writing]) {
      if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(folder);
    }
  }

  /**
   * Records a query that has ended. When this returns, the entry is on disk. The response in the file `body`,
   * which may be deleted at any time afterwards, is stored later. If the disk fails, the response or the
   * entry is lost, and the error is reported.
   */
  record(id: string, stored: StoredEntry, body: string | undefined): void {
    const hasRoom = this.mostBytes() > 0;
    const source = this.pathOf(id, 'json');
    let isReady: Promise<void> | undefined;
    try {
      this.open();
      // Can't be queued, because the file may be gone by then.
      if (body !== undefined && hasRoom) isReady = shareFile(body, source);
      isReady?.catch(() => undefined);
      this.writeEntry(id, stored);
    } catch (error) {
      this.on.trouble(errorKind(error));
      void isReady?.catch(() => undefined).then(() => removeQuietly(source));
      return;
    }
    this.changed();
    if (body !== undefined && !hasRoom) this.markGone(id);
    if (isReady === undefined) return;
    const signal = this.pend(id);
    void this.inTurn(() => this.keepBody(id, stored, signal, isReady));
  }

  /** Writes an entry in the session's folder, and then moves it to the others. */
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

  private pathOf(name: string, kind: 'json' | 'gz' | 'new' | 'old'): string {
    return join(this.own, `${name}.${kind}`);
  }

  private entryPath(id: string, file = ''): string {
    return join(this.paths.entries, id, file);
  }

  /** Call before `keepBody`. Returns the signal that stops it. */
  private pend(id: string): AbortSignal {
    const controller = new AbortController();
    this.pending.set(id, controller);
    return controller.signal;
  }

  /** Compresses a response and moves it to its entry. */
  private async keepBody(
    id: string,
    { bytes }: StoredEntry,
    signal: AbortSignal,
    isReady?: Promise<void>,
  ): Promise<void> {
    const source = this.pathOf(id, 'json');
    const compressed = this.pathOf(id, 'gz');
    try {
      await isReady;
      signal.throwIfAborted();
      const most = this.mostBytes();
      const sha256 = await compressBody(source, compressed, { bytes, most, signal });
      signal.throwIfAborted();
      renameSync(compressed, this.entryPath(id, bodyFile(sha256)));
      this.changed();
    } catch (error) {
      // Whatever aborted it has already removed the entry or recorded why it has no response, unless the
      // session ends.
      if (!signal.aborted) this.giveUp(id, error);
    }
    this.pending.delete(id);
    await removeAllQuietly(compressed);
    // If the session ends, the next one continues with this response.
    if (signal.reason === endOfSession) return;
    await removeAllQuietly(source);
    await this.keepBudget();
  }

  /** Records that an entry's response can't be kept. If the entry is gone, another window has removed it. */
  private giveUp(id: string, error: unknown): void {
    const isLarge = error instanceof TooLarge;
    if (!isLarge && errorKind(error) !== 'ENOENT') this.on.trouble(errorKind(error));
    this.markGone(id);
  }

  /** Records that an entry has no response. An empty file needs no space, so this works on most full disks. */
  private markGone(id: string): void {
    quietly(() => writeFileSync(this.entryPath(id, goneFile), '', { mode: 0o600, flag: 'wx' }));
    this.changed();
  }

  /** All entries, newest first. Waits for everything that is being written. */
  async list(): Promise<KeptEntry[]> {
    await this.turn;
    return this.reader.all();
  }

  /** The entry with this id; `undefined` if there is none. Waits for everything that is being written. */
  async find(id: string): Promise<KeptEntry | undefined> {
    await this.turn;
    return this.reader.find(id);
  }

  /**
   * Writes the response of an entry to a file at `path`, exactly as it was received. Rejects with
   * `DamagedBody` if the stored response has changed; it's removed then.
   */
  async extract({ id, stored, sha256 }: KeptEntry, path: string): Promise<void> {
    if (sha256 === undefined) throw new DamagedBody();
    const body = this.entryPath(id, bodyFile(sha256));
    try {
      await extractBody(body, path, { bytes: stored.bytes, sha256 });
    } catch (error) {
      if (error instanceof DamagedBody) {
        this.markGone(id);
        await this.removeBody(id, sha256);
      }
      throw error;
    }
  }

  /**
   * Pins an entry, with the given fingerprint or the one that it has, or unpins it. Rejects if the disk
   * fails, or if there is no such entry: a symbolic link in its place isn't one.
   */
  pin(id: string, isPinned: boolean, fingerprint?: string): Promise<void> {
    return this.inTurn(async () => {
      const folder = await lstat(this.entryPath(id));
      if (!folder.isDirectory()) throw new NoFile();
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
   * Protects an entry that is about to be pinned, even if it isn't recorded yet. Until the returned function
   * is called, the budget removes neither its response nor, to make room for it, another one.
   */
  spare(id: string): () => void {
    this.spared.add(id);
    return () => {
      if (this.spared.delete(id)) void this.inTurn(() => this.keepBudget());
    };
  }

  /** The newest entry that was pinned with this fingerprint, if possible one whose response is kept. */
  async pinnedWith(fingerprint: string): Promise<KeptEntry | undefined> {
    const found: KeptEntry[] = [];
    for (const entry of await this.list()) {
      if (entry.isPinned && (await this.reader.fingerprintOf(entry.id)) === fingerprint) found.push(entry);
    }
    return found.find(({ sha256 }) => sha256 !== undefined) ?? found[0];
  }

  /** Removes entries, including pinned ones. */
  delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.pending.get(id)?.abort();
    return this.inTurn(async () => {
      for (const id of ids.filter(isResultId)) await this.removeEntry(id);
      this.changed();
    });
  }

  /**
   * Removes everything, or all responses. That includes pinned entries, and what any window is writing at the
   * moment. Rejects if something can't be removed.
   */
  clear(what: 'everything' | 'responses'): Promise<void> {
    for (const [id, controller] of this.pending) {
      this.markGone(id);
      controller.abort();
    }
    return this.inTurn(async () => {
      this.removeLinks();
      // First, so that no entry waits for its response if the window is killed in between.
      for (const { id, stored, sha256, isGone } of await this.reader.all()) {
        if (stored.hadBody && sha256 === undefined && !isGone) this.markGone(id);
      }
      await this.removeUnfinished();
      if (what === 'responses') await this.removeResponses(await this.reader.all());
      else for (const name of await allNames(this.paths.entries)) await this.removeEntry(name);
      await clearOtherSessions(this.paths.writing, this.own);
      this.changed();
    });
  }

  /** Removes what other windows are writing. A window gives up a response when its file or folder is gone. */
  private async removeUnfinished(): Promise<void> {
    for (const session of await otherSessions(this.paths.writing, this.own)) {
      for (const name of await allNames(session)) {
        if (name !== 'owner') await removeAllQuietly(join(session, name));
      }
    }
  }

  private async removeResponses(entries: readonly KeptEntry[]): Promise<void> {
    for (const { id, stored, sha256, isGone } of entries) {
      if (stored.hadBody && !isGone) this.markGone(id);
      if (sha256 !== undefined) await this.removeBody(id, sha256);
    }
  }

  private async removeBody(id: string, sha256: string): Promise<void> {
    await rm(this.entryPath(id, bodyFile(sha256)), { recursive: true, force: true, maxRetries: 3 });
    this.bytesOf.delete(id);
    this.changed();
  }

  /** Moves an entry away before removing it, so that nobody reads a part of it. */
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

  /** Removes what exceeds the budget. Call after the setting has changed. */
  tidy(): Promise<void> {
    return this.inTurn(async () => {
      await this.removeBroken();
      await this.keepBudget();
    });
  }

  private async removeBroken(): Promise<void> {
    for (const id of await this.reader.ids()) {
      const stats = await stat(this.entryPath(id)).catch(() => undefined);
      // A time in the future comes from a clock that ran ahead.
      if (!stats || Math.abs(Date.now() - stats.mtimeMs) < brokenKeptMs) continue;
      if (await this.reader.isBroken(id).catch(() => false)) await this.removeEntry(id);
    }
  }

  /** Removes the oldest responses and entries beyond the budget, including those of other windows. */
  private async keepBudget(): Promise<void> {
    const mostBytes = this.mostBytes();
    const ids = await this.reader.ids();
    let total = 0;
    for (const id of ids) total += this.bytesOf.get(id) ?? (await this.count(await this.reader.find(id)));
    if (total <= mostBytes && ids.length <= mostEntries) return;
    this.bytesOf.clear();
    const all = oldestLast(await this.reader.all(), Date.now());
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
    await this.removeResponses(all.filter(({ id }) => responses.has(id)));
    if (excess.entries.length > 0) this.changed();
  }

  /** The bytes of an entry's response on disk. */
  private async count(entry: KeptEntry | undefined): Promise<number> {
    if (!entry) return 0;
    const { id, stored, sha256, isGone } = entry;
    const stats = sha256 && (await lstat(this.entryPath(id, bodyFile(sha256))).catch(() => undefined));
    const bytes = stats ? stats.size : 0;
    if (stats || isGone || !stored.hadBody) this.bytesOf.set(id, bytes);
    return bytes;
  }

  /**
   * Takes over responses that ended sessions hadn't compressed yet, and removes everything else of these
   * sessions.
   */
  private async takeOver(): Promise<void> {
    this.removeLinks();
    for (const session of await otherSessions(this.paths.writing, this.own)) {
      if (stateOfSession(session) !== 'ended') continue;
      for (const name of await allNames(session)) {
        const id = name.replace(/\.json$/, '');
        const entry = isResultId(id) && name !== id ? await this.reader.find(id) : undefined;
        const isAwaited = entry?.stored.hadBody && entry.sha256 === undefined && !entry.isGone;
        const isDue = isAwaited && (await isFile(join(session, name)));
        // There must be no wait between this check and the claim of the folder. A session that has ended and
        // claims its folder again would seem to be running, and no other session would look for a response
        // there.
        if (this.wasDisposed()) return;
        if (!isDue) continue;
        this.open();
        const signal = this.pend(id);
        // Only one window can succeed in moving it.
        const isMoved = await rename(join(session, name), this.pathOf(id, 'json')).then(
          () => true,
          () => false,
        );
        if (isMoved) await this.keepBody(id, entry.stored, signal);
        else this.pending.delete(id);
      }
    }
    if (this.wasDisposed()) return;
    await removeLeftovers(this.paths.writing, this.own);
    await this.removeBroken();
    await this.keepBudget();
  }

  /** Checked by a method, because the value may have changed while the caller waited. */
  private wasDisposed(): boolean {
    return this.isOver;
  }

  /** Runs a step after all previous steps, whether these failed or not. */
  private inTurn<Done>(step: () => Promise<Done>): Promise<Done> {
    const done = this.turn.then(step);
    this.turn = done.catch((error: unknown) => this.on.trouble(errorKind(error)));
    return done;
  }

  /** Notifies this window, and the others, which watch the file. */
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

/** Runs a step whose failure doesn't matter. */
function quietly(step: () => void): void {
  try {
    step();
  } catch {
    return;
  }
}

/**
 * The entries, newest first, with those last that are noted in the future: the clock ran ahead, and they would
 * otherwise push out every new entry until then.
 */
function oldestLast(entries: readonly KeptEntry[], now: number): KeptEntry[] {
  const isAhead = ({ stored }: KeptEntry) => Date.parse(stored.at) > now;
  return [...entries.filter((entry) => !isAhead(entry)), ...entries.filter(isAhead)];
}

const allNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const isFile = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isFile() ?? false;
