import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { localPlace } from '#src/disk/place';
import { provenanceOfDay } from '#src/engine/range/openedDays';
import { responseAt, rowsAt, writeRange } from './writtenRange';

const day = '2026-03-29';
let target = '';
beforeEach(() => {
  target = mkdtempSync(join(tmpdir(), 'opened-days-'));
});

describe('the file of a day says by the manifest of its range', () => {
  it.each(['parquet', 'json'] as const)('which query it is the response to: %s', async (format) => {
    const integrity = [{ kind: 'furtherPages', count: 4900 }];
    writeRange(target, [{ day, body: '[]', integrity }], format);
    const path = format === 'json' ? rowsAt(target, day, format) : responseAt(target, day);
    expect(await provenanceOfDay(localPlace(path))).toEqual({
      version: 1,
      dataset: 'dayahead-prices',
      connection: 'mine',
      parameters: {
        deliveryarea: 'NO1',
        currency: 'EUR',
        startTime: '2026-03-28T23:00:00Z',
        endTime: '2026-03-29T22:00:00Z',
      },
      requestedAt: '2026-04-20T00:00:00Z',
      outcome: 'success',
      sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
      integrity,
    });
  });

  it('nothing if another file is beside it, or if the range is gone', async () => {
    writeRange(target, [{ day, body: '[]' }]);
    const copy = join(dirname(responseAt(target, day)), `day=${day} (1).json.gz`);
    copyFileSync(responseAt(target, day), copy);
    expect(await provenanceOfDay(localPlace(copy))).toBeUndefined();
    expect(await provenanceOfDay(localPlace(rowsAt(target, day)))).toBeUndefined();
    expect(await provenanceOfDay(localPlace(join(target, 'day=2026-03-29', 'part-0.json')))).toBeUndefined();
    expect(await provenanceOfDay(localPlace(join(target, 'prices.json')))).toBeUndefined();
  });
});
