import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RangeCanceled, runInNotification } from '#src/editor/range/runNotification';
import type { RangeControl } from '#src/engine/range/fetchRange';
import { findDataset } from '#src/market/datasets/datasets';
import type { RangeCounts } from '#src/range/rangeReport';
import { editor } from '../fakeVscode/editor';

/** The latest progress in the notification, and its Cancel button. */
const shown = () => editor.progress.at(-1)?.reports.at(-1);
const cancel = () => editor.progress.at(-1)?.cancel();

const dataset = findDataset('dayahead-prices')!;
const logged: string[] = [];
const log = { info: (line: string) => void logged.push(line) };

beforeEach(() => {
  logged.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A run that goes on until it's aborted. */
function started({ signals = [], isShown = true }: { signals?: AbortSignal[]; isShown?: boolean } = {}) {
  let control: RangeControl | undefined;
  const run = (given: RangeControl) => {
    control = given;
    given.report.counts.days = 365;
    return new Promise<never>((_, reject) =>
      given.signal.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  };
  const ended = runInNotification({ dataset, isShown, log }, signals, run);
  return {
    ended,
    tell: (counts: Partial<RangeCounts>) => Object.assign(control!.report.counts, counts),
    wait: (seconds: number) => control!.onWait({ untilEpochMs: Date.now() + seconds * 1000 }),
    refuse: (seconds: number | undefined) => control!.pace.refused(seconds),
  };
}

it('a canceled run ends with the days fetched so far, which the log has, too', async () => {
  const { ended, tell } = started();
  tell({ fetched: 160, kept: 9 });
  const failure = ended.catch((error: unknown) => error);
  cancel();
  const canceled = await failure;
  expect(canceled).toBeInstanceOf(RangeCanceled);
  expect(canceled).toMatchObject({ outcome: { days: 365, fetched: 160, kept: 9 } });
  expect(logged).toEqual(['Day-ahead prices: 365 delivery days: 160 fetched, 9 already saved.']);
});

it.each([true, false])(
  "a run ends with its signals, which a person hasn't canceled, whether it's shown: %s",
  async (isShown) => {
    const [one, other] = [new AbortController(), new AbortController()];
    const { ended } = started({ signals: [one.signal, other.signal], isShown });
    const failure = ended.catch((error: unknown) => error);
    expect(editor.progress).toHaveLength(isShown ? 1 : 0);
    other.abort();
    expect(await failure).toMatchObject({ message: 'aborted' });
    expect(await failure).not.toBeInstanceOf(RangeCanceled);
  },
);

it('the notification says how far the run is, how fast, and how long it will take', async () => {
  const { ended, tell } = started();
  tell({ fetched: 20, rows: 1920, bytes: 51_200 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown()).toBe('20 of 365 days · 1,920 rows · 51.2 kB · 2 days/s · about 3 min left');
  cancel();
  await ended.catch(() => undefined);
});

it('a run shows every wait for the service, its own and those within a query', async () => {
  const { ended, wait, refuse } = started();
  wait(4);
  await vi.advanceTimersByTimeAsync(1000);
  const none = '0 of 365 days · 0 rows · 0 bytes';
  expect(shown()).toBe(`${none} · waiting 3 s to retry`);
  wait(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(`${none} · waiting 2 s to retry`);
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown()).toBe(none);
  refuse(undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(`${none} · waiting 4 s to retry`);
  refuse(30);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(`${none} · waiting 29 s to retry`);
  cancel();
  await ended.catch(() => undefined);
});
