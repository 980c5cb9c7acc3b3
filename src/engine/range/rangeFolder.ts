import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import {
  dayFolderName,
  isFormerManifest,
  isManifestOf,
  manifestName,
  manifestPartName,
  manifestText,
  mismatch,
  mostManifestBytes,
  partName,
  readManifest,
  unitedManifest,
  type FolderQuery,
  type Manifest,
} from '../../range/manifest';
import { heldEntry, type DayEntry } from '../../range/dayState';
import { errorKind } from '../../text/errorText';
import { plainLabel } from '../../text/plainLabel';
import { dayFileState, refuseMonths } from './rangeContent';

/** In files next to the folder, because programs would take an unfinished file inside it for data. */
const partialName = (folder: string) => `_${folder}.${randomUUID()}.partial`;
const isPartialOf = (folder: string, name: string) =>
  name.startsWith(`_${folder}.`) && name.endsWith('.partial');
/** An unfinished file inside the folder, as earlier versions wrote it. */
const isFormerPartial = (name: string) => /^\..*\.partial$/.test(name);

/** Another window may still be writing a younger one, in milliseconds. */
const leftoverMs = 3_600_000;

/** Where the manifest of a range folder is: next to it. */
export const manifestOf = (folder: Place): Place => folder.beside(manifestName(folder.name));

/** The folder's manifest and the parts of it, the whole one first. */
async function manifestsBeside(folder: Place): Promise<Place[]> {
  const { name } = folder;
  return (await namesIn(folder.folder))
    .filter((each) => isManifestOf(name, each))
    .sort((one) => (one === manifestName(name) ? -1 : 1))
    .map((each) => folder.beside(each));
}

/** All files with what a folder's manifest says, whatever version wrote them, the current one first. */
async function manifestFiles(folder: Place): Promise<Place[]> {
  const [beside, inside] = await Promise.all([manifestsBeside(folder), namesIn(folder)]);
  return [...beside, ...inside.filter(isFormerManifest).map((each) => folder.below(each))];
}

const namesIn = async (folder: Place): Promise<string[]> => (await folder.entries()).map(({ name }) => name);

/**
 * What the manifest of a folder says, from all files that have a part of it; `undefined` if there is none.
 * Everything that reads a manifest does it here. Throws an `Error` ready to display if one can't be read.
 */
export async function manifestIn(folder: Place): Promise<Manifest | undefined> {
  const manifests: Manifest[] = [];
  for (const file of await manifestFiles(folder)) manifests.push(await readFrom(file));
  const [first, ...others] = manifests;
  return first && unitedManifest([first, ...others]);
}

async function readFrom(file: Place): Promise<Manifest> {
  const found = await file.look();
  // A link can point to a device, which can be read without end.
  const isReadable = found?.kind === 'file' && found.bytes <= mostManifestBytes;
  return readManifest(isReadable ? new TextDecoder().decode(await file.read()) : '', file.name);
}

async function refuseLink(place: Place): Promise<void> {
  if ((await place.look())?.kind !== 'link') return;
  throw new Error(l10n.t('{0} is a symbolic link.', place.localPath ?? place.address));
}

const removeIfPossible = (file: Place) => file.remove().catch(() => undefined);

/** A new place next to the folder for a file that isn't finished. */
const newPartial = (folder: Place): Place => folder.beside(partialName(folder.name));

/**
 * Writes a file under a temporary name and renames it when it's finished. After a failure, nothing is left
 * of it.
 */
async function writeWhole(
  folder: Place,
  target: Place,
  write: (partial: Place) => Promise<void>,
): Promise<void> {
  const partial = newPartial(folder);
  try {
    await write(partial);
    await partial.renameTo(target, true);
  } catch (error) {
    await removeIfPossible(partial);
    throw error;
  }
}

/** Resolves with the version of the written file. */
async function writeText(folder: Place, target: Place, text: string): Promise<string | undefined> {
  let version: string | undefined;
  await writeWhole(folder, target, async (partial) => {
    await partial.write(new TextEncoder().encode(text));
    version = (await partial.look())?.version;
  });
  return version;
}

/** Removes the unfinished files that interrupted runs left, unless they're in use. */
async function removeLeftovers(folder: Place): Promise<void> {
  for (const name of await namesIn(folder.folder)) {
    if (!isPartialOf(folder.name, name)) continue;
    const partial = folder.beside(name);
    const found = await partial.look();
    if (found && Date.now() - found.modifiedMs > leftoverMs) await removeIfPossible(partial);
  }
  await removeFormerLeftovers(folder);
}

