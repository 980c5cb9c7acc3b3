import { createWriteStream, rmSync } from 'node:fs';
import { once } from 'node:events';
import { writeTable, type ExportOptions, type ExportSource } from '../../exports/writers';
import type { ExportFormat } from '../../exports/formats';

/**
 * Writes an export into a new file at `path` and answers with its size in bytes. Rejects with the
 * disk's error or the signal's reason; nothing is left at `path` then.
 */
export async function writeExport(
  path: string,
  format: ExportFormat,
  source: ExportSource,
  options: ExportOptions,
): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600 });
  // Without a listener a full disk would end the thread instead of the export.
  const failure = once(file, 'error').then(([error]) => Promise.reject(error as Error));
  failure.catch(() => undefined);
  const write = async (bytes: Uint8Array) => {
    const done = new Promise<void>((resolve, reject) =>
      file.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
    await Promise.race([done, failure]);
  };
  try {
    await writeTable(format, source, { write }, options);
    await new Promise<void>((resolve) => file.end(resolve));
    return file.bytesWritten;
  } catch (error) {
    file.destroy();
    // Opened only now perhaps: what is removed before would come back.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
    rmSync(path, { force: true });
    throw error;
  }
}
