import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { dayFingerprint } from '#src/results/thread/ownFiles/dayFingerprint';
import { readRange } from '#src/results/thread/ownFiles/readRange';
import { releaseMemory } from '#src/results/thread/releaseMemory';

vi.mock('#src/results/thread/releaseMemory', { spy: true });
afterEach(() => vi.clearAllMocks());

const folder = mkdtempSync(join(tmpdir(), 'refused-'));
const path = join(folder, 'part-0.ndjson');
writeFileSync(path, '{"id":"a","price":1}\n'.repeat(20_000));

const open = (maxTableBytes: number, paths: readonly string[], signal = new AbortController().signal) =>
  readRange(
    {
      record: 'publicOrder',
      format: 'ndjson',
      days: [
        { day: '2026-03-28', paths: [path] },
        { day: '2026-03-29', paths },
      ],
      columns: [],
      maxTableBytes,
      as: '',
    },
    { signal, onProgress: () => undefined },
  );

it("gives back the memory of a day's file that doesn't fit when it is compared", async () => {
  const question = { record: 'publicOrder', format: 'ndjson', path, maxTableBytes: 1 } as const;
  await expect(dayFingerprint(question, new AbortController().signal)).rejects.toThrow('needs more memory');
  expect(releaseMemory).toHaveBeenCalledOnce();
});

it("gives back the memory of days that were read, if the others don't fit", async () => {
  const whole = await open(1e9, [path]);
  if ('tooLarge' in whole) throw new Error(whole.tooLarge);
  expect(releaseMemory).not.toHaveBeenCalled();
  expect(await open(whole.table.bytes() - 1, [path])).toEqual({ tooLarge: '2026-03-29' });
  expect(releaseMemory).toHaveBeenCalledOnce();
});

it('gives back the memory if a file is missing, or if the person cancels', async () => {
  await expect(open(1e9, [join(folder, 'missing.ndjson')])).rejects.toThrow('2026-03-29');
  await expect(open(1e9, [path], AbortSignal.abort(new Error('Canceled.')))).rejects.toThrow('Canceled.');
  expect(releaseMemory).toHaveBeenCalledTimes(2);
});
