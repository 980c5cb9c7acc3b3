import { localPlace } from '#src/disk/place';
import { knownDays, onlyRangeIn } from '#src/engine/range/foundRange';
import { openedDay, responsesOf } from '#src/engine/range/openedDays';
import type { OpenedRange } from '#src/protocol/openedRange';
import { requireDataset } from '#src/market/datasets/datasets';
import { openProduct } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/** From the manifest of a range to its first rows, to all of them, and to its chart. */
export async function openedRange({ dataset, folder }: TaskOf<'range'>): Promise<Figures> {
  const product = openProduct();
  const { store } = product;
  await product.prepare();
  const query = { dataset: requireDataset(dataset), parameters: {} };
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
  if (table.rows !== rows) throw new Error(`Read ${table.rows} rows, not ${rows}.`);
  await store.ask(id, 'chart', { width: 1200, height: 500 });
  return { firstRows: lookedMs + timings.firstRowsMs, complete, chart: performance.now() - started };
}
