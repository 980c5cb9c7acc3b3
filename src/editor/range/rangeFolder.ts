import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import * as vscode from 'vscode';
import {
  dayFolderName,
  isFormerManifest,
  isManifestOf,
  isPartFile,
  manifestName,
  manifestText,
  mismatch,
  mostManifestBytes,
  partName,
  readManifest,
  unitedManifest,
  type FolderQuery,
  type Manifest,
  type RangeFormat,
} from '../../range/manifest';
import { heldEntry, type DayEntry } from '../../range/dayState';
import { errorKind } from '../../text/errorText';
import { nameOf, statOf } from '../export/exportTarget';
import { plainLabel } from '../shell/plainLabel';

/** In files next to the folder, because programs would take an unfinished file inside it for data. */
const partialName = (folder: string) => `_${folder}.${randomUUID()}.partial`;
const isPartialOf = (folder: string, name: string) =>
  name.startsWith(`_${folder}.`) && name.endsWith('.partial');
/** An unfinished file inside the folder, as earlier versions wrote it. */
const isFormerPartial = (name: string) => /^\..*\.partial$/.test(name);

/** Another window may still be writing a younger one, in milliseconds. */
const leftoverMs = 3_600_000;

/** Where the manifest of a range folder is: next to it. */
export const manifestUriOf = (folder: vscode.Uri): vscode.Uri =>
  vscode.Uri.joinPath(folder, '..', manifestName(nameOf(folder)));

/** All files with what a folder's manifest says, whatever version wrote them, the current one first. */
async function manifestFiles(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const name = nameOf(folder);
  const above = vscode.Uri.joinPath(folder, '..');
  const [beside, inside] = await Promise.all([namesIn(above), namesIn(folder)]);
  return [
    ...beside
      .filter((each) => isManifestOf(name, each))
      .sort((one) => (one === manifestName(name) ? -1 : 1))
      .map((each) => vscode.Uri.joinPath(above, each)),
    ...inside.filter(isFormerManifest).map((each) => vscode.Uri.joinPath(folder, each)),
  ];
}

const namesIn = (folder: vscode.Uri): PromiseLike<string[]> =>
  vscode.workspace.fs.readDirectory(folder).then(
    (entries) => entries.map(([name]) => name),
    () => [],
  );

/**
 * What the manifest of a folder says, from all files that have a part of it; `undefined` if there is none.
 * Everything that reads a manifest does it here. Throws an `Error` ready to display if one can't be read.
 */
export async function manifestIn(folder: vscode.Uri): Promise<Manifest | undefined> {
  const manifests: Manifest[] = [];
  for (const uri of await manifestFiles(folder)) manifests.push(await readFrom(uri));
  const [first, ...others] = manifests;
  return first && unitedManifest([first, ...others]);
}

async function readFrom(uri: vscode.Uri): Promise<Manifest> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  // A link can point to a device, which can be read without end.
  const isReadable = type === vscode.FileType.File && size <= mostManifestBytes;
  const text = isReadable ? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) : '';
  return readManifest(text, nameOf(uri));
}

