import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { watchWindow } from '#src/editor/range/windowWatch';

const minuteMs = 60_000;
let isThere: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  isThere = true;
  vi.spyOn(vscode.commands, 'executeCommand').mockImplementation(() =>
    isThere ? Promise.resolve(undefined) : new Promise(() => undefined),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a range of the sample service goes on as long as its window is there, and ends a minute after it is gone', async () => {
  const window = watchWindow();
  await vi.advanceTimersByTimeAsync(60 * minuteMs);
  expect(window.signal.aborted).toBe(false);
  isThere = false;
  await vi.advanceTimersByTimeAsync(minuteMs / 2);
  expect(window.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(window.signal.aborted).toBe(true);
  window.dispose();
});

it('no window is asked after its range', async () => {
  watchWindow().dispose();
  await vi.advanceTimersByTimeAsync(60 * minuteMs);
  expect(vscode.commands.executeCommand).not.toHaveBeenCalled();
});
