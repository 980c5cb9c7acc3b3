import { expect, it } from 'vitest';
import { bytesBeforeTab, readAfterDrawing } from '#src/engine/query/readAfterDrawing';

const half = new Uint8Array(bytesBeforeTab / 2);

/** A body of this many halves of what is read before the tab has drawn. */
async function* bodyOf(halves: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < halves; at += 1) yield await Promise.resolve(half);
}

const never = new Promise<void>(() => undefined);

/** How many chunks of a body of five arrive, waiting this many milliseconds for the last of them. */
async function arrivedWithin(ms: number, drawn: Promise<void>, signal = new AbortController().signal) {
  let arrived = 0;
  const reading = (async () => {
    for await (const chunk of readAfterDrawing(bodyOf(5), drawn, signal))
      arrived += chunk.length / half.length;
  })();
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, ms))]);
  return arrived;
}

it('a large body leaves the processor to the tab until it has drawn the first rows', async () => {
  expect(await arrivedWithin(50, never)).toBe(2);
  expect(await arrivedWithin(50, Promise.resolve())).toBe(5);
});

it('a large body is read even if its tab never draws, and immediately if the query is cancelled', async () => {
  expect(await arrivedWithin(2_000, never)).toBe(5);
  expect(await arrivedWithin(50, never, AbortSignal.abort())).toBe(5);
});
