import { setTimeout as wait } from 'node:timers/promises';

/** More than a screen of rows, and more than most responses have. */
export const bytesBeforeTab = 1e6;
/** Nobody waits longer for a tab, which may be behind others or in a window that is hidden. */
const longestMs = 500;

/**
 * The same body, but most of a large one comes only when its tab has `drawn` the first rows: reading and
 * drawing both need all the processor they can get, and a person waits for the tab. Aborting the signal ends
 * the wait.
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
