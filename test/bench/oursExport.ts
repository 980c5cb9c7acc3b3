import { statSync } from 'node:fs';
import { memoryDuring } from './memoryDuring';
import { openProduct } from './product';
import type { Figures } from './sampling';
import type { TaskOf } from './tasks';

/** The first export of a result that has just arrived. */
export async function exported(task: TaskOf<'export' | 'part'>): Promise<Figures> {
  const { path, ...source } = task;
  const how =
    task.kind === 'part'
      ? ({ format: 'json', rows: { ranges: task.ranges } } as const)
      : { format: task.format };
  const product = openProduct(1024);
  const { id } = await product.query(source.dataset, source.origin, source.target);
  const [spent, memory] = await memoryDuring(() =>
    product.store.export(id, { ...how, path, extensionVersion: '' }),
  );
  return { spent, memory, size: statSync(path).size / 1e6 };
}
