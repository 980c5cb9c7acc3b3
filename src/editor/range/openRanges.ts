import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Place } from '../../disk/place';
import { filesOf, hasFile, knownDays, type FoundRange } from '../../engine/range/foundRange';
import { dayFileState, ownPart } from '../../engine/range/rangeContent';
import { manifestOf } from '../../engine/range/rangeFolder';
import type { FilesOfDay } from '../../protocol/workerMessages';
import type { RangeFormat } from '../../range/manifest';
import { deliveryDaysFrom } from '../../range/rangeDays';
import { rangeQuery } from '../../range/rangeQuery';
import type { OpenedDay, OpenedRange } from '../../protocol/openedRange';
import { removeQuietly } from '../../disk/removeQuietly';
import { summaryOf, type Result, type ResultSummary } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { formatCount } from '../../text/l10n';
import type { ShowResult } from '../query/queries';
import { cancellable } from '../shell/cancellable';
import { showFailure, type NextAction } from '../shell/failureMessages';
import { plainLabel } from '../../text/plainLabel';
import { uriOf } from '../shell/placeOf';
import { rangeNamed, rangeOfPerson } from './askForRange';
import { dayOutcome, type FileState } from './dayOutcome';
import { pickRangeFolder } from './pickRangeFolder';

/** A range folder and the delivery days to open without prompts. */
export const openRangeShape = v.object({
  target: v.unknown(),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  show: v.optional(v.boolean()),
});

/** The first and last day to open. Without a bound, the range begins or ends with the manifest. */
interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Opens range folders as results, without sending requests. Rejects with an `Error` ready to display. */
export class OpenRanges {
  constructor(
    private readonly store: ResultStore,
    private readonly show: ShowResult,
    /** A new path on this machine for a copy of a remote file. */
    private readonly newPath: (format: RangeFormat) => string,
  ) {}

  /** Opens a range without prompts. */
  async headless(
    { target, show, ...days }: v.InferOutput<typeof openRangeShape>,
    signal: AbortSignal,
  ): Promise<ResultSummary> {
    const found = await rangeNamed(target);
    const result = await this.open(found, days, signal);
    if (show !== false) void this.show(result);
    return summaryOf(result);
  }

  /** Opens the range of a folder or manifest, or of the folder that the person selects. */
  async prompt(clicked?: vscode.Uri): Promise<ResultSummary | undefined> {
    const folder = clicked ?? (await pickRangeFolder(vscode.l10n.t('Open Range')));
    const found = folder && (await rangeOfPerson(folder));
    return found && this.showOpened(found, {}, { mayReplace: true });
  }

  /** Opens one delivery day of a range as a separate result, from its file. */
  async openDay({ source }: Result, day: string): Promise<void> {
    if (source.kind !== 'range') return;
    const found = await this.foundAgain(source);
    if (found) await this.showOpened(found, { from: day, to: day }, {});
  }

  /** Reads a result's folder again and shows it in the same tab. */
  async openAgain({ id, source }: Result): Promise<void> {
    if (source.kind !== 'range') return;
    const found = await this.foundAgain(source);
    if (found) await this.showOpened(found, source, { inPlaceOf: id });
  }

  private foundAgain({ uri }: OpenedRange): Promise<FoundRange | undefined> {
    return rangeOfPerson(vscode.Uri.parse(uri, true));
  }

  private async showOpened(
    found: FoundRange,
    days: Days,
    where: Parameters<ShowResult>[1],
  ): Promise<ResultSummary | undefined> {
    const title = vscode.l10n.t('Opening {0}', found.dataset.title());
    const result = await cancellable(title, (signal, tell) =>
      this.open(found, days, signal, tell).catch((error: unknown) => {
        if (!(error instanceof TooManyDays)) throw error;
        showFailure(error, this.instead(found, error, where));
        return undefined;
      }),
    );
    if (!result) return undefined;
    void this.show(result, where);
    return summaryOf(result);
  }

  /** What a person can do if not all days fit. */
  private instead(
    found: FoundRange,
    { fitting }: TooManyDays,
    where: Parameters<ShowResult>[1],
  ): NextAction[] {
    const [from, to] = [fitting[0], fitting.at(-1)];
    const label =
      fitting.length === 1
        ? vscode.l10n.t('Open First Day')
        : vscode.l10n.t('Open First {0} Days', formatCount(fitting.length));
    const first = { label, take: () => this.showOpened(found, { from, to }, where) };
    const settings = {
      label: vscode.l10n.t('Open Settings'),
      take: () => vscode.commands.executeCommand('workbench.action.openSettings', memorySetting),
    };
    return fitting.length === 0 ? [settings] : [first, settings];
  }

