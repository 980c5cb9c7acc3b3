import { createHash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import * as l10n from '@vscode/l10n';
import type { ByteSink, ExportOptions, ExportSource } from '../../exports/exportSource';
import { writeTable } from '../../exports/writers';
import type { ExportFormat } from '../../exports/formats';
import { QuestionError } from '../../table/questionError';
import type { Extent } from '../../table/tableTypes';
import { errorKind } from '../../text/errorText';
import type { ExportedFile } from '../workerMessages';

/**
 * Writes an export to a new file at `path` and resolves with what the file has. Its hash is taken only if
 * someone wants it: that costs as much as writing CSV. Rejects with an error ready to display or with the
 * signal's reason, leaving no file at `path`.
 */
export function writeExport(
  path: string,
  format: ExportFormat,
  source: ExportSource,
  options: ExportOptions & { readonly isHashed?: boolean | undefined },
): Promise<ExportedFile> {
  return writeToFile(path, options.isHashed === true, (out) => writeTable(format, source, out, options));
}

/**
 * Passes a sink on a new file at `path` to `write`, which resolves with what it wrote. Rejects with an error
 * ready to display or with what `write` rejects with, leaving no file at `path`.
 */
export async function writeToFile(
  path: string,
  isHashed: boolean,
  writeInto: (out: ByteSink) => Promise<Extent>,
): Promise<ExportedFile> {
  const hash = isHashed ? createHash('sha256') : null;
  const file = createWriteStream(path); // in a folder that is closed to others, and copied with its mode to where others read it
  // Without a listener, a full disk would end the thread instead of the export.
  const failure = once(file, 'error').then(([error]) => Promise.reject(error as Error));
  failure.catch(() => undefined);
  const write = async (bytes: Uint8Array) => {
    const done = new Promise<void>((resolve, reject) =>
      file.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
    hash?.update(bytes); // while the disk is busy
    await Promise.race([done, failure]);
  };
  try {
    const extent = await writeInto({ write });
    file.end();
    await finished(file);
    return { ...extent, bytes: file.bytesWritten, sha256: hash?.digest('hex') ?? '' };
  } catch (error) {
    file.destroy();
    // The stream may open the file only now, and would recreate a file removed earlier.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
    rmSync(path, { force: true });
    // The disk's error contains the path.
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new QuestionError(l10n.t("Couldn't write the export ({0}).", errorKind(error)), { cause: error });
  }
}
