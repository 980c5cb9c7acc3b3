import { measure, processorMs } from '../sampling';
import { queriesTask } from '../tasks';

/** The most obvious way: the whole body as text, then `JSON.parse`. */
await measure(queriesTask, async ({ origin, target, times, prompted }) => {
  if (prompted) await import('axios');
  const spent: number[] = [];
  let processor = 0;
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    const before = process.cpuUsage();
    const { default: axios } = await import('axios');
    const { data } = await axios.get<unknown>(origin + target);
    spent.push(performance.now() - started);
    processor = processorMs(before);
    if (!Array.isArray(data)) throw new Error('The body is not an array.');
  }
  const [first = 0, last = first] = [spent[0], spent.at(-1)];
  return { first, last, extra: first - last, processor, peak: process.resourceUsage().maxRSS / 1024 };
});
