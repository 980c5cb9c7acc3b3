import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { isPartFile, partName, type Manifest } from '../../range/manifest';
import { plainLabel } from '../../text/plainLabel';

/** What is in a range folder, and where. */
export interface RangeContent {
  readonly place: Place;
  readonly manifest: Manifest;
}

/** Rejects with an `Error` ready to display if the folder has files of months, as an earlier version wrote them. */
export async function refuseMonths(folder: Place): Promise<void> {
  const month = (await folder.entries()).find(
    ({ name, kind }) => kind === 'folder' && /^month=\d{4}-\d{2}$/.test(name),
  );
  if (!month) return;
  throw new Error(
    l10n.t(
      '"{0}" contains files of whole months ({1}). Fetch the range into another folder. To make such files, see "Fewer, Larger Files" in docs/ranges.md.',
      plainLabel(folder.name),
      month.name,
    ),
  );
}

/** The files with rows in a day's folder, sorted by name. */
export async function partsIn(folder: Place, { format }: Pick<Manifest, 'format'>): Promise<Place[]> {
  return (await folder.entries())
    .filter(({ name, kind }) => kind === 'file' && isPartFile(name, format))
    .map(({ name }) => name)
    .sort()
    .map((name) => folder.below(name));
}

/** The file that a run has written, if it's one of these. */
export const ownPart = (
  { manifest: { format } }: Pick<RangeContent, 'manifest'>,
  parts: readonly Place[],
): Place | undefined => parts.find(({ name }) => name === partName(format));

/**
 * Whether a day's file is as the manifest says. Without `hashOf`, only its size is compared, which is known at
 * once.
 */
export async function dayFileState(
  { manifest }: Pick<RangeContent, 'manifest'>,
  day: string,
  file: Place,
  hashOf?: (file: Place) => Promise<string | undefined>,
): Promise<'unchanged' | 'missing' | 'changed'> {
  const found = await file.look();
  if (found?.kind !== 'file') return 'missing';
  const entry = manifest.days[day];
  if (entry?.bytes !== found.bytes) return 'changed';
  return !hashOf || entry.sha256.toLowerCase() === (await hashOf(file)) ? 'unchanged' : 'changed';
}
