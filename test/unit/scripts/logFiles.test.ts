import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRotatingLogger } from '../../../scripts/logFiles.cjs';

it('a server whose log folder is removed while it ends continues without its logs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'));
  const log = await createRotatingLogger('window', join(folder, 'logs', 'window.log'));
  log.info('Here.');
  expect(readFileSync(join(folder, 'logs', 'window.log'), 'utf8')).toMatch(/\[info\] Here\.\n$/);
  rmSync(folder, { recursive: true });
  log.info('Gone.');
});
