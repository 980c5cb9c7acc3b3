import { lstat, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { NoFile, openPlainFile } from '../disk/plainFile';
import { isResultId } from '../results/result';
import { errorKind } from '../text/errorText';
import { parsedJson } from '../text/parsedJson';
import { readEntry, type StoredEntry } from './storedEntry';

/**
 * The paths of the history in a folder, which is an absolute path. Each entry has its own folder, named by the id of
 * its result, with files that never change: `entry.json`, then the compressed response, `pinned.json`, and a file that
 * says why there is no response. The state follows from which files exist, so windows share nothing else, and nothing
 * is lost if a window ends in the middle of a step.
 */
export const historyPaths = (root: string) => ({
  /** One folder per entry. */
  entries: join(root, 'entries'),
  /** One folder per session. Files are written here before they are moved to their entries. */
  writing: join(root, 'writing'),
  /** Written whenever an entry changes, because windows watch it. */
  changed: join(root, 'changed'),
});

export type HistoryPaths = ReturnType<typeof historyPaths>;

export const entryFile = 'entry.json';
export const pinnedFile = 'pinned.json';

/** The file that says that the response of an entry isn't kept and won't be. */
export const goneFile = 'gone';

const bodyForm = /^([0-9a-f]{64})\.json\.gz$/;
/**
 * The name of the file with a compressed response. The SHA-256 is that of the response before compression.
 */
export const bodyFile = (sha256: string): string => `${sha256}.json.gz`;

/** An entry as it is on disk now. */
export interface KeptEntry {
  readonly id: string;
  readonly stored: StoredEntry;
  /** The SHA-256 of its response before compression; `undefined` if the response isn't kept. */
  readonly sha256: string | undefined;
  readonly isPinned: boolean;
  /** Whether its response isn't kept and won't be. */
  readonly isGone: boolean;
}

/** Larger files aren't ours. */
const mostEntryBytes = 1_000_000;
/** How many folders are read at the same time. */
const atOnce = 32;

/**
 * Error codes for a path that isn't one of our files: it doesn't exist, or is a symbolic link or a folder.
 */
const foreign = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR'];

/**
 * Reads a small file, without following a symbolic link; `undefined` if there is no such file. Rejects if the
 * file can't be read at the moment, for example because too many files are open.
 */
async function smallText(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await openPlainFile(path);
    const { size } = await file.stat();
    return size <= mostEntryBytes ? await file.readFile('utf8') : undefined;
  } catch (error) {
    if (error instanceof NoFile || foreign.includes(errorKind(error))) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}

/** Reads the entries of a history. Entries never change, so their content is cached. */
export class HistoryReader {
  private readonly known = new Map<string, StoredEntry>();

  constructor(private readonly paths: HistoryPaths) {}

  /** The ids of all folders that may be entries, in no particular order. Symbolic links are ignored. */
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

  /** The entry with this id, which may be any text; `undefined` if it doesn't exist or can't be read. */
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
      isGone: files.includes(goneFile),
    };
  }

  /**
   * Whether no version of the extension can read the folder's entry. Rejects if that can't be determined now.
   */
  async isBroken(id: string): Promise<boolean> {
    return (await this.read(id)) === 'broken';
  }

  private async read(id: string): Promise<StoredEntry | 'newer' | 'broken'> {
    const text = await smallText(join(this.paths.entries, id, entryFile));
    return text === undefined ? 'broken' : readEntry(text);
  }

  /** The fingerprint that an entry was pinned with, if any. */
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

/** Sorts the later one first; entries of the same millisecond have a fixed order. */
export function newestFirst(one: KeptEntry, other: KeptEntry): number {
  if (one.stored.at !== other.stored.at) return one.stored.at < other.stored.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
