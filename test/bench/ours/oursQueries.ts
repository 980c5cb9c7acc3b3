import { openProduct } from './product';
import { processorMs, type Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/** The first query of a session, the last one, and the peak memory of the process. */
export async function queried(task: TaskOf<'queries'>): Promise<Figures> {
  const product = openProduct(task.rows > 1_000_000 ? 4096 : 1024);
  if (task.prompted) await product.prepare();
  const spent: number[] = [];
  let firstRows = 0;
  let processor = 0;
  for (let time = 0; time < task.times; time += 1) {
    const started = performance.now();
    const before = process.cpuUsage();
    const { table, timings } = await product.query(task.dataset, task.origin, task.target);
    spent.push(performance.now() - started);
    processor = processorMs(before);
    if (table.rows !== task.rows) throw new Error(`Received ${table.rows} rows instead of ${task.rows}.`);
    if (time === 0) firstRows = timings.firstRowsMs - timings.firstByteMs;
  }
  await product.dispose();
  const [first = 0, last = first] = [spent[0], spent.at(-1)];
  return {
    first,
    last,
    extra: first - last,
    firstRows,
    processor,
    peak: process.resourceUsage().maxRSS / 1024,
  };
}