/** The files with a day's rows, sorted by name. */
export async function partsOf(folder: vscode.Uri, day: string, format: RangeFormat): Promise<vscode.Uri[]> {
  const uri = vscode.Uri.joinPath(folder, dayFolderName(day));
  const names = await vscode.workspace.fs.readDirectory(uri).then(
    (entries) => entries,
    () => [],
  );
  return names
    .filter(([name, type]) => type === vscode.FileType.File && isPartFile(name, format))
    .map(([name]) => vscode.Uri.joinPath(uri, name))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function refuseLink(uri: vscode.Uri): Promise<void> {
  const { type } = await statOf(uri);
  if ((type & vscode.FileType.SymbolicLink) === 0) return;
  throw new Error(vscode.l10n.t('{0} is a symbolic link.', uri.path));
}

const removeIfPossible = (file: vscode.Uri) =>
  vscode.workspace.fs.delete(file).then(undefined, () => undefined);

/** Removes the unfinished files that interrupted runs left, unless they're in use. */
async function removeLeftovers(folder: vscode.Uri): Promise<void> {
  const above = vscode.Uri.joinPath(folder, '..');
  const name = nameOf(folder);
  for (const each of await namesIn(above)) {
    if (!isPartialOf(name, each)) continue;
    const uri = vscode.Uri.joinPath(above, each);
    const { mtime } = await vscode.workspace.fs.stat(uri).then(
      (stat) => stat,
      () => ({ mtime: Infinity }),
    );
    if (Date.now() - mtime > leftoverMs) await removeIfPossible(uri);
  }
  await removeFormerLeftovers(folder);
}

async function removeFormerLeftovers(folder: vscode.Uri): Promise<void> {
  for (const each of await namesIn(folder)) {
    if (isFormerPartial(each)) await removeIfPossible(vscode.Uri.joinPath(folder, each));
  }
}

/**
 * Renames a finished file, replacing an existing one. On this machine, that's a single step. The editor's API
 * deletes the existing file first, so a run that is interrupted in between would lose it.
 */
async function replace(partial: vscode.Uri, target: vscode.Uri): Promise<void> {
  if (target.scheme === 'file') await rename(partial.fsPath, target.fsPath);
  else await vscode.workspace.fs.rename(partial, target, { overwrite: true });
}

/**
 * Writes a file of the folder under a temporary name and renames it when it's finished. After a failure,
 * nothing is left of it.
 */
async function writeWhole(
  folder: vscode.Uri,
  target: vscode.Uri,
  write: (partial: vscode.Uri) => PromiseLike<void>,
): Promise<void> {
  const partial = vscode.Uri.joinPath(folder, '..', partialName(nameOf(folder)));
  try {
    await write(partial);
    await replace(partial, target);
  } catch (error) {
    await removeIfPossible(partial);
    throw error;
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

  private constructor(
    /** `<target>/<dataset>`. */
    readonly uri: vscode.Uri,
    private manifest: Manifest,
    /** Manifests of earlier versions, inside the folder. They're removed once the new one has their days. */
    private readonly former: vscode.Uri[],
  ) {}

  /**
   * Rejects with an `Error` ready to display if the folder belongs to a different query, or if its manifest
   * can't be read.
   */
  static async open(uri: vscode.Uri, asked: FolderQuery & { connection: string }): Promise<RangeFolder> {
    if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) {
      throw new Error(vscode.l10n.t('This workspace is read-only.'));
    }
    const inside = (await namesIn(uri)).filter(isFormerManifest);
    const there = await this.earlierManifest(uri, asked);
    const { dataset, parameters, format, connection, addresses } = asked;
    await vscode.workspace.fs.createDirectory(uri);
    await removeLeftovers(uri);
    const former = inside.map((name) => vscode.Uri.joinPath(uri, name));
    const [columns, days] = [there?.columns ?? [], there?.days ?? {}];
    const manifest: Manifest = {
      version: 1,
      dataset,
      parameters,
      format,
      connection,
      addresses,
      columns,
      days,
    };
    return new RangeFolder(uri, manifest, former);
  }

  /** What a folder's manifest says. A person who has deleted the folder may have left its manifest. */
  private static async earlierManifest(uri: vscode.Uri, asked: FolderQuery): Promise<Manifest | undefined> {
    const isDeleted = !(await statOf(uri)).exists;
    try {
      const there = await manifestIn(uri);
      const problem = there && mismatch(there, asked);
      if (typeof problem === 'string') throw new Error(problem);
      return there;
    } catch (error) {
      if (!isDeleted) throw error;
      for (const file of await manifestFiles(uri)) await removeIfPossible(file);
      return undefined;
    }
  }

  get manifestUri(): vscode.Uri {
    return manifestUriOf(this.uri);
  }

  private partOf(day: string): vscode.Uri {
    return vscode.Uri.joinPath(this.uri, dayFolderName(day), partName(this.manifest.format));
  }

  /** What the folder has of a day, see `heldEntry`. */
  async held(day: string): Promise<DayEntry | undefined> {
    const entry = this.manifest.days[day];
    return heldEntry(entry, entry !== undefined && (await this.isUnchanged(day, entry)));
  }

  /** Whether the day's file exists and has the recorded size. */
  private async isUnchanged(day: string, { bytes }: DayEntry): Promise<boolean> {
    const { type } = await statOf(vscode.Uri.joinPath(this.partOf(day), '..'));
    if ((type & vscode.FileType.SymbolicLink) !== 0) return false;
    const stat = await vscode.workspace.fs.stat(this.partOf(day)).then(
      (found) => found,
      () => undefined,
    );
    return stat?.type === vscode.FileType.File && stat.size === bytes;
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
   * Moves a finished file on this machine to its path in the folder. Rejects with an `Error` ready to display if
   * the folder, that of the day, or the file is a symbolic link, which could lead out of the workspace.
   * `columns` are those of the folder's files including this one.
   */
  async place(day: string, file: vscode.Uri, columns: readonly string[]): Promise<void> {
    const { fs } = vscode.workspace;
    const target = this.partOf(day);
    const folder = vscode.Uri.joinPath(target, '..');
    await this.requireThere();
    await refuseLink(folder);
    await fs.createDirectory(folder);
    await removeFormerLeftovers(folder);
    await refuseLink(target);
    await writeWhole(this.uri, target, (partial) => fs.copy(file, partial, { overwrite: true }));
    if (columns.length > 0) this.manifest = { ...this.manifest, columns };
  }

  /**
   * Records how a day ended. The manifest is written soon afterwards; entries recorded while it's being
   * written follow with the next write. If a write fails, such as while a virus scanner reads the file, the
   * next one includes everything.
   */
  note(day: string, entry: DayEntry): void {
    this.noted[day] = entry;
    this.manifest = { ...this.manifest, days: { ...this.manifest.days, [day]: entry } };
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
      const name = plainLabel(nameOf(this.manifestUri));
      throw new Error(vscode.l10n.t("Couldn't write {0} ({1}).", name, errorKind(error)), { cause: error });
    }
  }

  /**
   * A folder that a person moved or deleted isn't created again: it would lack the days it had. A file system
   * elsewhere may have no empty folders.
   */
  private async requireThere(): Promise<void> {
    const { type, exists } = await statOf(this.uri);
    if (type === vscode.FileType.Directory || (!exists && this.uri.scheme !== 'file')) return;
    const name = plainLabel(nameOf(this.uri));
    throw new Error(
      vscode.l10n.t('The folder "{0}" was moved, deleted, or replaced while days were being fetched.', name),
    );
  }

  /**
   * Adds the days that another window has written to the manifest meanwhile. Rejects if the manifest is now that
   * of a different query.
   */
  private async mergeManifest(): Promise<void> {
    await this.requireThere();
    const there = await manifestIn(this.uri).catch(() => undefined);
    if (!there) return;
    const problem = mismatch(there, this.manifest);
    if (problem !== null) throw new Error(problem);
    const own = Object.entries(this.noted).filter(
      ([day, { bytes }]) => bytes > 0 || !there.days[day] || there.days[day].bytes === 0,
    );
    const { columns, days } = unitedManifest([this.manifest, there]);
    this.manifest = { ...this.manifest, columns, days: { ...days, ...Object.fromEntries(own) } };
  }

  private async writeManifest(): Promise<void> {
    const bytes = new TextEncoder().encode(manifestText(this.manifest));
    await writeWhole(this.uri, this.manifestUri, (partial) => vscode.workspace.fs.writeFile(partial, bytes));
    for (const former of this.former.splice(0)) await removeIfPossible(former);
  }
}
