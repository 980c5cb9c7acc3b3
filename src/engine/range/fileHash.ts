import { createHash } from 'node:crypto';
import type { Place } from '../../disk/place';
import { openPlainFile } from '../../disk/plainFile';

/** The SHA-256 of bytes, in lower-case hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The SHA-256 of a file, in lower-case hex. Rejects with the system's error, or with the signal's reason. */
export async function fileHash(file: Place, signal?: AbortSignal): Promise<string> {
  if (file.localPath === undefined) return sha256Of(await file.read());
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(file.localPath, signal)) hash.update(chunk);
  return hash.digest('hex');
}

/** The bytes of the file that was found, even if a link has replaced it since then. */
export async function* chunksOf(path: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const highWaterMark = 1 << 20;
  const file = await openPlainFile(path);
  const stream = file.createReadStream(signal ? { signal, highWaterMark } : { highWaterMark });
  for await (const chunk of stream) yield chunk as Buffer;
}
