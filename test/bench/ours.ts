import { queried } from './oursQueries';
import { measure } from './sampling';
import type { TaskOf } from './tasks';

/** The extension's side of every question. */
await measure((task: TaskOf<'queries'>) => queried(task));
