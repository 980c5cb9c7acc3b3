import { setTimeout as wait } from 'node:timers/promises';
import type { Found, Place } from '../../disk/place';
import { stateOfProcess } from '../../disk/sessionLock';
import { heldEntry, type DayEntry, type HeldDay } from '../../range/dayState';
import {
  dayFolderName,
  dayOfResponse,
  isManifestOf,
  manifestName,
  partName,
  responsesName,
  runOfFile,
  settledName,
} from '../../range/folderFiles';
import {
  mismatch,
  mostManifestBytes,
  readManifest,
  type FolderQuery,
  type Manifest,
} from '../../range/manifest';
import { readRunNotes, type RunNotes } from '../../range/runNotes';
import { fileState, responseAt } from './dayFiles';
import { fileHash } from './fileHash';

/** A run that hasn't touched its notes for so long is over, in milliseconds by the clock of the file system. */
export const livingMs = 120_000;

/** Whether a file may still be in use. A time ahead is of another clock, and says nothing. Epoch milliseconds. */
export const isRecent = ({ modifiedMs }: Pick<Found, 'modifiedMs'>, nowMs: number): boolean =>
  Math.abs(nowMs - modifiedMs) < livingMs;

/** A file with notes, as it was when it was read. */
interface NotesFile {
  readonly file: Place;
  readonly version: string;
  readonly modifiedMs: number;
  readonly head: Manifest;
  /** The notes of a run; `undefined` for a manifest. */
  readonly run: (RunNotes & { readonly id: string }) | undefined;
}

const isGone = ({ run }: NotesFile): boolean => stateOfProcess(run?.owner, true) === 'ended';
/** Whether a run holds nothing any more: it was silent for too long, or its process on this machine is gone. */
const isOver = (file: NotesFile, nowMs: number): boolean => !isRecent(file, nowMs) || isGone(file);

/** Everything that is noted about a range folder: its manifest, and what runs have noted since. */
export class RangeNotes {
  private read: readonly NotesFile[] = [];
  /** Those of them that are of the folder's query. */
  private files: readonly NotesFile[] = [];
  /** All different notes of each day, in the order of the files. */
  private days = new Map<string, DayEntry[]>();
  /** The files in the folder of responses. */
  private responses: ReadonlySet<string> = new Set();

  /** `asked` is the query that the folder is to have days of; without one, the folder says which it has. */
  constructor(
    readonly folder: Place,
    private readonly asked?: FolderQuery,
  ) {}

