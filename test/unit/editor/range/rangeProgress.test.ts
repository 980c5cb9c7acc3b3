import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RangeCanceled, RangeProgress } from '#src/editor/range/rangeProgress';
import { offerToContinue } from '#src/editor/range/rangeMessages';
import type { RangeControl } from '#src/engine/range/fetchRange';
import { findDataset } from '#src/market/datasets/datasets';
import type { RangeCounts } from '#src/range/rangeReport';
import { editor } from '../fakeVscode/editor';

/** The latest progress in the notification, its Cancel button, and the status bar. */
const shown = () => editor.progress.at(-1)?.reports.at(-1);
const cancel = () => editor.progress.at(-1)?.cancel();
const statusBar = () => editor.statusBarItems.at(-1)?.text;

const dataset = findDataset('dayahead-prices')!;
const logged: string[] = [];
const newProgress = () => new RangeProgress({ info: (line) => void logged.push(line) }, () => 120);

beforeEach(() => {
  vi.useFakeTimers();
  editor.answer = ({ buttons }) => buttons[0];
});
afterEach(() => vi.useRealTimers());

/** A run that goes on until it's aborted. */
function started(progress: RangeProgress) {
  let control: RangeControl | undefined;
  const run = (given: RangeControl) => {
    control = given;
    given.report.counts.days = 365;
    return new Promise<never>((_, reject) =>
      given.signal.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  };
  const ended = progress.watch({ dataset, days: 365 }, run, [], true);
  return {
    ended,
    tell: (counts: Partial<RangeCounts>) => {
      Object.assign(control!.report.counts, counts);
      control!.onProgress();
    },
    wait: (seconds: number, isRequested: boolean) =>
      control!.onWait({ untilEpochMs: Date.now() + seconds * 1000, isRequested }),
    refuse: (seconds: number | undefined) => control!.pace.refused(seconds),
  };
}

it('a canceled run ends with the days fetched so far, and offers to continue', async () => {
  const { ended, tell } = started(newProgress());
  logged.length = 0;
  tell({ fetched: 160, kept: 9 });
  const failure = ended.catch((error: unknown) => error);
  cancel();
  const canceled = await failure;
  expect(canceled).toBeInstanceOf(RangeCanceled);
  expect(await offerToContinue(dataset, canceled as RangeCanceled)).toBe(true);
  expect(editor.told).toEqual([
    'Fetching Day-ahead prices was canceled. Delivery days saved: 169 of 365. To fetch the others, fetch the same range again.',
  ]);
  expect(logged).toEqual(['Day-ahead prices: 365 delivery days: 160 fetched, 9 already saved.']);
});

it('runs end with the session, instead of noting all other days as failed', async () => {
  const progress = newProgress();
  const { ended } = started(progress);
  const failure = ended.catch((error: unknown) => error);
  progress.dispose();
  expect(await failure).toMatchObject({ message: 'aborted' });
});

it('the status bar shows the progress of a run whose notification was closed', async () => {
  const progress = newProgress();
  const { ended, tell } = started(progress);
  expect(statusBar()).toBe('$(debug-pause) Day-ahead prices: 0 of 365 days');
  tell({ fetched: 20, failed: 1 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(statusBar()).toBe('$(debug-pause) Day-ahead prices: 21 of 365 days');
  progress.pauseOrContinue();
  expect(statusBar()).toBe('$(debug-continue) Day-ahead prices: 21 of 365 days');
  cancel();
  await ended.catch(() => undefined);
});

it("a pause doesn't make the service look slow, and bytes are in a suitable unit", async () => {
  const progress = newProgress();
  const { ended, tell } = started(progress);
  tell({ fetched: 20, rows: 1920, bytes: 51_200 });
  await vi.advanceTimersByTimeAsync(10_000);
  const before = '20 of 365 days · 1,920 rows · 51.2 kB · 2 days/s · about 3 min left';
  expect(shown()).toBe(before);
  progress.pauseOrContinue();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(shown()).toBe(`${before} · paused`);
  progress.pauseOrContinue();
  expect(shown()).toBe(before);
  cancel();
  await ended.catch(() => undefined);
});

it('a run shows every wait for the service, its own and those within a query, and whether it was requested', async () => {
  const { ended, wait, refuse } = started(newProgress());
  wait(4, true);
  await vi.advanceTimersByTimeAsync(1000);
  const none = '0 of 365 days · 0 rows · 0 bytes';
  expect(shown()).toBe(`${none} · waiting 3 s to retry, as the service requested`);
  wait(1, false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(`${none} · waiting 2 s to retry, as the service requested`);
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown()).toBe(none);
  refuse(undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(`${none} · waiting 4 s to retry`);
  refuse(30);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe(`${none} · waiting 29 s to retry, as the service requested`);
  cancel();
  await ended.catch(() => undefined);
});
