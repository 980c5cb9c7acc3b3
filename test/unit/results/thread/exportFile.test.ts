import { mkdtempSync, rmSync } from 'node:fs';
import type * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { heapAfterGc } from '../../heapAfterGc';
import { writeToFile } from '#src/results/thread/exportFile';

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof fs>();
  return { ...actual, rmSync: vi.fn(actual.rmSync) };
});

const newPath = () => join(mkdtempSync(join(tmpdir(), 'export-')), 'file');

it("an export that fails says why, even if what was written of it can't be deleted", async () => {
  vi.mocked(rmSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
  });
  const reason = new Error('no longer wanted');
  await expect(writeToFile(newPath(), false, () => Promise.reject(reason))).rejects.toBe(reason);
});

it('a long file takes no more memory than a short one: what was written leaves nothing behind', async () => {
  let grownBytes = Infinity;
  await writeToFile(newPath(), false, async (out) => {
    const byte = Buffer.from('x');
    const write = async (count: number) => {
      for (let at = 0; at < count; at += 1) await out.write(byte);
    };
    await write(1000);
    const before = heapAfterGc();
    await write(20_000);
    grownBytes = heapAfterGc() - before;
    return { records: 0, rows: 0 };
  });
  expect(grownBytes).toBeLessThan(2e6);
});

describe("a file that can't be written says why", () => {
  it.each([
    ['at the first write', 1],
    ['at a later one, when it has failed before', 3],
  ])('%s', async (_, writes) => {
    const path = join(newPath(), 'no', 'such', 'folder');
    const written = writeToFile(path, false, async (out) => {
      for (let at = 1; at < writes; at += 1) await out.write(Buffer.from('x')).catch(() => undefined);
      await out.write(Buffer.from('x'));
      return { records: 0, rows: 0 };
    });
    await expect(written).rejects.toThrow("Couldn't write the export (ENOENT).");
  });
});