  /** Rejects with the signal's reason once it's aborted. */
  private async open(
    found: FoundRange,
    days: Days,
    signal: AbortSignal,
    tell: (message: string) => void = () => undefined,
  ): Promise<Result> {
    const { manifest, dataset, place } = found;
    const known = knownDays(found);
    const [from, to] = [days.from ?? known[0], days.to ?? known.at(-1)];
    if (from === undefined || to === undefined) throw new Error(noDays(place));
    const names = deliveryDaysFrom(from, to);
    const query = rangeQuery(dataset, manifest.parameters, from, to);
    this.store.prepare();
    const files = await filesOf(
      found,
      names.filter((day) => hasFile(found, day)),
      signal,
    );
    const range: OpenedRange = {
      kind: 'range',
      uri: place.address,
      target: vscode.workspace.asRelativePath(uriOf(place)),
      from,
      to,
      days: [],
    };
    const states = await Promise.all(names.map((day) => fileState(found, day, files.get(day) ?? [])));
    signal.throwIfAborted();
    for (const [at, day] of names.entries()) {
      range.days.push(openedDay(found, day, states[at] ?? 'fileMissing'));
    }
    if (files.size === 0)
      throw new Error(vscode.l10n.t('None of the delivery days from {0} to {1} has a file.', from, to));
    const copies: string[] = [];
    try {
      const read: FilesOfDay[] = [];
      for (const [day, parts] of files) {
        const paths: string[] = [];
        for (const part of parts) paths.push(await this.localPath(part, manifest.format, copies, signal));
        read.push({ day, paths });
      }
      const connection = plainLabel(manifest.connection, 100);
      const fileBytes = range.days.reduce((sum, { bytes }) => sum + bytes, 0);
      const onProgress = (done: number) =>
        tell(vscode.l10n.t('{0} of {1} days', formatCount(done), formatCount(files.size)));
      const result = await this.store.readRange(
        { query, connection, range, fileBytes },
        { format: manifest.format, days: read, columns: manifest.columns ?? [] },
        { signal, onProgress },
      );
      if ('tooLarge' in result) throw new TooManyDays(names, result.tooLarge);
      return result;
    } finally {
      copies.forEach(removeQuietly);
    }
  }

  /** A file that the thread can read. Files on other machines are copied first. */
  private async localPath(
    part: Place,
    format: RangeFormat,
    copies: string[],
    signal: AbortSignal,
  ): Promise<string> {
    if (part.localPath !== undefined) return part.localPath;
    signal.throwIfAborted();
    const path = this.newPath(format);
    copies.push(path);
    await vscode.workspace.fs.copy(uriOf(part), vscode.Uri.file(path), { overwrite: true });
    return path;
  }
}

const noDays = (folder: Place) =>
  vscode.l10n.t('{0} lists no delivery days yet.', plainLabel(manifestOf(folder).name));

/** The state of the files of a day. Only their size is compared: it's known at once. */
async function fileState(found: FoundRange, day: string, parts: readonly Place[]): Promise<FileState> {
  if (parts.length === 0) return 'fileMissing';
  const own = ownPart(found, parts);
  const state = own ? await dayFileState(found, day, own) : 'changed';
  if (state === 'unchanged') return state;
  return state === 'missing' ? 'fileMissing' : 'fileChanged';
}

function openedDay(found: FoundRange, day: string, file: FileState): OpenedDay {
  const { days } = found.manifest;
  const entry = Object.hasOwn(days, day) ? days[day] : undefined;
  const outcome = dayOutcome(found, day, file);
  const hasRows = ['success', 'preliminary', 'incomplete'].includes(outcome);
  return {
    day,
    outcome,
    rows: hasRows ? (entry?.rows ?? 0) : 0,
    bytes: hasRows ? (entry?.bytes ?? 0) : 0,
    findings: hasRows ? (entry?.integrity ?? []).map(({ kind, count }) => ({ kind, count })) : [],
  };
}

const memorySetting = 'marketData.maxResultMegabytes';

/** Only the first days fit into memory. The message says which ones they are. */
class TooManyDays extends Error {
  readonly fitting: readonly string[];

  constructor(days: readonly string[], firstTooMany: string) {
    const fitting = days.filter((day) => day < firstTooMany);
    super(tooLarge(days.length, fitting, firstTooMany));
    this.fitting = fitting;
  }
}

function tooLarge(days: number, fitting: readonly string[], firstTooMany: string): string {
  const [first, last] = [fitting[0], fitting.at(-1)];
  if (first === undefined || last === undefined) {
    return vscode.l10n.t(
      'Delivery day {0} alone needs more memory than the "{1}" setting allows.',
      firstTooMany,
      memorySetting,
    );
  }
  if (fitting.length === 1) {
    return vscode.l10n.t(
      'These {0} delivery days need more memory than the "{1}" setting allows. Only the first day, {2}, fits.',
      formatCount(days),
      memorySetting,
      first,
    );
  }
  return vscode.l10n.t(
    'These {0} delivery days need more memory than the "{1}" setting allows. The first {2} fit: {3} to {4}.',
    formatCount(days),
    memorySetting,
    formatCount(fitting.length),
    first,
    last,
  );
}
