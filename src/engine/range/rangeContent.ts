import type { Place } from '../../disk/place';
import {
  dayFolderName,
  dayOfLaterPart,
  isPartFile,
  laterPartName,
  monthFolderName,
  monthOfFolder,
  partName,
  type FileNote,
  type Manifest,
} from '../../range/manifest';

/** What is in a range folder, and where. */
export interface RangeContent {
  readonly place: Place;
  readonly manifest: Manifest;
  /**
   * Whether it has a file for each month, and one for each day that was fetched since. Otherwise, it has a file for
   * each day, in a folder of its own.
   */
  readonly isCompact: boolean;
}

/** What names the files in a range folder. */
export interface FilesOfContent extends Pick<RangeContent, 'place' | 'isCompact'> {
  readonly manifest: Pick<Manifest, 'format'>;
}

/** Only the folder itself says whether it's compact: its manifest may be ahead of it. */
export async function hasMonths(folder: Place): Promise<boolean> {
  const isMonth = ({ name, kind }: { name: string; kind: string }) =>
    kind === 'folder' && monthOfFolder(name) !== undefined;
  return (await folder.entries()).some(isMonth);
}

/** The name of the folder with a day's file. */
export const folderOfDay = (isCompact: boolean, day: string): string =>
  isCompact ? monthFolderName(day) : dayFolderName(day);

/** The files with rows in a day's or a month's folder, sorted by name. */
export async function partsIn(folder: Place, { format }: Pick<Manifest, 'format'>): Promise<Place[]> {
  return (await folder.entries())
    .filter(({ name, kind }) => kind === 'file' && isPartFile(name, format))
    .map(({ name }) => name)
    .sort()
    .map((name) => folder.below(name));
}

/** Of the files in the folder with a day's file, those with rows of the day. */
export function partsOfDay(
  { isCompact, manifest }: FilesOfContent,
  day: string,
  parts: readonly Place[],
): readonly Place[] {
  if (!isCompact) return parts;
  const own = parts.find(({ name }) => name === laterPartName(day, manifest.format));
  if (own) return [own];
  return parts.filter(({ name }) => dayOfLaterPart(day.slice(0, 7), name) === undefined);
}

/** The file that a run has written for the day, if it's one of these. */
export const ownPart = (
  { manifest: { format } }: Pick<RangeContent, 'manifest'>,
  day: string,
  parts: readonly Place[],
): Place | undefined =>
  parts.find(({ name }) => name === partName(format) || name === laterPartName(day, format));

/** What the manifest calls a file of the folder. */
export const pathInRange = (file: Place): string => `${file.folder.name}/${file.name}`;

/** What a file with the day's rows may be, by the manifest. */
function notesOf({ isCompact, manifest }: RangeContent, file: Place, day: string): readonly FileNote[] {
  if (isCompact) return manifest.files[pathInRange(file)] ?? [];
  const entry = manifest.days[day];
  return entry ? [{ ...entry, columns: 0, days: { [day]: entry.sha256 } }] : [];
}

/**
 * Whether a file is as the manifest says, and has the rows of the day. Without `hashOf`, only its size is
 * compared, which is known at once.
 */
export async function dayFileState(
  content: RangeContent,
  day: string,
  file: Place,
  hashOf?: (file: Place) => Promise<string | undefined>,
): Promise<'unchanged' | 'missing' | 'changed'> {
  const found = await file.look();
  if (found?.kind !== 'file') return 'missing';
  const alike = notesOf(content, file, day).filter(({ bytes }) => bytes === found.bytes);
  if (alike.length === 0) return 'changed';
  const sha256 = hashOf && (await hashOf(file));
  const notes = hashOf ? alike.filter((note) => note.sha256.toLowerCase() === sha256) : alike;
  if (notes.length === 0) return 'changed';
  const expected = content.manifest.days[day]?.sha256;
  if (notes.some(({ days }) => days[day] === expected)) return 'unchanged';
  return notes.some(({ days }) => days[day] !== undefined) ? 'changed' : 'missing';
}
