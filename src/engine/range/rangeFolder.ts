import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { thisProcess } from '../../disk/sessionLock';
import type { DayEntry, HeldDay } from '../../range/dayState';
import {
  dayFolderName,
  manifestName,
  manifestPartName,
  partName,
  responsesName,
  runNotesName,
  runOfFile,
  settledName,
  unfinishedName,
} from '../../range/folderFiles';
import { manifestText, type FolderQuery } from '../../range/manifest';
import { notesLine, type NotesLine, type RunNotes } from '../../range/runNotes';
import { errorKind } from '../../text/errorText';
import { plainLabel } from '../../text/plainLabel';
import { responseAt } from './dayFiles';
import { isRecent, livingMs, RangeNotes, versionOf } from './rangeNotes';

/** How often a run shows that it's living, and how often it looks whether another one has chosen, in milliseconds. */
const [touchedMs, lookedMs] = [20_000, 50];

/** Where the manifest of a range folder is: next to it. */
export const manifestOf = (folder: Place): Place => folder.beside(manifestName(folder.name));

const bytesOf = (texts: readonly string[]) => new TextEncoder().encode(texts.join(''));

const removeIfPossible = (file: Place) => file.remove().catch(() => undefined);

/** Paths on this machine of a day's finished files. */
export interface WrittenFiles {
  readonly rows: string;
  /** The records as they were sent; `undefined` for JSON. */
  readonly response: string | undefined;
}

/** What a run may do with a day when its response has arrived. */
export interface DayToWrite extends HeldDay {
  /** Whether another run has taken the day, while this one was suspended. */
  readonly isTaken: boolean;
}

/**
 * A range folder while a run writes it: a file for each delivery day, and next to the folder, the responses and
 * notes. Each file is written under a name of the run. The response is renamed before it's noted, and the rows
 * after that. So rows are always whole and described, and never beside a response of another time, whenever the
 * run is interrupted. It replaces only files that notes describe.
 */
export class RangeFolder {
  private readonly run = randomBytes(8).toString('hex');
  private readonly lines: string[] = [];
  private appended: Promise<void> = Promise.resolve();
  private ticking: NodeJS.Timeout | undefined;
  private isBehind = false;
  private unfinished = 0;
  private lastTurn: Promise<unknown> = Promise.resolve();

  private constructor(
    /** `<target>/<dataset>`. */
    readonly place: Place,
    private readonly asked: FolderQuery & { readonly connection: string },
    private readonly notes: RangeNotes,
    /** See `Found`. */
    private readonly identity: number | undefined,
  ) {}

  /**
   * Rejects with an `Error` ready to display if what is noted next to the folder is of a different query or of
   * another version, or can't be read.
   */
  static async open(place: Place, asked: FolderQuery & { connection: string }): Promise<RangeFolder> {
    if (!place.isWritable) throw new Error(l10n.t('This workspace is read-only.'));
    if ((await place.look())?.kind === 'link') {
      const name = plainLabel(place.name);
      throw new Error(
        l10n.t('"{0}" is a symbolic link, which may lead elsewhere. Choose another folder.', name),
      );
    }
    const notes = new RangeNotes(place, asked);
    await notes.refresh();
    await place.makeFolder().catch((error: unknown) => {
      throw couldntWrite(place, error);
    });
    const responses = place.beside(responsesName(place.name));
    // A link may lead out of the workspace.
    if (((await responses.look()) ?? { kind: 'folder' }).kind !== 'folder') {
      throw new Error(l10n.t('"{0}" isn\'t a folder. Choose another folder.', responses.name));
    }
    return new RangeFolder(place, asked, notes, (await place.look())?.identity);
  }

  /** The columns of all files, by the names that the service sent; `undefined` before the first file. */
  get columns(): readonly string[] | undefined {
    return this.notes.head?.columns;
  }

  private get head() {
    return { version: 2, ...this.asked } as const;
  }

  get manifestFile(): Place {
    return manifestOf(this.place);
  }

  private get notesFile(): Place {
    return this.place.beside(runNotesName(this.place.name, this.run));
  }

  /** Reads the notes of other runs. Resolves with the days that runs at the same time have noted. */
  async refresh(): Promise<ReadonlySet<string>> {
    await this.notes.refresh();
    return new Set((await this.otherRuns(true)).flatMap(({ entries }) => entries.map(([day]) => day)));
  }

  /** What the folder has of a day. Notes of others are read again before a file is taken for somebody else's. */
  async held(day: string, isExact = false): Promise<HeldDay> {
    const held = await this.notes.held(day, isExact);
    if (held.obstacle === undefined) return held;
    await this.notes.refresh();
    return this.notes.held(day, isExact);
  }

  /** The same when a file for the day is to be written: what would be replaced is read. */
  async heldToReplace(day: string): Promise<DayToWrite> {
    await this.requireThere();
    await this.append('');
    if (this.isBehind) await this.notes.refresh();
    const isTaken = (await this.otherRuns()).some(({ takes }) => takes?.has(day));
    return { ...(await this.held(day, true)), isTaken };
  }

