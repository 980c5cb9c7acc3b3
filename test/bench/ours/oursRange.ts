import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { localPlace } from '#src/disk/place';
import { knownDays, onlyRangeIn } from '#src/engine/range/foundRange';
import { openedDay, responsesOf } from '#src/engine/range/openedDays';
import type { OpenedRange } from '#src/protocol/openedRange';
import type { RowsQuestion } from '#src/protocol/rowsQuestion';
import { requireDataset } from '#src/market/datasets/datasets';
import { openProduct } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';

const size = { width: 1200, height: 500 };

/** From the manifest of a range to its first rows, to all of them, to its chart, and to its rows in another order. */
export async function openedRange({ dataset, folder, sort }: TaskOf<'range'>): Promise<Figures> {
  const product = openProduct(16_384);
  const { store } = product;
  await product.prepare();
  const before = process.memoryUsage.rss();
  const query = { dataset: requireDataset(dataset), parameters: {} };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const found = await onlyRangeIn(localPlace(folder), folder);
  const names = knownDays(found);
  const days = await Promise.all(names.map((day) => openedDay(found, day)));
  const [from, to] = [names[0] ?? '', names.at(-1) ?? ''];
  const range: OpenedRange = { kind: 'range', uri: '', target: '', from, to, days };
  const bytes = days.reduce((sum, day) => sum + day.bytes, 0);
  const lookedMs = performance.now() - started;
  const result = store.beginOpened(query, 'bench', range, bytes);
  const { signal } = result.controller;
  const onChanged = (day: string) => {
    throw new Error(`The response of ${day} has changed.`);
  };
  const verdict = await store.receive(result, responsesOf(found, names, { signal, onChanged }), 'gzip');
  if (verdict.kind !== 'records') throw new Error(JSON.stringify(verdict));
  store.end(result, { kind: 'success' });
  const complete = performance.now() - started;
  const { id, table, timings } = result;
  const rows = days.reduce((sum, day) => sum + day.rows, 0);
  if (table.rows !== rows) throw new Error(`Read ${table.rows} rows instead of ${rows}.`);
  await store.ask(id, 'chart', size);
  const chart = performance.now() - started;
  const sorting = performance.now();
  await store.ask(id, 'rows', { sort: [{ column: sort }], columns: [sort], from: 0, to: 100 });
  const sorted = performance.now() - sorting;
  const isSeries = query.dataset.record === 'timeSeries';
  const wide = isSeries ? await widened() : {};
  delay.disable();
  store.forget(id);
  await pause(2000);
  const left = (process.memoryUsage.rss() - before) / 1e6;
  return {
    firstRows: lookedMs + timings.firstRowsMs,
    complete,
    chart,
    sort: sorted,
    ...wide,
    left,
    block: delay.max / 1e6,
  };

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
