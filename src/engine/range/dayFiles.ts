import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Place } from '../../disk/place';
import { betweenBodies } from '../../protocol/workerMessages';
import type { DayEntry, NotedFile } from '../../range/dayState';
import { dayFolderName, partName, responsesName, type RangeFormat } from '../../range/folderFiles';
import type { Manifest } from '../../range/manifest';
import { chunksOf, fileHash, sha256Of } from './fileHash';

/** What is in a range folder, `<target>/<dataset>`. */
export interface RangeContent {
  readonly place: Place;
  readonly manifest: Manifest;
}

/** A file of a day, and what is noted about it. */
export interface DayFile {
  readonly file: Place;
  readonly noted: Pick<NotedFile, 'bytes' | 'sha256'>;
}

/** Whether a file is as noted. */
export type FileState = 'unchanged' | 'missing' | 'changed';

/** The path of a day's rows in the folder. */
export const rowsPath = (day: string, format: RangeFormat) => [dayFolderName(day), partName(format)] as const;

/** What is noted about a day; `undefined` if nothing is. */
export const entryOf = (
  { manifest: { days } }: Pick<RangeContent, 'manifest'>,
  day: string,
): DayEntry | undefined => (Object.hasOwn(days, day) ? days[day] : undefined);

/** The file with a day's rows; `undefined` if the day has none according to the manifest. */
export function rowsFileOf(content: RangeContent, day: string): DayFile | undefined {
  const entry = entryOf(content, day);
  if (!entry || entry.state === 'failed' || entry.bytes === 0) return undefined;
  return { file: content.place.below(...rowsPath(day, content.manifest.format)), noted: entry };
}

/** The file with a day's records as they were sent; `undefined` if the day has none according to the manifest. */
export function responseFileOf(content: RangeContent, day: string): DayFile | undefined {
  const rows = rowsFileOf(content, day);
  if (content.manifest.format === 'json' || !rows) return rows;
  const response = entryOf(content, day)?.response;
  return response && { file: responseAt(content.place, response), noted: response };
}

/** Where a response is that belongs to a range folder. */
export const responseAt = (folder: Place, { file }: Pick<NotedFile, 'file'>): Place =>
  folder.beside(responsesName(folder.name)).below(file);

/**
 * Whether a file is as noted. Without `hashOf`, only its size is compared, which is known at once. Rejects with
 * the system's error.
 */
export async function fileState(
  { file, noted }: DayFile,
  hashOf?: (file: Place) => Promise<string>,
): Promise<FileState> {
  // A linked folder isn't followed.
  if ((await file.folder.look())?.kind !== 'folder') return 'missing';
  const found = await file.look();
  if (found?.kind !== 'file') return 'missing';
  if (noted.bytes !== found.bytes) return 'changed';
  return !hashOf || noted.sha256.toLowerCase() === (await hashOf(file)) ? 'unchanged' : 'changed';
}

/** Smaller files are read at once, in bytes. */
const readAtOnce = 1 << 20;

/**
 * The bytes of a day's response, as they are in the file; `undefined` if that isn't as noted. Rejects with the
 * system's error, or with the signal's reason.
 */
export async function notedBytes(
  { file, noted }: DayFile,
  signal: AbortSignal,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined> {
  if ((await fileState({ file, noted })) !== 'unchanged') return undefined;
  const { localPath } = file;
  const isLarge = localPath !== undefined && noted.bytes > readAtOnce;
  const bytes = isLarge ? undefined : await file.read();
  signal.throwIfAborted();
  const sha256 = bytes ? sha256Of(bytes) : await fileHash(file, signal);
  if (sha256 !== noted.sha256.toLowerCase()) return undefined;
  return bytes ? [bytes] : chunksOf(localPath ?? '', signal);
}

/** Whether a day was sent in several bodies. Rejects if its bytes can't be read or decompressed. */
export function hasSeveralBodies(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<boolean> {
  return pipeline(bytes, createGunzip(), async (chunks) => {
    let isFound = false;
    for await (const chunk of chunks) isFound ||= (chunk as Buffer).includes(betweenBodies);
    return isFound;
  });
}
