import { blocksOf } from './oursBlocks';
import { exported } from './oursExport';
import { answered } from './oursOperations';
import { queried } from './oursQueries';
import { measure } from './sampling';
import type { Task } from './tasks';

/** The extension's side of every task. */
await measure((task: Task) => {
  switch (task.kind) {
    case 'queries':
      return queried(task);
    case 'operations':
      return answered(task);
    case 'export':
    case 'part':
    case 'workbook':
      return exported(task);
    case 'blocks':
      return blocksOf(task);
  }
});
