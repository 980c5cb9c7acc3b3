import { expect, it } from 'vitest';
import { retryWaitText, secondsToRetry } from '#src/request/retryWait';

it('a wait is shown in whole seconds, rounded up', () => {
  expect([4001, 1, 0, -5000].map((untilEpochMs) => secondsToRetry({ untilEpochMs }, 0))).toEqual([
    5, 1, 0, 0,
  ]);
});

it('a wait is called a request of the service only if the service requested it', () => {
  const untilEpochMs = 4001;
  const requested = 'waiting 5 s to retry, as the service requested';
  expect(retryWaitText({ untilEpochMs, isRequested: true }, 0)).toBe(requested);
  expect(retryWaitText({ untilEpochMs, isRequested: false }, 0)).toBe('waiting 5 s to retry');
});
