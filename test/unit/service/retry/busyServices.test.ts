import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MarketRequest } from '#src/service/clientTypes';
import { createBusyServices } from '#src/service/retry/busyServices';
import { connectionTo, requestTo } from '../localService';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const connection = connectionTo('https://api.example');

type Wait = readonly [ms: number, reason: string];

/** Begins the waits one after the other, and says how long the next query waits, and what it is told. */
async function waited(begun: readonly Wait[], maxRetryWaitSeconds: number) {
  const waits = createBusyServices();
  for (const [waitMs, reason] of begun) waits.begin(connection, { waitMs, reason });
  const start = Date.now();
  const told: [number, string][] = [];
  const settings = { requestTimeoutSeconds: 5, maxRetryWaitSeconds };
  const onWait: MarketRequest['onWait'] = ({ untilEpochMs }, reason) => {
    told.push([untilEpochMs - start, reason]);
  };
  const over = waits.waitOut(requestTo(connection, { settings, onWait }));
  await vi.runAllTimersAsync();
  await over;
  return { told, seconds: Math.floor((Date.now() - start) / 1000) };
}

describe('the wait of a connection', () => {
  const long: Wait = [5000, 'Long'];
  const short: Wait = [1000, 'Short'];
  it.each<[string, Wait[]]>([
    ["isn't cut short by a later response that requests a shorter wait", [long, short]],
    ['is extended by a later response that requests a longer wait', [short, long]],
  ])('%s', async (_, begun) => {
    expect(await waited(begun, 120)).toEqual({ told: [long], seconds: 5 });
  });

  it("is observed up to the limit of the setting, and isn't started if the wait is longer", async () => {
    expect(await waited([[5000, 'Wait']], 5)).toEqual({ told: [[5000, 'Wait']], seconds: 5 });
    expect(await waited([[5001, 'Wait']], 5)).toEqual({ told: [], seconds: 0 });
  });
});
