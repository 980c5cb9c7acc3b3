import { expect, it } from 'vitest';
import { retryWaitText, secondsToRetry } from '../../../src/request/retryWaitText';

it('a wait is said in whole seconds, which never are fewer than it lasts', () => {
  expect([4001, 1, 0, -5000].map((wait) => secondsToRetry(wait, 0))).toEqual([5, 1, 0, 0]);
  expect(retryWaitText(4001, 0)).toBe('waiting 5 s to retry, as the service requested');
});
