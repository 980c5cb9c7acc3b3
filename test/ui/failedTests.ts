import { afterEach } from 'vitest';
import { openWindows } from './openWindows';

// Before the stack, of which the summary of all tests repeats the beginning.
afterEach(async ({ task }) => {
  const { errors = [] } = task.result ?? {};
  if (errors.length === 0) return;
  const windows = (await openWindows()).join('\n');
  for (const error of errors) error.stack = `${windows}\n${error.stack ?? error.message}`;
});
