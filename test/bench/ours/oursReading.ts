import { findDataset } from '#src/market/datasets/datasets';
import { BodyReader } from '#src/table/body/bodyReader';
import { processorMs, spreadOf, type Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/** Reads of the same body until the engine has compiled the reader, and those that are measured. */
const warmUps = 4;
const measured = 9;
/** As large as the chunks of a response. */
const chunkBytes = 64 * 1024;

/** The processor time for filling a table from a body, without receiving and storing it. */
export async function read({ dataset, origin, target, rows }: TaskOf<'reading'>): Promise<Figures> {
  const record = findDataset(dataset)?.record;
  if (!record) throw new Error(`There is no dataset ${dataset}.`);
  const bytes = Buffer.from(await (await fetch(origin + target)).arrayBuffer());
  const spent: number[] = [];
  for (let time = 0; time < warmUps + measured; time += 1) {
    const reader = new BodyReader(record, Number.POSITIVE_INFINITY);
    const before = process.cpuUsage();
    for (let from = 0; from < bytes.length; from += chunkBytes) {
      reader.push(bytes.subarray(from, from + chunkBytes));
    }
    reader.end(true);
    const took = processorMs(before);
    if (reader.table.rows !== rows) throw new Error(`Read ${reader.table.rows} rows instead of ${rows}.`);
    if (time >= warmUps) spent.push(took);
  }
  return { perMegabyte: spreadOf(spent).median / (bytes.length / 1e6) };
}
