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
import { formatCount, formatCounted } from '../../text/l10n';
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
import { verificationText, verifiedRange, type Verification } from './verifiedRange';

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
  const there = await contentOf(place);
  await refuseUnknown(found, there, signal);
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
    if (!isSame(await contentOf(place), there)) {
      throw new Error(l10n.t('The folder was changed while it was compacted. Try again.'));
    }
    // Right for both folders, whichever is there when the process ends.
    await writeManifest(place, unitedManifest([{ ...noted, files }, noted]));
    await swapped(place, partial);
    const compact: FoundRange = { ...found, isCompact: true, manifest: { ...noted, files } };
    await writeManifest(place, compact.manifest);
    await removeReplaced(place);
    return await verifiedRange(compact, signal);
  } finally {
    await partial.removeFolder().catch(() => undefined);
  }
}

/** Says whether the range is compact, and if not, which of its files aren't as the manifest says. */
export function compactionText(verification: Verification): string {
  const { days, good } = verification;
  if (good === days) {
    return formatCounted(days, [
      l10n.t('{0} delivery day is in the file of its month.'),
      l10n.t('All {0} delivery days are in the files of their months.'),
    ]);
  }
  return `${l10n.t("The range wasn't compacted.")} ${verificationText(verification)}`;
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
 * What is in a folder, and below its folders, by path, with its version. Files of the system, such as `.DS_Store`,
 * and an earlier version's manifest aren't included.
 */
async function contentOf(place: Place): Promise<Map<string, string | undefined>> {
  const content = new Map<string, string | undefined>();
  for (const { name, kind } of await place.entries()) {
    if (kind === 'file' && (name.startsWith('.') || isFormerManifest(name))) continue;
    if (kind !== 'folder') content.set(name, undefined);
    else {
      for (const below of await place.below(name).entries()) {
        if (below.kind === 'file' && below.name.startsWith('.')) continue;
        content.set(`${name}/${below.name}`, (await place.below(name, below.name).look())?.version);
      }
    }
  }
  return content;
}

/** Rejects with an `Error` ready to display if the folder has something else, because that would be gone. */
async function refuseUnknown(
  found: FoundRange,
  content: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const days = knownDays(found).filter((day) => hasFile(found, day));
  const own = [...(await filesOf(found, days, signal)).values()].flat();
  const known = new Set(own.map(pathInRange));
  const unknown = [...content.keys()].find((path) => !known.has(path));
  if (unknown === undefined) return;
  throw new Error(
    l10n.t(
      "{0} isn't in the manifest of the range. Move it out of the folder, or fetch its day again.",
      plainLabel(unknown),
    ),
  );
}

const isSame = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean =>
  one.size === other.size && [...one].every(([path, version]) => other.get(path) === version);

/** What the manifest says about a month's file if it has all of the month's days and these columns. */
function evenNote(
  { isCompact, manifest }: FoundRange,
  there: ReadonlyMap<string, unknown>,
  { name, days }: Month,
  columns: readonly string[],
): FileNote | undefined {
  if (!isCompact) return undefined;
  const path = `${name}/${partName(manifest.format)}`;
  const isOnly = [...there.keys()].every((each) => each === path || !each.startsWith(`${name}/`));
  if (!isOnly) return undefined;
  return manifest.files[path]?.find(
    (note) =>
      note.columns === columns.length && days.every((day) => note.days[day] === manifest.days[day]?.sha256),
  );
}

interface Writing {
  readonly months: readonly Month[];
  readonly there: ReadonlyMap<string, unknown>;
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
