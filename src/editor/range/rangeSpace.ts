import { statfs } from 'node:fs/promises';
import * as vscode from 'vscode';

/** Always left to others, in bytes. */
const reserveBytes = 64 * 1024 ** 2;

/** Free bytes where the folder is; `undefined` if that can't be told, such as on another machine. */
async function freeBytes(folder: vscode.Uri): Promise<number | undefined> {
  if (folder.scheme !== 'file') return undefined;
  try {
    const { bavail, bsize } = await statfs(folder.fsPath);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/**
 * Rejects with an `Error` fit to be shown if the disk doesn't have room for so many more days of usually so
 * many bytes. Without a day to judge by, there must be room for the first ones.
 */
export async function refuseFullDisk(
  folder: vscode.Uri,
  days: number,
  usualBytes: number | undefined,
): Promise<void> {
  const free = await freeBytes(folder);
  const needed = days * (usualBytes ?? 0) + reserveBytes;
  if (free === undefined || days === 0 || free >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
  throw new Error(
    vscode.l10n.t(
      'The disk has {0} MB left, but the remaining days need about {1} MB. Free up some space or fetch fewer days.',
      megabytes(free),
      megabytes(needed),
    ),
  );
}
