import { afterEach } from 'vitest';
import { reportWindows } from './windowReport';

// Before the stack, of which the summary of all tests repeats the beginning.
afterEach(async ({ task }) => {
  const { errors = [] } = task.result ?? {};
  if (errors.length === 0) return;
  const windows = (await reportWindows()).join('\n');
  for (const error of errors) error.stack = `${windows}\n${error.stack ?? error.message}`;
});
