import { noCompanionFiles } from '#src/protocol/companionFiles';
import { memoryDuring } from '../results/memoryDuring';
import { openProduct } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/** The first export of a result that has just arrived. */
export async function exported({ format, path, ...source }: TaskOf<'export'>): Promise<Figures> {
  const product = openProduct();
  const { id } = await product.query(source);
  const [spent, memory] = await memoryDuring(() =>
    product.store.export(id, { format, beside: noCompanionFiles }, { path, extensionVersion: '' }),
  );
  return { spent, memory };
}