  /**
   * Reads what has changed. Rejects with an `Error` ready to display if a manifest can't be read, or is of a
   * different query. Notes of a run with a different query don't count: it can't have written a file.
   */
  async refresh(): Promise<void> {
    // Before the notes: a run takes a day before it writes a response of it.
    const kept = await this.folder.beside(responsesName(this.folder.name)).entries();
    this.responses = new Set(kept.flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])));
    const known = new Map(this.read.map((each) => [each.file.address, each]));
    const read = await readAll(this.folder, known);
    if (read.length === this.read.length && read.every((each, at) => each === this.read[at])) return;
    const asked = this.asked ?? read[0]?.head;
    this.files = read.filter(({ file, head, run }) => {
      const problem = asked ? mismatch(head, asked, file.name) : null;
      if (problem !== null && !run) throw new Error(problem);
      return problem === null;
    });
    this.read = read;
    this.days = new Map();
    for (const { head, run } of this.files) {
      for (const [day, entry] of [...Object.entries(head.days), ...(run?.entries ?? [])]) {
        const same = this.days.get(day);
        if (!same) this.days.set(day, [entry]);
        else if (!same.some((each) => isAlike(each, entry))) same.push(entry);
      }
    }
  }

  /** The query and the columns of the folder, without its days; `undefined` if nothing is noted. */
  get head(): Manifest | undefined {
    const [first] = this.files;
    if (!first) return undefined;
    const settled = this.files.find(({ file }) => file.name === settledName(this.folder.name));
    return { ...first.head, columns: settled?.head.columns ?? first.head.columns, days: {} };
  }

  /**
   * The runs that are living at a time of the file system's clock, other than the one with this ID, and if
   * `isEndedToo`, those that have just ended.
   */
  otherRuns(own: string, nowMs: number, isEndedToo = false): readonly (RunNotes & { readonly id: string })[] {
    return this.files.flatMap((file) => {
      const { run } = file;
      const isMeant = run && run.id !== own && (isEndedToo || !run.hasEnded);
      return isMeant && !isOver(file, nowMs) ? [run] : [];
    });
  }

  /** The IDs of runs whose process on this machine is gone, so that they no longer write. */
  get goneRuns(): ReadonlySet<string> {
    return new Set(this.read.flatMap((file) => (file.run && isGone(file) ? [file.run.id] : [])));
  }

  /** The notes of runs that are over at a time of the file system's clock. */
  past(nowMs: number): readonly NotesFile[] {
    return this.read.filter((file) => file.run && isOver(file, nowMs));
  }

  /**
   * The notes of runs that are over at a time of the file system's clock, and whose days the manifest has, or
   * that have a different query.
   */
  async pastNotes(nowMs: number): Promise<readonly Place[]> {
    const past = this.past(nowMs);
    const manifest = this.files.find(({ file }) => file.name === manifestName(this.folder.name));
    if (past.length === 0 || !manifest) return [];
    const united = await this.manifest();
    return past.flatMap((each) => {
      const { file, run } = each;
      const isThere = ([day]: readonly [string, DayEntry]) => {
        const [noted, entry] = [manifest.head.days[day], united?.days[day]];
        return noted !== undefined && entry !== undefined && isAlike(noted, entry);
      };
      return !this.files.includes(each) || run?.entries.every(isThere) ? [file] : [];
    });
  }

  /** The responses that no note knows and that none of these runs can have written, such as those of a killed run. */
  strayResponses(living: readonly RunNotes[]): Place[] {
    const noted = new Set([...this.days.values()].flat().map(({ response }) => response?.file));
    return [...this.responses]
      .filter((name) => {
        const day = dayOfResponse(name);
        return day !== undefined && !noted.has(name) && !living.some(({ takes }) => takes?.has(day));
      })
      .map((file) => responseAt(this.folder, { file }));
  }

  /** The version of a file when it was read; `undefined` if it wasn't there. */
  versionOf({ address }: Place): string | undefined {
    return this.files.find(({ file }) => file.address === address)?.version;
  }

  /** The sizes of the noted days with rows, in bytes, each with its response. */
  get daySizes(): number[] {
    return [...this.days.values()].flatMap((entries) => {
      const { bytes = 0, response } = entries.at(-1) ?? {};
      return bytes > 0 ? [bytes + (response?.bytes ?? 0)] : [];
    });
  }

  /**
   * What the folder has of a day: of several notes, the one that describes its file; without a file, the newest.
   * Only if `isExact`, or if sizes leave it open, the file is read.
   */
  async held(day: string, isExact = false): Promise<HeldDay> {
    const there = await this.fileOf(day, isExact);
    if (there === null) return { entry: heldEntry(newest(this.days.get(day) ?? []), false) };
    const { entry, path, version } = there;
    if (!entry) return { entry: undefined, obstacle: path };
    const { response } = entry;
    const kept = response && { file: responseAt(this.folder, response), noted: response };
    const lacksResponse = kept && (await fileState(kept, isExact ? fileHash : undefined)) !== 'unchanged';
    return { entry: heldEntry(entry, true), version, lacksResponse };
  }

  /** What is where a day's file belongs, and what is noted about it; `null` if nothing is there. */
  private async fileOf(
    day: string,
    isExact: boolean,
  ): Promise<{ path: string; version?: string; entry: DayEntry | undefined } | null> {
    const folder = this.folder.below(dayFolderName(day));
    const foundFolder = await folder.look();
    if (!foundFolder) return null;
    if (foundFolder.kind !== 'folder') return { path: folder.name, entry: undefined };
    const file = folder.below(partName(this.head?.format ?? 'parquet'));
    const found = await file.look();
    if (!found) return null;
    const path = `${folder.name}/${file.name}`;
    const alike = (this.days.get(day) ?? []).filter(({ bytes }) => bytes > 0 && bytes === found.bytes);
    if (found.kind !== 'file' || alike.length === 0) return { path, entry: undefined };
    const isOpen = isExact || alike.some(({ sha256 }) => sha256 !== alike[0]?.sha256);
    const sha256 = isOpen ? await fileHash(file) : alike[0]?.sha256;
    const entry = newest(alike.filter((each) => each.sha256 === sha256));
    return { path, version: versionOf(found), entry };
  }

  /** What is noted, in one manifest; `undefined` if nothing is. */
  async manifest(): Promise<Manifest | undefined> {
    const { head } = this;
    if (!head) return undefined;
    const days: Record<string, DayEntry> = {};
    for (const [day, entries] of this.days) {
      const there = entries.length > 1 ? await this.fileOf(day, false) : null;
      const ofFiles = there ? entries.filter(({ bytes }) => bytes > 0) : [];
      const entry = there?.entry ?? newest(ofFiles) ?? newest(entries);
      if (entry) days[day] = entry;
    }
    return { ...head, days };
  }
}

