import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/checkout.mjs';

it('every part of the benchmark still runs', () => {
  const script = join(root, 'test', 'bench', 'bench.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--smoke'], {
    encoding: 'utf8',
  });
  expect(stderr).not.toContain('Error');
  expect(status).toBe(0);
  expect(stdout.match(/^## .*/gm)).toHaveLength(6);
});
