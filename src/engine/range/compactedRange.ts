import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import {
  isFormerManifest,
  monthFolderName,
  partName,
  unitedManifest,
  type FileNote,
  type Manifest,
} from '../../range/manifest';
import { formatCount } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { swapped } from './folderSwap';
import { filesOf, filesToRead, hasFile, knownDays, type FoundRange } from './foundRange';
import { pathInRange } from './rangeContent';
import {
  manifestIn,
  newPartial,
  noteOf,
  removeReplaced,
  writeManifest,
  type MonthWriter,
} from './rangeFolder';
import { verifiedRange, type Verification } from './verifiedRange';

/** A file of the new folder, and the days whose rows it has. */
interface Month {
  readonly name: string;
  readonly days: readonly string[];
}

/**
 * Gives a range one file a month, all with the same columns, in place of one a day. Nothing changes unless all
 * files are as the manifest says. The new files are written next to the folder and verified; then they take its
 * place at once. Resolves with what verifying finds afterwards. Rejects with an `Error` ready to display, or with
 * the signal's reason; the folder is as it was then.
 */
export async function compactedRange(
  found: FoundRange,
  writeMonth: MonthWriter,
  signal: AbortSignal,
  tell: (message: string) => void = () => undefined,
): Promise<Verification> {
  const { place, manifest } = found;
  refuseUncompactable(found);
  const before = await verifiedRange(found, signal, tell);
  if (before.good < before.days) return before;
  const there = await contentOf(found);
  const months = monthsOf(found);
  if (months.every((month) => evenNote(found, there, month, manifest.columns))) return before;
  const partial = newPartial(place);
  try {
    const { columns, files } = await writtenMonths(found, {
      months,
      there,
      partial,
      writeMonth,
      signal,
      tell,
    });
    const noted = { ...((await manifestIn(place)) ?? manifest), columns };
    signal.throwIfAborted();
    if ((await contentOf(found)).join('\n') !== there.join('\n')) {
      throw new Error(l10n.t('The folder was changed while it was compacted. Try again.'));
    }
    // Right for both folders, whichever is there when the process ends.
    await writeManifest(place, unitedManifest([{ ...noted, files }, noted]));
    await swapped(place, partial);
    const compact: FoundRange = { ...found, layout: 'months', manifest: { ...noted, files } };
    await writeManifest(place, compact.manifest);
    await removeReplaced(place);
    return await verifiedRange(compact, signal);
  } finally {
    await partial.removeFolder().catch(() => undefined);
  }
}

function refuseUncompactable({ place, manifest }: FoundRange): void {
  if (manifest.format === 'json') {
    throw new Error(
      l10n.t(
        "The JSON files of this range contain the responses as sent, so they can't be compacted. Fetch the range as {0} or {1}.",
        'Parquet',
        'NDJSON',
      ),
    );
  }
  if (!place.isWritable) throw new Error(l10n.t('This workspace is read-only.'));
  if (place.localPath === undefined) throw new Error(l10n.t('Only ranges on this machine can be compacted.'));
}

function monthsOf(found: FoundRange): Month[] {
  const months = new Map<string, string[]>();
  for (const day of knownDays(found)) {
    if (!hasFile(found, day)) continue;
    const name = monthFolderName(day);
    months.set(name, [...(months.get(name) ?? []), day]);
  }
  return [...months].map(([name, days]) => ({ name, days }));
}

/**
 * The files of the folder with their versions, sorted. Rejects with an `Error` ready to display if there is one
 * that isn't known to be of the range, because it would be gone afterwards.
 */
async function contentOf(found: FoundRange): Promise<string[]> {
  const { place } = found;
  const days = knownDays(found).filter((day) => hasFile(found, day));
  const own = await filesOf(found, days, new AbortController().signal);
  const known = new Set([...own.values()].flat().map(pathInRange));
  const content: string[] = [];
  const unknown = (path: string) =>
    new Error(
      l10n.t(
        "{0} isn't in the manifest of the range. Move it out of the folder, or fetch its day again.",
        plainLabel(path),
      ),
    );
  for (const { name, kind } of await place.entries()) {
    // Of the system, such as .DS_Store, or an earlier version's manifest, which has been read.
    if (kind === 'file' && (name.startsWith('.') || isFormerManifest(name))) continue;
    if (kind !== 'folder') throw unknown(name);
    for (const file of await place.below(name).entries()) {
      if (file.kind === 'file' && file.name.startsWith('.')) continue;
      const path = `${name}/${file.name}`;
      if (!known.has(path)) throw unknown(path);
      content.push(`${path} ${(await place.below(name, file.name).look())?.version ?? ''}`);
    }
  }
  return content.sort();
}

/** What the manifest says about a month's file if it has all of the month's days and these columns. */
function evenNote(
  { layout, manifest }: FoundRange,
  there: readonly string[],
  { name, days }: Month,
  columns: readonly string[],
): FileNote | undefined {
  if (layout === 'days') return undefined;
  const own = there.filter((each) => each.startsWith(`${name}/`));
  const path = `${name}/${partName(manifest.format)}`;
  if (own.length !== 1 || own[0]?.startsWith(`${path} `) !== true) return undefined;
  return manifest.files[path]?.find(
    (note) =>
      note.columns === columns.length && days.every((day) => note.days[day] === manifest.days[day]?.sha256),
  );
}

interface Writing {
  readonly months: readonly Month[];
  readonly there: readonly string[];
  readonly partial: Place;
  readonly writeMonth: MonthWriter;
  readonly signal: AbortSignal;
  readonly tell: (message: string) => void;
}

/** Writes the files of the months, and once more those that lack columns of later ones. */
async function writtenMonths(
  found: FoundRange,
  { months, there, partial, writeMonth, signal, tell }: Writing,
): Promise<Pick<Manifest, 'columns' | 'files'>> {
  const { place, manifest } = found;
  const name = partName(manifest.format);
  const notes = new Map<string, FileNote>();
  let { columns } = manifest;
  const isDone = () => months.every((month) => notes.get(month.name)?.columns === columns.length);
  while (!isDone()) {
    for (const [index, month] of months.entries()) {
      if (notes.get(month.name)?.columns === columns.length) continue;
      tell(l10n.t('{0} of {1} months', formatCount(index), formatCount(months.length)));
      const target = partial.below(month.name, name);
      await target.folder.makeFolder();
      const even = evenNote(found, there, month, columns);
      if (even) {
        await place.below(month.name, name).copyTo(target);
        notes.set(month.name, even);
        continue;
      }
      const files = filesToRead(found, await filesOf(found, month.days, signal));
      const written = await writeMonth({
        path: target.localPath ?? '',
        days: files.map(({ files: parts, ...rest }) => ({
          ...rest,
          paths: parts.map(({ localPath = '' }) => localPath),
        })),
        columns,
      });
      ({ columns } = written);
      const hashes = month.days.map((day): [string, string] => [day, manifest.days[day]?.sha256 ?? '']);
      notes.set(month.name, noteOf(written, Object.fromEntries(hashes)));
    }
  }
  const files = [...notes].map(([month, note]) => [`${month}/${name}`, [note]] as const);
  return { columns, files: Object.fromEntries(files) };
}
