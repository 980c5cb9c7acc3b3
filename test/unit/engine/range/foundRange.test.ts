import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { localPlace } from '../../../../src/disk/place';
import { onlyRangeIn, rangesIn } from '../../../../src/engine/range/foundRange';
import { RangeFolder } from '../../../../src/engine/range/rangeFolder';
import { verifiedRange } from '../../../../src/engine/range/verifiedRange';

const dataset = 'dayahead-prices';
const asked = { dataset, parameters: {}, format: 'ndjson', connection: 'mine', addresses: 'a' } as const;
const days = ['2026-02-27', '2026-02-28', '2026-03-01'];
const pathOf = (day: string) => join(target, dataset, `day=${day}`, 'part-0.ndjson');
const found = () => onlyRangeIn(localPlace(target), target);

let target = '';

beforeEach(async () => {
  target = mkdtempSync(join(tmpdir(), 'found-'));
  const folder = await RangeFolder.open(localPlace(join(target, dataset)), asked);
  for (const day of days) {
    const file = await folder.newFile(() => '');
    const text = `{"value":${Number(day.slice(8))}}\n`;
    writeFileSync(file, text);
    await folder.take(day, file, ['value']);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const rest = { placed: 1, requestedAt: '2026-04-01T00:00:00Z', integrity: [] };
    folder.note(day, {
      outcome: 'success',
      state: 'fetched',
      rows: 1,
      bytes: text.length,
      sha256,
      ...rest,
    });
  }
  await folder.flush();
});

it('verifying names the days whose file is gone or has other content, also of the same size', async () => {
  const [gone = '', other = ''] = days;
  rmSync(pathOf(gone));
  writeFileSync(pathOf(other), '{"value":99}\n');
  expect(await verifiedRange(await found(), new AbortController().signal)).toEqual({
    days: 3,
    good: 1,
    missing: [gone],
    changed: [other],
  });
});

it('a folder with files of whole months is rejected, and nothing is written into it', async () => {
  mkdirSync(join(target, dataset, 'month=2026-03'));
  const before = readdirSync(target, { recursive: true });
  const words =
    'Fetch the range into another folder, because "dayahead-prices" has files of whole months (month=2026-03); "Fewer, Larger Files" in docs/ranges.md says how to make such files.';
  await expect(found()).rejects.toThrow(words);
  await expect(rangesIn(localPlace(join(target, `_${dataset}.manifest.json`)), '')).rejects.toThrow(words);
  await expect(RangeFolder.open(localPlace(join(target, dataset)), asked)).rejects.toThrow(words);
  expect(readdirSync(target, { recursive: true })).toEqual(before);
});

it('a file whose name looks like a month is no reason to reject a range', async () => {
  writeFileSync(join(target, dataset, 'month=2026-03'), '');
  expect((await found()).dataset.id).toBe(dataset);
});
