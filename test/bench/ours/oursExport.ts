import { statSync } from 'node:fs';
import type { ExportOrder } from '#src/protocol/exportOrder';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import { memoryDuring } from '../results/memoryDuring';
import { openProduct } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';

type ExportTask = TaskOf<'export' | 'part' | 'workbook'>;

function orderOf(task: ExportTask): ExportOrder {
  const beside = noCompanionFiles;
  if (task.kind === 'export') return { format: task.format, beside };
  return task.kind === 'part'
    ? { format: 'json', rows: { ranges: task.ranges }, beside }
    : { format: 'xlsx', beside };
}

/** The first export of a result that has just arrived. */
export async function exported(task: ExportTask): Promise<Figures> {
  const { path, ...source } = task;
  const product = openProduct(1024);
  const { id } = await product.query(source.dataset, source.origin, source.target);
  const [spent, memory] = await memoryDuring(() =>
    product.store.export(id, orderOf(task), { path, extensionVersion: '' }),
  );
  return { spent, memory, size: statSync(path).size / 1e6 };
}