async function removeFormerLeftovers(folder: Place): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (isFormerPartial(name)) await removeIfPossible(folder.below(name));
  }
}

/**
 * A range folder while a run writes it: a file for each delivery day, and the manifest. Each is written under
 * a temporary name and then renamed, so that every file with its final name is complete, even if the run is
 * interrupted.
 */
export class RangeFolder {
  private written: Promise<void> = Promise.resolve();
  private isDue = false;
  private lastTurn: Promise<unknown> = Promise.resolve();
  /** The days that this run has ended. */
  private readonly noted: Record<string, DayEntry> = {};
  /** By name, the versions of the manifest and its parts whose days this run knows. */
  private readonly versions = new Map<string, string | undefined>();

  private constructor(
    /** `<target>/<dataset>`. */
    readonly place: Place,
    /** See `Found`. */
    private readonly identity: number | undefined,
    /** What the manifest says, and will say. */
    private said: Manifest,
    /** Manifests of earlier versions, inside the folder. They're removed once the new one has their days. */
    private readonly former: Place[],
    /** The part of the manifest that this run writes, with the days of its earlier runs; `null` for all of it. */
    private readonly part: { readonly file: Place; readonly days: Manifest['days'] } | null,
  ) {}

  /**
   * Rejects with an `Error` ready to display if the folder belongs to a different query, or if its manifest
   * can't be read. With a `part`, this run notes its days in a part of the manifest of its own, because several
   * processes, on several machines, may fill the folder: each with other days, and each with another part.
   */
  static async open(
    place: Place,
    asked: FolderQuery & { connection: string },
    part?: string,
  ): Promise<RangeFolder> {
    if (!place.isWritable) throw new Error(l10n.t('This workspace is read-only.'));
    await refuseMonths(place);
    const inside = (await namesIn(place)).filter(isFormerManifest);
    const there = await this.earlierManifest(place, asked);
    await place.makeFolder();
    await removeLeftovers(place);
    const former = inside.map((name) => place.below(name));
    const manifest: Manifest = { version: 1, columns: [], days: {}, ...there, ...asked };
    const identity = (await place.look())?.identity;
    const file = part === undefined ? null : place.beside(manifestPartName(place.name, part));
    if (!file) return new RangeFolder(place, identity, manifest, former, null);
    const noted = (await file.look()) && (await readFrom(file));
    return new RangeFolder(place, identity, manifest, [], { file, days: noted?.days ?? {} });
  }

  /** What a folder's manifest says. A person who has deleted the folder may have left its manifest. */
  private static async earlierManifest(place: Place, asked: FolderQuery): Promise<Manifest | undefined> {
    const isDeleted = !(await place.look());
    try {
      const there = await manifestIn(place);
      const problem = there && mismatch(there, asked);
      if (typeof problem === 'string') throw new Error(problem);
      return there;
    } catch (error) {
      if (!isDeleted) throw error;
      for (const file of await manifestFiles(place)) await removeIfPossible(file);
      return undefined;
    }
  }

  get manifest(): Manifest {
    return this.said;
  }

  get manifestFile(): Place {
    return this.part?.file ?? manifestOf(this.place);
  }

  /** The file that is written for the day. */
  private partOf(day: string): Place {
    return this.place.below(dayFolderName(day), partName(this.manifest.format));
  }

  /** What the folder has of a day, see `heldEntry`. */
  async held(day: string): Promise<DayEntry | undefined> {
    const entry = this.manifest.days[day];
    return heldEntry(entry, entry !== undefined && (await this.isUnchanged(day)));
  }

  /** Whether the day's file exists and has the recorded size. */
  private async isUnchanged(day: string): Promise<boolean> {
    const part = this.partOf(day);
    if ((await part.folder.look())?.kind === 'link') return false;
    return (await dayFileState(this, day, part)) === 'unchanged';
  }

