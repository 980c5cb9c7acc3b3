import { statfs } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { formatBytes } from '../../text/sizesAndDurations';

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
 * from the mean size of a day in bytes. If that isn't known yet, only writing the first day can tell.
 */
export async function refuseFullDisk(
  folder: Place,
  days: number,
  usualBytes: number | undefined,
): Promise<void> {
  const needed = days * (usualBytes ?? 0);
  const free = await freeBytes(folder);
  if (free === undefined || free >= needed) return;
  throw new Error(
    l10n.t(
      'The disk has {0} left, but the remaining days need about {1}. Free up some space or fetch fewer days.',
      formatBytes(free),
      formatBytes(needed),
    ),
  );
}
