import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = '.github/workflows';

// A tag can be moved to other code later; a commit can't.
it.each(readdirSync(folder))('%s names every action by its commit', (file) => {
  const used = [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\buses:\s*(.*)/g)];
  const actions = used.map(([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40}\b/.test(action))).toEqual([]);
});