  /**
   * Calls `work` with the columns of the folder's files, by the names that the service sent. Only one file is
   * written at a time, so that it has the columns of all files before it, in their order.
   */
  inTurn<Value>(work: (columns: readonly string[]) => Promise<Value>): Promise<Value> {
    const turn = this.lastTurn.then(() => work(this.manifest.columns));
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** The mean size of the existing files in bytes; `undefined` if there are none. */
  get usualBytes(): number | undefined {
    const sizes = Object.values(this.manifest.days).flatMap(({ bytes }) => (bytes > 0 ? [bytes] : []));
    return sizes.length === 0 ? undefined : sizes.reduce((sum, bytes) => sum + bytes) / sizes.length;
  }

  /**
   * Where to write a day's file on this machine before `take` moves it to its path: next to the folder if
   * that is on this machine, so that it needn't be copied. Rejects with an `Error` ready to display if the
   * folder is gone, because what is next to it may be gone, too.
   */
  async newFile(elsewhere: () => string): Promise<string> {
    await this.requireThere();
    return newPartial(this.place).localPath ?? elsewhere();
  }

  /**
   * Moves a finished file, `newFile`, to its path in the folder. Rejects with an `Error` ready to display if
   * the folder, that of the day, or the file is a symbolic link, which could lead out of the workspace.
   * `columns` are those of the folder's files including this one.
   */
  async take(day: string, file: string, columns: readonly string[]): Promise<void> {
    const part = this.partOf(day);
    await this.requireThere();
    if (!(await this.makeDayFolder(part.folder))) {
      await removeFormerLeftovers(part.folder);
      await refuseLink(part);
    }
    if (columns.length > 0) this.said = { ...this.manifest, columns };
    const beside = this.place.beside(basename(file));
    if (beside.localPath === file) await beside.renameTo(part, true);
    else await writeWhole(this.place, part, (partial) => partial.copyFrom(file));
  }

  /** Creates the folder of a day. Resolves with whether it's new, so that nothing can be in it. */
  private async makeDayFolder(folder: Place): Promise<boolean> {
    try {
      if (await folder.makeFolder()) return true;
    } catch (error) {
      await refuseLink(folder); // a link to nothing
      throw error;
    }
    await refuseLink(folder);
    return false;
  }

  /**
   * Records how a day ended. The manifest is written soon afterwards; entries recorded while it's being
   * written follow with the next write. If a write fails, such as while a virus scanner reads the file, the
   * next one includes everything.
   */
  note(day: string, entry: DayEntry): void {
    this.noted[day] = entry;
    this.said = { ...this.manifest, days: { ...this.manifest.days, [day]: entry } };
    if (this.isDue) return;
    this.isDue = true;
    this.written = this.written
      .then(async () => {
        this.isDue = false;
        await this.mergeManifest();
        await this.writeManifest();
      })
      .catch(() => undefined);
  }

  /**
   * Resolves when the manifest contains everything. Rejects with an `Error` ready to display if it can't be
   * written, or if the folder is gone.
   */
  async flush(): Promise<void> {
    await this.written;
    await this.mergeManifest();
    try {
      await this.writeManifest();
    } catch (error) {
      const name = plainLabel(this.manifestFile.name);
      throw new Error(l10n.t("Couldn't write {0} ({1}).", name, errorKind(error)), { cause: error });
    }
  }

  /**
   * A folder that a person moved or deleted isn't created again: it would lack the days it had. A file system
   * elsewhere may have no empty folders.
   */
  private async requireThere(): Promise<void> {
    const found = await this.place.look();
    const isSame = found?.kind === 'folder' && found.identity === this.identity;
    if (isSame || (!found && this.place.localPath === undefined)) return;
    const name = plainLabel(this.place.name);
    throw new Error(
      l10n.t('The folder "{0}" was moved, deleted, or replaced while days were being fetched.', name),
    );
  }

  /**
   * Adds the days that others have written to the manifest, or to parts of it, since this run last read or wrote
   * them. Rejects if one is now that of a different query.
   */
  private async mergeManifest(): Promise<void> {
    await this.requireThere();
    for (const file of await manifestsBeside(this.place)) {
      const version = (await file.look())?.version;
      if (version !== undefined && this.versions.get(file.name) === version) continue;
      const there = await readFrom(file).catch(() => undefined);
      if (!there) continue;
      const problem = mismatch(there, this.manifest);
      if (problem !== null) throw new Error(problem);
      const { columns, days } = unitedManifest([this.manifest, there]);
      const own = Object.entries(this.noted).filter(
        ([day, { bytes }]) => bytes > 0 || days[day]?.bytes === 0,
      );
      const all = { ...days, ...Object.fromEntries(own) };
      this.said = { ...this.manifest, columns, days: all };
      this.versions.set(file.name, version);
    }
  }

  private async writeManifest(): Promise<void> {
    const days = this.part ? { ...this.part.days, ...this.noted } : this.manifest.days;
    const version = await writeText(this.place, this.manifestFile, manifestText({ ...this.manifest, days }));
    this.versions.set(this.manifestFile.name, version);
    for (const former of this.former.splice(0)) await removeIfPossible(former);
  }
}
