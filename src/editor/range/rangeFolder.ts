import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import * as vscode from 'vscode';
import {
  dayFolderName,
  isPart,
  manifestName,
  manifestText,
  mismatch,
  mostManifestBytes,
  partName,
  readManifest,
  type DayEntry,
  type FolderQuery,
  type Manifest,
  type RangeFormat,
} from '../../range/manifest';
import { errorKind } from '../../text/errorText';
import { nameOf, statOf } from '../export/exportTarget';
import { plainLabel } from '../shell/plainLabel';

/** The temporary name of a file that is being written. Engines skip names that begin with a dot. */
const partialName = (name: string) => `.${name}.${randomUUID()}.partial`;
const isPartial = (name: string) => /^\..*\.partial$/.test(name);

/**
 * The manifest of a folder; `undefined` if it has none. Throws an `Error` ready to display if it can't be
 * read.
 */
export async function manifestIn(folder: vscode.Uri): Promise<Manifest | undefined> {
  const uri = vscode.Uri.joinPath(folder, manifestName);
  const stat = await vscode.workspace.fs.stat(uri).then(
    (found) => found,
    () => undefined,
  );
  if (!stat) return undefined;
  // A link can point to a device, which can be read without end.
  if (stat.type !== vscode.FileType.File || stat.size > mostManifestBytes) return readManifest('');
  return readManifest(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
}

/** The files with a day's rows, sorted by name. */
export async function partsOf(folder: vscode.Uri, day: string, format: RangeFormat): Promise<vscode.Uri[]> {
  const uri = vscode.Uri.joinPath(folder, dayFolderName(day));
  const names = await vscode.workspace.fs.readDirectory(uri).then(
    (entries) => entries,
    () => [],
  );
  return names
    .filter(([name, type]) => type === vscode.FileType.File && isPart(name, format))
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

/** Removes the unfinished files that an interrupted run left in a folder, unless they're in use. */
async function removePartials(folder: vscode.Uri): Promise<void> {
  for (const [name] of await vscode.workspace.fs.readDirectory(folder)) {
    if (isPartial(name)) await removeIfPossible(vscode.Uri.joinPath(folder, name));
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
 * Writes a file under a temporary name and renames it when it's finished. After a failure, nothing is left of
 * it.
 */
async function writeWhole(
  target: vscode.Uri,
  write: (partial: vscode.Uri) => PromiseLike<void>,
): Promise<void> {
  const partial = vscode.Uri.joinPath(target, '..', partialName(nameOf(target)));
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
  /** The days that this run has ended. */
  private readonly noted: Record<string, DayEntry> = {};

  private constructor(
    /** `<target>/<dataset>`. */
    readonly uri: vscode.Uri,
    private manifest: Manifest,
  ) {}

  /**
   * Rejects with an `Error` ready to display if the folder belongs to a different query, or if its manifest
   * can't be read.
   */
  static async open(uri: vscode.Uri, asked: FolderQuery & { connection: string }): Promise<RangeFolder> {
    if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) {
      throw new Error(vscode.l10n.t('This workspace is read-only.'));
    }
    const there = await manifestIn(uri);
    const problem = there && mismatch(there, asked);
    if (typeof problem === 'string') throw new Error(problem);
    const { dataset, parameters, format, connection, addresses } = asked;
    await vscode.workspace.fs.createDirectory(uri);
    await removePartials(uri);
    return new RangeFolder(uri, {
      version: 1,
      dataset,
      parameters,
      format,
      connection,
      addresses,
      days: there?.days ?? {},
    });
  }

  get manifestUri(): vscode.Uri {
    return vscode.Uri.joinPath(this.uri, manifestName);
  }

  private partOf(day: string): vscode.Uri {
    return vscode.Uri.joinPath(this.uri, dayFolderName(day), partName(this.manifest.format));
  }

  /** The entry of a fetched day, if its file exists and has the recorded size. */
  async kept(day: string): Promise<DayEntry | undefined> {
    const entry = this.manifest.days[day];
    if (entry?.outcome !== 'success') return undefined;
    const { type } = await statOf(vscode.Uri.joinPath(this.partOf(day), '..'));
    if ((type & vscode.FileType.SymbolicLink) !== 0) return undefined;
    const stat = await vscode.workspace.fs.stat(this.partOf(day)).then(
      (found) => found,
      () => undefined,
    );
    return stat?.type === vscode.FileType.File && stat.size === entry.bytes ? entry : undefined;
  }

  /** The mean size of the existing files in bytes; `undefined` if there are none. */
  get usualBytes(): number | undefined {
    const sizes = Object.values(this.manifest.days).flatMap(({ bytes }) => (bytes > 0 ? [bytes] : []));
    return sizes.length === 0 ? undefined : sizes.reduce((sum, bytes) => sum + bytes) / sizes.length;
  }

  /**
   * Moves a finished file on this machine to its path in the folder. Rejects with an `Error` ready to display if
   * the folder, that of the day, or the file is a symbolic link, which could lead out of the workspace.
   */
  async place(day: string, file: vscode.Uri): Promise<void> {
    const { fs } = vscode.workspace;
    const target = this.partOf(day);
    const folder = vscode.Uri.joinPath(target, '..');
    await this.requireThere();
    await refuseLink(folder);
    await fs.createDirectory(folder);
    await removePartials(folder);
    await refuseLink(target);
    await writeWhole(target, (partial) => fs.copy(file, partial, { overwrite: true }));
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
      throw new Error(vscode.l10n.t("Couldn't write {0} ({1}).", manifestName, errorKind(error)), {
        cause: error,
      });
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
    const isFetchedThere = (day: string) => there.days[day]?.outcome === 'success';
    const own = Object.entries(this.noted).filter(
      ([day, { outcome }]) => outcome === 'success' || !isFetchedThere(day),
    );
    const days = { ...this.manifest.days, ...there.days, ...Object.fromEntries(own) };
    this.manifest = { ...this.manifest, days };
  }

  private writeManifest(): Promise<void> {
    const bytes = new TextEncoder().encode(manifestText(this.manifest));
    return writeWhole(this.manifestUri, (partial) => vscode.workspace.fs.writeFile(partial, bytes));
  }
}
