import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nowAndSettled } from '#view/controls/dom';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what a tab shows is saved at once, before the tab is left, and again when nothing has changed for a while', () => {
  const action = vi.fn();
  const soon = nowAndSettled(300, action);
  soon();
  soon();
  expect(action).not.toHaveBeenCalled(); // the caller has not yet made the change to save
  vi.advanceTimersByTime(0);
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  soon();
  vi.advanceTimersByTime(299);
  expect(action).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(3);
});
