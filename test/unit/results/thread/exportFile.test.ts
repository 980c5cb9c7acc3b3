import { mkdtempSync, rmSync } from 'node:fs';
import type * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeToFile } from '../../../../src/results/thread/exportFile';

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
