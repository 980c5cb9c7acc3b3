import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { circlesIn } from '../../../scripts/circles.mjs';

/** Names of the files in each circle among files with these texts. */
function circlesAmong(texts: Readonly<Record<string, string>>): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'circles-'));
  mkdirSync(join(folder, 'room'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return circlesIn(folder).map((circle) => circle.map((file) => basename(file)).sort());
}

it.each([
  ['types', "import type { A } from './a';", "import type { B } from './room/b';"],
  ['types beside values', "import { a, type A } from './a';", "import { type B } from './room/b';"],
  ['types passed on', "export type { A } from './a';", "export * from './room/b';"],
  ['types named in place', "export type B = import('./a').A;", "export type A = import('./room/b').B;"],
])('lint fails on two files that import %s from each other', (_, ofA, ofB) => {
  const texts = { 'a.ts': ofB, 'room/b.ts': ofA.replace('./a', '../a'), 'c.ts': "import './a';" };
  expect(circlesAmong(texts)).toEqual([['a.ts', 'b.ts']]);
});

it('lint fails on a circle of three files, and names it once', () => {
  const texts = {
    'a.ts': "import type { B } from './b';\nimport './outside';",
    'b.ts': "import { c } from './c';",
    'c.ts': "import type { A } from './a';",
  };
  expect(circlesAmong(texts)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
});

it('lint accepts two ways from one file to another, and names of packages', () => {
  const texts = {
    'a.ts': "import './b';\nimport './c';\nimport 'a';",
    'b.ts': "import './c';",
    'c.ts': "import 'valibot';",
  };
  expect(circlesAmong(texts)).toEqual([]);
});
