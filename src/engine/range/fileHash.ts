import { createHash } from 'node:crypto';
import type { Place } from '../../disk/place';
import { openPlainFile } from '../../disk/plainFile';

/** The SHA-256 of a file, in lower-case hex. Rejects with the system's error, or with the signal's reason. */
export async function fileHash(file: Place, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  if (file.localPath === undefined) hash.update(await file.read());
  else for await (const chunk of await chunksOf(file.localPath, signal)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads the file that was found, even if a link has replaced it since then. */
async function chunksOf(path: string, signal: AbortSignal | undefined) {
  const highWaterMark = 1 << 20;
  return (await openPlainFile(path)).createReadStream(signal ? { signal, highWaterMark } : { highWaterMark });
}
