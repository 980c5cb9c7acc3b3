import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { outcomeOf, type Result } from '../results/result';
import type { Session } from './session';

/**
 * Writes the service's own bytes to standard output while they arrive. Waits for the first record, because a body
 * without one can be an error, and ends early if the response turns out to be broken. Resolves with whether anything
 * was written. Rejects with the signal's reason, or if the bytes can't be read or written.
 */
export async function printArriving(
  { store, folder }: Session,
  result: Result,
  signal: AbortSignal,
): Promise<boolean> {
  let at = 0;
  let resume = (): void => undefined;
  store.onDidChange(() => resume());
  async function* arriving(): AsyncGenerator<Buffer> {
    for (;;) {
      const { bytes, progress, request, table } = result;
      const isWanted = outcomeOf({ kind: 'records' }, () => undefined, request.status).kind === 'success';
      if (progress.kind === 'ended' && (progress.outcome.kind !== 'success' || at >= bytes)) return;
      if (isWanted && table.records > 0 && at < bytes) {
        const stored = createReadStream(folder.bodyPath(result.id), { start: at, end: bytes - 1 });
        for await (const chunk of stored) yield chunk as Buffer;
        at = bytes;
      } else {
        await new Promise<void>((resolve) => (resume = resolve));
      }
    }
  }
  await pipeline(arriving(), process.stdout, { end: false, signal });
  return at > 0;
}
