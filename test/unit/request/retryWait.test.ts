import { expect, it } from 'vitest';
import { retryWaitText, secondsToRetry } from '#src/request/retryWait';

it('a wait is shown in whole seconds, rounded up', () => {
  expect([4001, 1, 0, -5000].map((untilEpochMs) => secondsToRetry({ untilEpochMs }, 0))).toEqual([
    5, 1, 0, 0,
  ]);
  expect(retryWaitText({ untilEpochMs: 4001 }, 0)).toBe('waiting 5 s to retry');
});
