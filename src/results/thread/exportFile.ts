import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { ByteSink } from '../../exports/exportSource';
import { QuestionError } from '../../table/questionError';
import type { Extent } from '../../protocol/tableTypes';
import { errorKind } from '../../text/errorText';
import { removeQuietly } from '../../disk/removeQuietly';
import type { ExportedFile } from '../../protocol/workerMessages';

/**
 * Calls `writeInto` with a sink for a new file at `path`. `writeInto` resolves with what it wrote. Rejects
 * with an error ready to display, or with what `writeInto` rejects with, leaving no file at `path`. It's hashed
 * only on demand, because that takes as long as writing CSV.
 */
export async function writeToFile(
  path: string,
  isHashed: boolean,
  writeInto: (out: ByteSink) => Promise<Extent>,
): Promise<ExportedFile> {
  const hash = isHashed ? createHash('sha256') : null;
  let bytesWritten = 0;
  const write = async (file: FileHandle, bytes: Uint8Array) => {
    const writing = file.writeFile(bytes);
    hash?.update(bytes); // while the disk is busy
    await writing;
    bytesWritten += bytes.length;
  };
  try {
    // With the default mode: the folder is closed to others, and copies that others read get the same mode.
    const file = await open(path, 'w');
    try {
      const extent = await writeInto({ write: (bytes) => write(file, bytes) });
      return { ...extent, bytes: bytesWritten, sha256: hash?.digest('hex') ?? '' };
    } finally {
      await file.close();
    }
  } catch (error) {
    removeQuietly(path);
    // The system's own message contains the path.
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new QuestionError(l10n.t("Couldn't write the export ({0}).", errorKind(error)), { cause: error });
  }
}
