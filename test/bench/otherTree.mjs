// Builds the benchmark of another commit, for `npm run bench -- --against REV`.
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, node, PlainProblem, root, run } from '../../scripts/checkout.mjs';

/** Takes the place of the other benchmark's main program: keeps what was built for it, and measures nothing. */
const keepPrograms = `
import { renameSync } from 'node:fs';
import { join } from 'node:path';
renameSync(import.meta.dirname, join(import.meta.dirname, '..', 'programs'));
`;

/**
 * Builds the programs of a commit's benchmark as that commit builds them, but with the packages of this checkout.
 *
 * @template Result
 * @param {string} revision
 * @param {(programs: string) => Promise<Result>} use gets the folder of the programs, which is removed afterwards
 */
export async function withProgramsOf(revision, use) {
  const tree = join(cache, `against-${process.pid}`);
  const added = await run('git', ['worktree', 'add', '--quiet', '--detach', tree, revision]);
  if (added !== 0) throw new PlainProblem(`Git can't check out ${revision}. Its own words are above.`);
  try {
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
    // Otherwise the commit would install its own packages, into this checkout.
    copyFileSync(join(root, 'package-lock.json'), join(tree, 'package-lock.json'));
    writeFileSync(join(tree, 'test', 'bench', 'main.ts'), keepPrograms);
    mkdirSync(join(tree, '.vscode-test'));
    const built = await node([join(tree, 'test', 'bench', 'bench.mjs')], { cwd: tree });
    if (built !== 0)
      throw new PlainProblem(`The benchmark of ${revision} can't be built with these packages.`);
    return await use(join(tree, '.vscode-test', 'programs'));
  } finally {
    await run('git', ['worktree', 'remove', '--force', tree]);
  }
}
