import { setTimeout as wait } from 'node:timers/promises';

/** More than a screen of rows, and more than most responses have. */
export const bytesBeforeTab = 1e6;
/** The longest wait for a tab, which may be behind others or in a hidden window. */
const longestMs = 500;

/**
 * The same body, but most of a large one follows only when its tab has `drawn` the first rows: reading and
 * drawing compete for the processor, and the person is waiting for the tab. Aborting the signal ends the
 * wait.
 */
export async function* readAfterDrawing(
  body: AsyncIterable<Uint8Array>,
  drawn: Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    yield chunk;
    const before = bytes;
    bytes += chunk.length;
    if (before >= bytesBeforeTab || bytes < bytesBeforeTab) continue;
    const over = new AbortController();
    const longest = wait(longestMs, undefined, { signal: AbortSignal.any([signal, over.signal]) });
    await Promise.race([drawn, longest.catch(() => undefined)]);
    over.abort();
  }
}
