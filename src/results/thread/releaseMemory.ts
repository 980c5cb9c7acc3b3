import { MessageChannel } from 'node:worker_threads';

const { port1: nowhere, port2: closed } = new MessageChannel();
closed.close();

/**
 * Returns memory to the system immediately; the arrays are empty afterwards. Otherwise, up to 64 MB of unused
 * arrays wait for the garbage collector, and what it then returns is fragmented: while a range of large days
 * is fetched, the process needed 30 to 50 MB more. Buffers are transferred to a port without a listener,
 * which frees them, even in versions without `ArrayBuffer.prototype.transfer`.
 */
export function releaseMemory(arrays: Iterable<ArrayBufferView | undefined>): void {
  const buffers = new Set<ArrayBuffer>();
  for (const array of arrays) {
    // An empty one is a buffer that was released before, or static.
    if (array?.buffer instanceof ArrayBuffer && array.buffer.byteLength > 0) buffers.add(array.buffer);
  }
  if (buffers.size > 0) nowhere.postMessage(null, [...buffers]);
}
