import { statfs } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';

/** Disk space that is always left free, in bytes. */
const reserveBytes = 64 * 1024 ** 2;

/** Free bytes on the disk that contains the folder; `undefined` if unknown, such as on another machine. */
async function freeBytes({ localPath }: Place): Promise<number | undefined> {
  if (localPath === undefined) return undefined;
  try {
    const { bavail, bsize } = await statfs(localPath);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/**
 * Rejects with an `Error` ready to display if the disk has too little room for the remaining days, estimated
 * from the mean size of a day in bytes. If that isn't known yet, there must be room for the first days.
 */
export async function refuseFullDisk(
  folder: Place,
  days: number,
  usualBytes: number | undefined,
): Promise<void> {
  const free = await freeBytes(folder);
  const needed = days * (usualBytes ?? 0) + reserveBytes;
  if (free === undefined || days === 0 || free >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
  throw new Error(
    l10n.t(
      'The disk has {0} MB left, but the remaining days need about {1} MB. Free up some space or fetch fewer days.',
      megabytes(free),
      megabytes(needed),
    ),
  );
}
