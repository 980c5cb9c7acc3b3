import { exported } from './oursExport';
import { usedMillion } from './oursMillion';
import { queried } from './oursQueries';
import { openedRange } from './oursRange';
import { printed } from './oursWholeRun';
import { measure } from '../sampling';
import { anyTask } from '../tasks';

/** The extension's side of every task. */
await measure(anyTask, async (task) => {
  switch (task.kind) {
    case 'queries':
      return queried(task);
    case 'wholeRun':
      return printed(task);
    case 'million':
      return usedMillion(task);
    case 'export':
      return exported(task);
    case 'range':
      return openedRange(task);
  }
});
