import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import { openProduct } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/** For each thing a person does with a large result: how long the host's thread was blocked. */
export async function blocksOf(task: TaskOf<'blocks'>): Promise<Figures> {
  const product = openProduct(1024);
  const { store } = product;
  await product.prepare();
  const figures: Figures = {};
  const watch = async <Answer>(step: string, work: () => Promise<Answer>): Promise<Answer> => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const answer = await work();
    await pause(20); // handling the reply counts, too
    delay.disable();
    figures[step] = delay.max / 1e6;
    return answer;
  };
  const result = await watch('query', () => product.query(task.dataset, task.origin, task.target));
  const { id } = result;
  await watch('sort', () => store.ask(id, 'rows', { sort: [{ column: 'id' }], from: 0, to: 200 }));
  const filter = [{ column: 'price', op: '>' as const, value: 80 }];
  await watch('filter', () => store.ask(id, 'rows', { filter, from: 0, to: 200 }));
  await watch('scroll', async () => {
    for (let from = 0; from < task.rows; from += Math.ceil(task.rows / 50)) {
      await store.ask(id, 'rows', { from, to: from + 200 });
    }
  });
  await watch('chart', () => store.ask(id, 'chart', { width: 1200, height: 500 }));
  const path = join(task.folder, 'blocks.parquet');
  await watch('export', () =>
    store.export(id, { format: 'parquet', beside: noCompanionFiles }, { path, extensionVersion: '' }),
  );
  await watch('close', async () => {
    product.close(result);
    await pause(200);
  });
  return figures;
}