  /**
   * Takes days, so that other runs leave them alone while this one is living. Resolves with those that no other
   * run has taken. Of two runs that want a day at the same moment, the one with the lower ID gets it.
   */
  async take(days: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    if (days.length === 0) return new Set();
    await this.begin({ wants: days });
    this.ticking = setInterval(() => void this.append('').catch(() => undefined), touchedMs).unref();
    await this.removeLeftovers();
    for (;;) {
      await this.notes.refresh();
      const others = await this.otherRuns();
      const own = days.filter(
        (day) =>
          !others.some(({ id, wants, takes }) => (takes ? takes.has(day) : id < this.run && wants.has(day))),
      );
      // A run with a higher ID that hasn't seen this one takes the day; otherwise, it leaves the day.
      if (!others.some(({ takes, wants }) => !takes && own.some((day) => wants.has(day)))) {
        await this.append({ takes: own });
        return new Set(own);
      }
      await wait(lookedMs, undefined, { signal });
    }
  }

  /** Adds the first lines of the notes. */
  private begin(...lines: readonly NotesLine[]): Promise<void> {
    return this.append(`${JSON.stringify({ ...this.head, days: {} })}\n`, { owner: thisProcess() }, ...lines);
  }

  private async otherRuns(isEndedToo = false) {
    const now = await this.notesFile.look();
    return this.notes.otherRuns(this.run, now?.modifiedMs ?? Date.now(), isEndedToo);
  }

  /** Removes the unfinished files, the notes, and the responses without a note of runs that are over. */
  private async removeLeftovers(): Promise<void> {
    await this.notes.refresh();
    const own = await this.notesFile.look();
    // Without them, it isn't known which files are recent.
    if (!own) return;
    const nowMs = own.modifiedMs;
    const others = this.notes.otherRuns(this.run, nowMs);
    const living = new Set([this.run, ...others.map(({ id }) => id)]);
    const gone = this.notes.goneRuns;
    for (const { name } of await this.place.folder.entries()) {
      const file = runOfFile(this.place.name, name);
      if (file?.kind !== 'unfinished' || living.has(file.run)) continue;
      // A run that has ended may still write the manifest.
      const unfinished = this.place.beside(name);
      const found = await unfinished.look();
      if (found && (gone.has(file.run) || !isRecent(found, nowMs))) await removeIfPossible(unfinished);
    }
    // Another run may have read them before their last line, and write a manifest without it.
    const isAlone = this.notes.otherRuns(this.run, nowMs, true).length === 0;
    for (const file of isAlone ? await this.notes.pastNotes(nowMs) : []) await removeIfPossible(file);
    // Without the notes that are gone now, nothing knows the responses that only they described.
    await this.notes.refresh();
    for (const file of this.notes.strayResponses(others)) await removeIfPossible(file);
  }

  /**
   * Calls `work` when no other file of this run is being written, so that it knows whether the columns are
   * settled.
   */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.lastTurn.then(work);
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Settles the columns of all files. Resolves with those that another run has settled, if it was first. Rejects
   * with an `Error` ready to display if that run has a different query.
   */
  async settle(columns: readonly string[]): Promise<readonly string[]> {
    const settled = this.place.beside(settledName(this.place.name));
    const partial = this.newUnfinished();
    const text = manifestText({ ...this.head, columns: [...columns], days: {} });
    await partial.write(bytesOf([text]));
    try {
      await partial.renameTo(settled, false);
    } catch (error) {
      await removeIfPossible(partial);
      if (!(await settled.look())) throw error;
    }
    await this.notes.refresh();
    return this.columns ?? columns;
  }

  private newUnfinished(): Place {
    this.unfinished += 1;
    return this.place.beside(unfinishedName(this.place.name, this.run, this.unfinished));
  }

  /**
   * Where to write a day's file on this machine before `put` moves it to its path: next to the folder if
   * that is on this machine, so that it needn't be copied. Rejects with an `Error` ready to display if the
   * folder is gone, because what is next to it may be gone, too.
   */
  async newFile(elsewhere: () => string): Promise<string> {
    await this.requireThere();
    return this.newUnfinished().localPath ?? elsewhere();
  }

  /** Where the file of a day is. */
  fileOf(day: string): Place {
    return this.place.below(dayFolderName(day), partName(this.asked.format));
  }

