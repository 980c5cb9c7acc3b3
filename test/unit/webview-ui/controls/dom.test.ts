import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nowAndSettled } from '../../../../webview-ui/controls/dom';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what a tab shows is kept at once, before the tab is left, and again when all is quiet', () => {
  const action = vi.fn();
  const soon = nowAndSettled(300, action);
  soon();
  soon();
  expect(action).not.toHaveBeenCalled(); // whoever called has still to do what is to be kept
  vi.advanceTimersByTime(0);
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  soon();
  vi.advanceTimersByTime(299);
  expect(action).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(3);
});
