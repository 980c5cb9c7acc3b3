import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pause, unlessCanceled } from '#src/service/retry/pause';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('a pause', () => {
  it('ends at once when its query is canceled meanwhile, or was before', async () => {
    const stop = new AbortController();
    const waiting = pause(1000, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(pause(1000, stop.signal)).rejects.toMatchObject({ kind: 'cancelled' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is never too short for the service, and leaves nothing behind in its query', async () => {
    const { signal } = new AbortController();
    let isOver = false;
    const waiting = pause(1000.4, signal).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(1001);
    expect([isOver, listeners(signal)]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(listeners(signal)).toBe(0);
  });
});

describe('a wait that several queries share', () => {
  it("doesn't hold up a query that is canceled meanwhile, or was before", async () => {
    const never = new Promise<void>(() => undefined);
    const stop = new AbortController();
    const waiting = unlessCanceled(never, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(unlessCanceled(never, stop.signal)).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('leaves nothing behind in a query that got it', async () => {
    const { signal } = new AbortController();
    expect(await unlessCanceled(Promise.resolve('token'), signal)).toBe('token');
    await expect(unlessCanceled(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
    expect(listeners(signal)).toBe(0);
  });
});
