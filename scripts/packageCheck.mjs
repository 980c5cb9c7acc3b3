// Packages the extension and checks what would be published: npm run check:package
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies, npm, PlainProblem, root, start } from './checkout.mjs';

await start(async () => {
  await installDependencies();
  const file = join(root, 'market-data-explorer.vsix');
  // No test may use an older package by mistake.
  rmSync(file, { force: true });
  if ((await npm(['run', 'package'])) !== 0) throw new PlainProblem('Packaging failed. See above.');
  const { workflowProblems } = await import('../test/harness/ciWorkflow.mjs');
  const workflow = await workflowProblems(file);
  if (!workflow) console.log('The documented CI workflow was not run: it needs bash and unzip.');
  // Not there before the dependencies are installed.
  const { packageContents } = await import('./packageContents.mjs');
  const { pageProblems } = await import('./marketplacePage.mjs');
  const { textOf, problems, summary } = packageContents(readFileSync(file));
  const repository = JSON.parse(textOf('extension/package.json')).repository.url.replace(/\.git$/, '');
  const all = [
    ...(workflow ?? []),
    ...problems,
    ...['readme', 'changelog'].flatMap((page) =>
      pageProblems(textOf(`extension/${page}.md`), repository, root).map(
        (problem) => `${page}.md: ${problem}`,
      ),
    ),
  ];
  for (const problem of all) console.log(problem);
  console.log(summary);
  return all.length === 0 ? 0 : 1;
});
