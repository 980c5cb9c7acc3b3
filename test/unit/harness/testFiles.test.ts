import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/checkout.mjs';
import { testFiles } from '../../harness/testFiles.mjs';

it('every file in test/host and test/ui is listed with the VS Code versions that it runs in', () => {
  const found = ['host', 'ui'].flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll(sep, '/')}`),
  );
  expect(Object.keys(testFiles).sort()).toEqual(found.sort());
});
