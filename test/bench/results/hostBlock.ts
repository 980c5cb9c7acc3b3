import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orders } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Report } from '../report';
import { samplesOf } from '../sampling';

/** Milliseconds; a longer block makes the whole editor stutter. */
const goal = 50;

/** The longest time for which the host's thread, which all extensions share, is blocked. */
export async function hostBlock({ size, source }: Bench): Promise<Report> {
  const count = size === 'smoke' ? 1_000 : 1_000_000;
  const folder = mkdtempSync(join(tmpdir(), 'market-data-bench-blocks-'));
  const task = { kind: 'blocks', folder, ...(await source(orders(count), 'plain')) };
  const repeats = usualRepeats[size];
  const { ours } = await samplesOf({ ours: { program: 'ours', task } }, repeats);
  rmSync(folder, { recursive: true });
  return {
    title: `Longest block of the host, ${count.toLocaleString('en-US')} orders`,
    reference: '',
    lines: Object.entries(ours).map(([what, block]) => ({ what, unit: 'ms', ours: block, goal })),
    notes: ["The event loop's longest delay, in a Node of its own rather than the editor's."],
  };
}
