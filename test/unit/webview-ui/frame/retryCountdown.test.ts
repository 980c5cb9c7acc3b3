import { expect, it } from 'vitest';
import { retryCountdown, retryNotice } from '#view/frame/retryCountdown';

const waiting = {
  kind: 'waiting' as const,
  untilEpochMs: Date.UTC(2026, 9, 25, 1, 0, 0, 400),
  reason: 'busy',
};

it('the countdown counts whole seconds down to zero, never below', () => {
  expect(retryCountdown(waiting, waiting.untilEpochMs - 1001)).toBe('Waiting 2 s: busy');
  expect(retryCountdown(waiting, waiting.untilEpochMs + 5000)).toBe('Waiting 0 s: busy');
});

it('the countdown says when the query continues, in the time zone, and which of two equal hours it is', () => {
  expect(retryNotice(waiting, 'Europe/Oslo')).toEqual({
    title: 'Waiting to retry',
    text: 'The query continues automatically at 2026-10-25 02:00:01 +01:00.',
  });
});