  /**
   * Moves finished files, `newFile`, to their places: first the response, then, once it's noted what both contain,
   * the rows. The response that `held` describes goes last. Resolves with false if something else is in the place
   * of the rows than when the day was looked up; they aren't moved then.
   */
  async put(day: string, written: WrittenFiles, entry: DayEntry, held: HeldDay): Promise<boolean> {
    const file = this.fileOf(day);
    const staged: Place[] = [];
    const { response } = entry;
    try {
      await file.folder.makeFolder();
      if (response && written.response !== undefined) {
        const place = responseAt(this.place, response);
        await place.folder.makeFolder();
        const sent = await this.staged(written.response, staged);
        // It's already there if this is another try, because the rows had changed meanwhile.
        if (await sent.look()) await sent.renameTo(place, true);
      }
      const rows = await this.staged(written.rows, staged);
      await this.note(day, entry);
      const found = await file.look();
      if ((found && versionOf(found)) !== held.version) return false;
      await rows.renameTo(file, found !== undefined);
    } catch (error) {
      if (errorKind(error) === 'EEXIST') return false;
      throw couldntWrite(file, error);
    } finally {
      for (const copy of staged) await removeIfPossible(copy);
    }
    const former = held.entry?.response;
    if (former && former.file !== response?.file) await removeIfPossible(responseAt(this.place, former));
    return true;
  }

  /** The file next to the folder; a copy, which is added to `copies`, if it's on another disk. */
  private async staged(path: string, copies: Place[]): Promise<Place> {
    const beside = this.place.beside(basename(path));
    if (beside.localPath === path) return beside;
    const copy = this.newUnfinished();
    copies.push(copy);
    await copy.copyFrom(path);
    return copy;
  }

  /** Records how a day ended. */
  note(day: string, entry: DayEntry): Promise<void> {
    return this.append({ day, entry });
  }

  /**
   * Adds lines to the notes of this run, which shows that it's living. Notes that another run has removed are
   * written again. Finds out whether others may have thought that this run was over.
   */
  private append(...lines: readonly (NotesLine | string)[]): Promise<void> {
    const text = lines.map((line) => (typeof line === 'string' ? line : notesLine(line))).join('');
    this.appended = this.appended
      .catch(() => undefined)
      .then(async () => {
        const isFirst = this.lines.length === 0;
        // After a write that failed, a line may be there in part.
        this.lines.push(isFirst ? text : `\n${text}`);
        const file = this.notesFile;
        try {
          const before = await file.look();
          if (before) await file.append(bytesOf(this.lines.slice(-1)));
          else await this.writeNotes(file);
          const after = await file.look();
          const gapMs = before && after ? after.modifiedMs - before.modifiedMs : isFirst ? 0 : Infinity;
          this.isBehind ||= Math.abs(gapMs) >= livingMs;
        } catch (error) {
          throw couldntWrite(file, error);
        }
      });
    return this.appended;
  }

  /** The first line is there as a whole, or there are no notes. */
  private async writeNotes(file: Place): Promise<void> {
    const partial = this.newUnfinished();
    try {
      await partial.write(bytesOf(this.lines));
      await partial.renameTo(file, false);
    } catch (error) {
      await removeIfPossible(partial);
      throw error;
    }
  }

  /**
   * Ends the run: its notes, and those of runs that are over, become part of the manifest and are removed. Writes
   * nothing if there are none. Rejects with an `Error` ready to display if the manifest can't be written, or if the
   * folder is gone.
   */
  async end(): Promise<void> {
    clearInterval(this.ticking);
    await this.requireThere();
    if (this.lines.length === 0) {
      if (this.notes.past(Date.now()).length === 0 && (await this.manifestFile.look())) return;
      await this.begin();
    }
    await this.append({ hasEnded: true });
    let others = await this.writeManifest();
    for (; !others; others = await this.writeManifest()) await wait(lookedMs);
    if (others.length > 0) return;
    await this.removeLeftovers();
    await removeIfPossible(this.notesFile);
  }

  /**
   * Writes the manifest, unless another run has written it since it was read. Resolves with the runs that may have
   * read it before, and write it after this, also just before their processes end; `undefined` if it isn't written.
   */
  private async writeManifest(): Promise<readonly RunNotes[] | undefined> {
    await this.notes.refresh();
    const others = await this.otherRuns(true);
    const file = this.manifestFile;
    const known = this.notes.versionOf(file);
    const noted = (await this.notes.manifest()) ?? { ...this.head, days: {} };
    const manifest = { ...noted, connection: this.asked.connection };
    const partial = this.newUnfinished();
    try {
      await partial.write(bytesOf([manifestText(manifest)]));
      const found = await file.look();
      const isSame = (found && versionOf(found)) === known;
      if (!isSame) await partial.remove();
      else await this.replaceManifest(partial, found !== undefined);
      return isSame ? others : undefined;
    } catch (error) {
      await removeIfPossible(partial);
      throw couldntWrite(file, error);
    }
  }

  private async replaceManifest(partial: Place, isThere: boolean): Promise<void> {
    if (!isThere || partial.localPath !== undefined) return partial.renameTo(this.manifestFile, true);
    // The editor deletes the old file first; meanwhile, this one is read as a part of the manifest.
    const spare = this.place.beside(manifestPartName(this.place.name, this.run));
    await partial.renameTo(spare, false);
    await spare.renameTo(this.manifestFile, true);
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
}

function couldntWrite({ name }: Place, error: unknown): Error {
  return new Error(l10n.t("Couldn't write {0} ({1}).", plainLabel(name), errorKind(error)), { cause: error });
}