const isAlike = (one: DayEntry, other: DayEntry): boolean =>
  one.requestedAt === other.requestedAt &&
  one.sha256 === other.sha256 &&
  one.state === other.state &&
  one.message === other.message;

/** Of several with the same time, the one that was noted last: a response that wasn't taken changes no time. */
const newest = (entries: readonly DayEntry[]): DayEntry | undefined =>
  entries.reduce<DayEntry | undefined>(
    (best, entry) => (best && best.requestedAt > entry.requestedAt ? best : entry),
    undefined,
  );

/** Another one once the file was changed or replaced, as far as the file system can tell. */
export const versionOf = ({ version, bytes, modifiedMs }: Found): string =>
  version ?? `${String(bytes)}-${String(modifiedMs)}`;

/**
 * All files with notes, the manifest first. Those of runs are read before it: a run removes its notes once the
 * manifest has them.
 */
async function readAll(folder: Place, known: ReadonlyMap<string, NotesFile>): Promise<NotesFile[]> {
  for (let tries = 1; ; tries += 1) {
    const beside = (await folder.folder.entries()).map(({ name }) => name);
    const runs = beside.flatMap((name) => {
      const run = runOfFile(folder.name, name);
      return run?.kind === 'notes' ? [{ file: folder.beside(name), id: run.run }] : [];
    });
    const manifests = [
      ...beside
        .filter((name) => isManifestOf(folder.name, name))
        .sort((one) => (one === manifestName(folder.name) ? -1 : 1))
        .map((name) => folder.beside(name)),
    ];
    const read: NotesFile[] = [];
    let isWhole = true;
    for (const { file, id } of [...runs, ...manifests.map((file) => ({ file, id: undefined }))]) {
      const one = await readOne(file, id, known.get(file.address));
      if (one === null) isWhole = false;
      else if (one) read.push(one);
    }
    // A network drive may list for a while what is gone.
    if (isWhole || tries === mostTries)
      return [...read.filter(({ run }) => !run), ...read.filter(({ run }) => run)];
    await wait(listedMs);
  }
}

/** How often files are listed again because one of them is gone, and how long to wait before, in milliseconds. */
const [mostTries, listedMs] = [20, 50];

/** `null` if the file is gone, `undefined` if it's not the notes of a run, in spite of its name. */
async function readOne(
  file: Place,
  id: string | undefined,
  known: NotesFile | undefined,
): Promise<NotesFile | null | undefined> {
  const found = await file.look();
  if (!found) return null;
  const version = versionOf(found);
  if (known?.version === version) return known;
  // A link can point to a device, which can be read without end.
  const isReadable = found.kind === 'file' && found.bytes <= mostManifestBytes;
  const bytes = isReadable ? await readIfThere(file) : new Uint8Array();
  if (!bytes) return null;
  const text = new TextDecoder().decode(bytes);
  const noted = { file, version, modifiedMs: found.modifiedMs };
  if (id === undefined) return { ...noted, head: readManifest(text, file.name), run: undefined };
  const run = readRunNotes(text);
  return run && { ...noted, head: run.head, run: { ...run, id } };
}

/** `undefined` if the file is gone: another run removes its notes at any moment. */
async function readIfThere(file: Place): Promise<Uint8Array | undefined> {
  try {
    return await file.read();
  } catch (error) {
    if (await file.look()) throw error;
    return undefined;
  }
}

/**
 * What is noted about a range folder, as one manifest; `undefined` if nothing is. Rejects with an `Error` ready to
 * display if it can't be read.
 */
export async function manifestIn(folder: Place): Promise<Manifest | undefined> {
  const notes = new RangeNotes(folder);
  await notes.refresh();
  return notes.manifest();
}
