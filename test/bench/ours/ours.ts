import { blocksOf } from './oursBlocks';
import { exported } from './oursExport';
import { answered } from './oursOperations';
import { queried } from './oursQueries';
import { readAfterKeys } from './oursQueryFile';
import { openedRange } from './oursRange';
import { read } from './oursReading';
import { measure } from '../sampling';
import { anyTask } from '../tasks';

/** The extension's side of every task. */
await measure(anyTask, async (task) => {
  switch (task.kind) {
    case 'queries':
      return queried(task);
    case 'reading':
      return read(task);
    case 'operations':
      return answered(task);
    case 'export':
    case 'part':
    case 'workbook':
      return exported(task);
    case 'queryFile':
      return readAfterKeys(task);
    case 'blocks':
      return blocksOf(task);
    case 'range':
      return openedRange(task);
  }
});
