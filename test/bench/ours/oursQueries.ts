import { openProduct } from './product';
import { processorMs, type Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/** The last query of a process, and how long the first one took from the first byte to the first rows. */
export async function queried({ times, ...source }: TaskOf<'queries'>): Promise<Figures> {
  const product = openProduct();
  const figures: Figures = {};
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    const before = process.cpuUsage();
    const { table, timings } = await product.query(source);
    figures.last = performance.now() - started;
    figures.processor = processorMs(before);
    if (table.rows !== source.rows) throw new Error(`Received ${table.rows} rows, not ${source.rows}.`);
    figures.firstRows ??= timings.firstRowsMs - timings.firstByteMs;
  }
  await product.dispose();
  return figures;
}
