import { lstat, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { isResultId } from '../results/resultId';
import { errorKind } from '../text/errorText';
import { parsedJson } from '../text/json';
import { NoFile, openFile } from './keptBody';
import { readEntry, type StoredEntry } from './storedEntry';

/**
 * The history on disk. Each entry is a folder of its own, named by the id of its result, with files that
 * never change: `entry.json`, then the compressed response, `pinned.json`, and why there is no response. What
 * exists says how things stand, so windows share nothing else, and a window that ends in the middle of a step
 * loses nothing.
 */
export interface HistoryPaths {
  readonly root: string;
  /** One folder per entry. */
  readonly entries: string;
  /** One folder per session, in which files are written before they are moved to their entry. */
  readonly writing: string;
  /** Written whenever an entry changes, for windows that watch. */
  readonly changed: string;
}

/** Where the history of this folder, an absolute path, has its files. */
export const historyPaths = (root: string): HistoryPaths => ({
  root,
  entries: join(root, 'entries'),
  writing: join(root, 'writing'),
  changed: join(root, 'changed'),
});

export const entryFile = 'entry.json';
export const pinnedFile = 'pinned.json';

/** Why the response of an entry isn't kept. If several are noted, the first one counts. */
const goneReasons = ['cleared', 'damaged', 'limit', 'disk'] as const;
export type GoneReason = (typeof goneReasons)[number];
export const goneFile = (reason: GoneReason): string => `gone.${reason}`;

const bodyForm = /^([0-9a-f]{64})\.json\.gz$/;
export const bodyFile = (sha256: string): string => `${sha256}.json.gz`;

/** An entry as it is on disk now. */
export interface KeptEntry {
  readonly id: string;
  readonly stored: StoredEntry;
  /** The SHA-256 of its response, before compression, if that is kept. */
  readonly sha256: string | undefined;
  readonly isPinned: boolean;
  readonly gone: GoneReason | undefined;
}

/** Larger files are none of ours. */
const mostEntryBytes = 1_000_000;
/** Folders that are read at the same time. */
const atOnce = 32;

/** What the system says of a path that is no file of ours: nothing there, a symbolic link, a folder. */
const foreign = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR'];

/**
 * Reads a small file, but not what a symbolic link names; `undefined` if there is none. Rejects if the file
 * can't be read now, such as with too many open files.
 */
async function smallText(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await openFile(path);
    const { size } = await file.stat();
    return size <= mostEntryBytes ? await file.readFile('utf8') : undefined;
  } catch (error) {
    if (error instanceof NoFile || foreign.includes(errorKind(error))) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}

/** Reads the entries of a history. What was read of an entry is remembered, since it never changes. */
export class HistoryReader {
  private readonly known = new Map<string, StoredEntry>();

  constructor(private readonly paths: HistoryPaths) {}

  /** The ids of all folders that may be entries, in no order. Symbolic links are none. */
  async ids(): Promise<string[]> {
    const found = await readdir(this.paths.entries, { withFileTypes: true }).catch(() => []);
    return found.filter((each) => each.isDirectory() && isResultId(each.name)).map(({ name }) => name);
  }

  /** All entries that can be read, newest first. */
  async all(): Promise<KeptEntry[]> {
    const ids = await this.ids();
    const all: KeptEntry[] = [];
    const next = ids.values();
    const work = async () => {
      for (const id of next) {
        const entry = await this.entryIn(id);
        if (entry) all.push(entry);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const present = new Set(ids);
    for (const id of this.known.keys()) if (!present.has(id)) this.known.delete(id);
    return all.sort(newestFirst);
  }

  /** The entry with this id, which may be any text; `undefined` if there is none, or none that can be read. */
  async find(id: string): Promise<KeptEntry | undefined> {
    if (!isResultId(id)) return undefined;
    const stats = await lstat(join(this.paths.entries, id)).catch(() => undefined);
    return stats?.isDirectory() ? this.entryIn(id) : undefined;
  }

  private async entryIn(id: string): Promise<KeptEntry | undefined> {
    const files = await readdir(join(this.paths.entries, id)).catch((): string[] => []);
    if (!files.includes(entryFile)) return undefined;
    const stored = this.known.get(id) ?? (await this.read(id).catch(() => undefined));
    if (typeof stored !== 'object') return undefined;
    this.known.set(id, stored);
    const bodies = files.flatMap((name) => bodyForm.exec(name)?.[1] ?? []);
    return {
      id,
      stored,
      sha256: stored.hadBody ? bodies[0] : undefined,
      isPinned: files.includes(pinnedFile),
      gone: goneReasons.find((reason) => files.includes(goneFile(reason))),
    };
  }

  /**
   * Whether the folder has an entry that no version of the extension can read. Rejects if that can't be told
   * now.
   */
  async isBroken(id: string): Promise<boolean> {
    return (await this.read(id)) === 'broken';
  }

  private async read(id: string): Promise<StoredEntry | 'newer' | 'broken'> {
    const text = await smallText(join(this.paths.entries, id, entryFile));
    return text === undefined ? 'broken' : readEntry(text);
  }

  /** The fingerprint with which an entry was pinned, if it was pinned with one. */
  async fingerprintOf(id: string): Promise<string | undefined> {
    const text = await smallText(join(this.paths.entries, id, pinnedFile)).catch(() => undefined);
    const value = text === undefined ? undefined : parsedJson(text);
    return v.is(pinnedShape, value) ? value.fingerprint : undefined;
  }
}

const pinnedShape = v.object({ fingerprint: v.exactOptional(v.string()) });

/** The text of the file that marks an entry as pinned. */
export const pinnedText = (fingerprint: string | undefined): string =>
  JSON.stringify(fingerprint === undefined ? {} : { fingerprint });

/** The later one first; of two in the same millisecond always the same one. */
export function newestFirst(one: KeptEntry, other: KeptEntry): number {
  if (one.stored.at !== other.stored.at) return one.stored.at < other.stored.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
