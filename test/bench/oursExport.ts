import { statSync } from 'node:fs';
import { memoryDuring } from './memoryDuring';
import { openProduct } from './product';
import type { Figures } from './sampling';
import type { TaskOf } from './tasks';

/** The first export of a result that has just arrived. */
export async function exported({ format, path, ...source }: TaskOf<'export'>): Promise<Figures> {
  const product = openProduct(1024);
  const { id } = await product.query(source.dataset, source.origin, source.target);
  const [spent, memory] = await memoryDuring(() =>
    product.store.export(id, { format, path, extensionVersion: '' }),
  );
  return { spent, memory, size: statSync(path).size / 1e6 };
}
