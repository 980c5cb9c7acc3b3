import { join } from 'node:path';
import * as v from 'valibot';
import { measure, processorMs, type Figures } from '../sampling';
import { queriesTask, wholeRunTask, type TaskOf } from '../tasks';
import { processorMsOf } from '../wholeProcess';

/** The most obvious way: the whole body as text, then `JSON.parse`. */
async function queried({ origin, target, times }: TaskOf<'queries'>): Promise<Figures> {
  const figures: Figures = {};
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    const before = process.cpuUsage();
    const { default: axios } = await import('axios');
    const { data } = await axios.get<unknown>(origin + target);
    figures.last = performance.now() - started;
    figures.processor = processorMs(before);
    if (!Array.isArray(data)) throw new Error('The body is not an array.');
  }
  return figures;
}

await measure(v.variant('kind', [queriesTask, wholeRunTask]), async (task) => {
  if (task.kind === 'queries') return queried(task);
  const script = join(import.meta.dirname, 'axiosPrint.mjs');
  return { processor: await processorMsOf([script, task.origin + task.target]) };
});
