// Finds changes to a folder that its unit tests would not notice: npm run test:mutation -- src/market/time
// Changes one operator, condition, or text at a time and runs only the tests of that area, such as those of
// src/market, because a folder's own tests should notice the change.
import { existsSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { installDependencies, node, PlainProblem, root, start } from '../../scripts/checkout.mjs';

await start(async () => {
  const asked = process.argv[2] ?? '';
  const folder = relative(root, join(root, asked)).replaceAll(sep, '/');
  if (!/^(src|webview-ui)\/./.test(folder) || !existsSync(join(root, folder))) {
    throw new PlainProblem('Specify a folder: npm run test:mutation -- src/market/time');
  }
  if (!statSync(join(root, folder)).isDirectory()) throw new PlainProblem(`${folder} is not a folder.`);
  const tests = `test/unit/${folder.split('/').at(folder.startsWith('src/') ? 1 : 0)}`;
  if (!existsSync(join(root, tests))) throw new PlainProblem(`${folder} has no tests in ${tests}.`);
  await installDependencies();
  return node(['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'test/stryker.config.mjs'], {
    env: { MUTATED_FOLDER: folder, MUTATION_TESTS: tests },
  });
});
