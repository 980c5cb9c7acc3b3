import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { localPlace } from '#src/disk/place';
import { filesOf } from '#src/engine/range/foundRange';
import type { RowsQuestion } from '#src/protocol/rowsQuestion';
import { requireDataset } from '#src/market/datasets/datasets';
import { dayFolderName } from '#src/range/manifest';
import { openProduct } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';

const size = { width: 1200, height: 500 };

/** From the listing of a range's folder to its chart, to all of its cells, and to its rows in another order. */
export async function openedRange({ dataset, folder, sort }: TaskOf<'range'>): Promise<Figures> {
  const product = openProduct(16_384);
  const { store } = product;
  await product.prepare();
  const before = process.memoryUsage.rss();
  const query = { dataset: requireDataset(dataset), parameters: {} };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const names = readdirSync(folder).map((name) => name.slice(dayFolderName('').length));
  const content = { place: localPlace(folder), manifest: { format: 'parquet' } } as const;
  const files = await filesOf(content, names.sort(), new AbortController().signal);
  if (files.size !== names.length) throw new Error(`${files.size} of ${names.length} days have files.`);
  const days = [...files].map(([day, places]) => ({ day, paths: places.map(({ address }) => address) }));
  const [from, to] = [names[0] ?? '', names.at(-1) ?? ''];
  const range = { kind: 'range', uri: '', target: '', from, to, days: [] } as const;
  const result = await store.readRange(
    { query, connection: 'bench', range: { ...range, days: [] }, fileBytes: 0 },
    { format: 'parquet', days, columns: [] },
    {},
  );
  if ('tooLarge' in result) throw new Error(result.tooLarge);
  const { id } = result;
  await store.ask(id, 'chart', size);
  const chart = performance.now() - started;
  const sorting = performance.now();
  await store.ask(id, 'rows', { sort: [{ column: sort }], columns: [sort], from: 0, to: 100 });
  const sorted = performance.now() - sorting;
  // A page of all columns needs all of them.
  await store.ask(id, 'rows', { from: 0, to: 100 });
  const complete = performance.now() - started - sorted;
  const isSeries = query.dataset.record === 'timeSeries';
  const wide = isSeries ? await widened() : {};
  delay.disable();
  store.forget(id);
  await pause(2000);
  const left = (process.memoryUsage.rss() - before) / 1e6;
  return { chart, complete, sort: sorted, ...wide, left, block: delay.max / 1e6 };

  /** One column per series: the first page, and another one in another order. */
  async function widened(): Promise<{ wide: number; wideSort: number }> {
    const ask = async (order: Partial<RowsQuestion>) => {
      const begun = performance.now();
      await store.ask(id, 'rows', { ...order, layout: 'wide', from: 0, to: 100 });
      return performance.now() - begun;
    };
    return { wide: await ask({}), wideSort: await ask({ sort: [{ column: 'endTime', descending: true }] }) };
  }
}
