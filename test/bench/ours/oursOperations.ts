import { operationCases, rounds } from '../results/operationCases';
import { openProduct } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/** From the request on the host's thread to the first page of rows in the requested order. */
export async function answered(task: TaskOf<'operations'>): Promise<Figures> {
  const product = openProduct(1024);
  const { id } = await product.query(task.dataset, task.origin, task.target);
  const figures: Figures = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, ours } of operationCases) {
      const started = performance.now();
      if ('valuesOf' in ours) await product.store.ask(id, 'values', { column: ours.valuesOf, text: '' });
      else await product.store.ask(id, 'rows', { ...ours, from: 0, to: 100 });
      figures[what] = performance.now() - started;
    }
  }
  return figures;
}
