import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import { openProduct } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/**
 * What a person does with a large result: how soon there are rows, how long the host's thread was blocked at
 * most, and how much memory the process has used.
 */
export async function usedMillion({ path, ...source }: TaskOf<'million'>): Promise<Figures> {
  const product = openProduct();
  const { store } = product;
  await product.prepare();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { id, timings } = await product.query(source);
  const peak = process.resourceUsage().maxRSS / 1024;
  await store.ask(id, 'rows', { sort: [{ column: 'id' }], from: 0, to: 200 });
  const filter = [{ column: 'price', op: '>' as const, value: 80 }];
  await store.ask(id, 'rows', { filter, from: 0, to: 200 });
  for (let from = 0; from < source.rows; from += Math.ceil(source.rows / 50)) {
    await store.ask(id, 'rows', { from, to: from + 200 });
  }
  await store.ask(id, 'chart', { width: 1200, height: 500 });
  await store.export(id, { format: 'parquet', beside: noCompanionFiles }, { path, extensionVersion: '' });
  store.forget(id);
  await pause(200); // closing goes on after the call
  delay.disable();
  return { firstRows: timings.firstRowsMs - timings.firstByteMs, block: delay.max / 1e6, peak };
}
