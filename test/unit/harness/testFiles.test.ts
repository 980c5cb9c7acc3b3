import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../harness/checkout.mjs';
import { testFiles } from '../../harness/testFiles.mjs';

it('no file of test/host or test/ui goes without the oldest VS Code by oversight', () => {
  const found = ['host', 'ui'].flatMap((folder) =>
    readdirSync(join(root, 'test', folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  );
  expect(Object.keys(testFiles).sort()).toEqual(found.sort());
});
