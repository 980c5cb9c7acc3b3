import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orders } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Report } from '../report';
import { samplesOf } from '../sampling';

/** A response that is longer than the longest string, so `JSON.parse` can't read it and there is no reference. */
export async function millionOrders({ size, source }: Bench): Promise<Report> {
  const count = size === 'smoke' ? 1_000 : 1_000_000;
  const folder = mkdtempSync(join(tmpdir(), 'market-data-bench-million-'));
  const task = {
    kind: 'million',
    path: join(folder, 'orders.parquet'),
    ...(await source(orders(count), 'plain')),
  };
  const { ours } = await samplesOf({ ours: { program: 'ours', task } }, usualRepeats[size]);
  rmSync(folder, { recursive: true });
  return {
    title: `${count.toLocaleString('en-US')} orders`,
    reference: '',
    lines: [
      { what: 'first byte to first rows', unit: 'ms', ours: ours.firstRows!, goal: 300 },
      { what: 'longest block of the host', unit: 'ms', ours: ours.block!, goal: 50 },
      { what: 'peak memory of the process', unit: 'MB', ours: ours.peak!, goal: 450 },
    ],
    notes: [
      "Block: the event loop's longest delay while the orders arrive, are sorted, filtered, scrolled, drawn, exported, and closed, in a Node of its own rather than the editor's.",
    ],
  };
}
