import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
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
  // With the default mode: the folder is closed to others, and copies that others read get the same mode.
  const file = createWriteStream(path);
  let failure: Error | undefined;
  let endWait: (error: Error) => void = () => undefined;
  // Without a listener, a full disk would end the thread instead of just the export.
  file.on('error', (error) => {
    failure ??= error;
    endWait(error);
  });
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      if (failure) {
        reject(failure);
        return;
      }
      endWait = reject;
      file.write(bytes, (error) => (error ? reject(error) : resolve()));
      hash?.update(bytes); // while the disk is busy
    });
  try {
    const extent = await writeInto({ write });
    file.end();
    await finished(file);
    return { ...extent, bytes: file.bytesWritten, sha256: hash?.digest('hex') ?? '' };
  } catch (error) {
    file.destroy();
    // The stream may only open the file now, which would recreate it after its removal.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
    removeQuietly(path);
    // The system's own message contains the path.
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new QuestionError(l10n.t("Couldn't write the export ({0}).", errorKind(error)), { cause: error });
  }
}
