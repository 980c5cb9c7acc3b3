import type Crypto from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { ExportOrder } from '#src/protocol/exportOrder';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import { answerTo } from '#src/results/thread/questionAnswers';
import { WorkerResult } from '#src/results/thread/workerResult';
import type { ChosenRows } from '#src/protocol/tableTypes';
import { sampleOrigin } from '../../exports/sampleSource';
import { contextOf } from './threadContext';

const drawn = vi.hoisted(() => ({ blocks: 0 }));

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>();
  const createHmac: typeof crypto.createHmac = (...how) => {
    drawn.blocks += 1;
    return crypto.createHmac(...how);
  };
  return { ...crypto, createHmac };
});

const folder = mkdtempSync(join(tmpdir(), 'seeded-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each<[string, ChosenRows | undefined]>([
  ['all rows', undefined],
  ['chosen rows', { filter: [{ column: 'id', op: 'contains', value: '5' }] }],
])('an export with seeded values of %s can be canceled at once', async (_, rows) => {
  const ids = Array.from({ length: 60_000 }, (__, at) => ({ id: String(100_000 + at) }));
  const path = join(folder, 'orders.json');
  writeFileSync(path, JSON.stringify(ids));
  const [result] = await WorkerResult.load('publicOrder', path, 1e9);
  const controller = new AbortController();
  const order: ExportOrder = { format: 'json', rows, values: { seed: 1 }, beside: noCompanionFiles };
  const question = { order, path: join(folder, 'seeded.json'), origin: sampleOrigin };
  const exporting = answerTo(
    result,
    { about: 'export', question },
    contextOf(result, { signal: controller.signal }),
  );
  drawn.blocks = 0;
  const waiting = setInterval(() => {
    if (drawn.blocks > 0) controller.abort(new Error('Cancelled.'));
  });
  await expect(exporting).rejects.toThrow('Cancelled.');
  clearInterval(waiting);
  // Not only after a block of the body, which has a hundred thousand values and more.
  expect(drawn.blocks).toBeLessThan(10_000);
  await result.spool?.remove();
});
