// Runs the workflow of docs/command-line.md, "Replay Saved Responses", with a package, in a project made for it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cache, root } from '../../scripts/checkout.mjs';

/** Milliseconds, more than the script takes. It would wait for a service that doesn't end. */
const patienceMs = 60_000;

/**
 * The commands of the steps of the workflow below a heading, in the order of the page.
 *
 * @param {string} [heading]
 */
export function workflowScript(heading = 'Replay Saved Responses') {
  const page = readFileSync(join(root, 'docs', 'command-line.md'), 'utf8');
  const [, workflow = ''] = /```yaml\n([^]*?)```/.exec(page.split(`\n## ${heading}\n`)[1] ?? '') ?? [];
  return [...workflow.matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 {2,}.*\n|\n)+)|(.*)\n)/gm)]
    .map(([, indent = '', block, line = '']) => block?.replaceAll(`\n${indent}  `, '\n').trim() ?? line)
    .join('\n');
}

/**
 * What is wrong with the workflow, in words; `undefined` if this machine doesn't have what it needs.
 *
 * @param {string} vsix
 * @returns {Promise<string[] | undefined>}
 */
export async function workflowProblems(vsix) {
  const isMissing = (/** @type {string} */ program) =>
    spawnSync(program, ['--help'], { stdio: 'ignore' }).error !== undefined;
  if (['bash', 'unzip'].some(isMissing)) return undefined;
  const project = join(cache, 'ci-project');
  rmSync(project, { recursive: true, force: true });
  const fixtures = join(project, 'test', 'fixtures');
  for (const folder of [join(project, 'tools'), fixtures]) mkdirSync(folder, { recursive: true });
  cpSync(vsix, join(project, 'tools', 'market-data-explorer.vsix'));
  cpSync(join(root, 'test', 'fixtures', 'dayahead-prices.json'), join(fixtures, 'prices.json'));
  const parameters = { deliveryarea: 'NO1,SE3', startTime: '2026-03-28T23:00:00Z' };
  writeFileSync(
    join(fixtures, 'prices.json.provenance.json'),
    JSON.stringify({ version: 1, dataset: 'dayahead-prices', parameters, outcome: 'success' }),
  );
  writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts: { test: 'node test/test.cjs' } }));
  await build({
    entryPoints: [join(root, 'test', 'harness', 'projectTest.ts')],
    outfile: join(project, 'test', 'test.cjs'),
    bundle: true,
    platform: 'node',
    logLevel: 'silent',
  });
  const run = () => {
    const temporary = join(project, 'temporary');
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary);
    writeFileSync(join(project, 'script.sh'), workflowScript());
    // Just as CI starts the shell of a step.
    return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', 'script.sh'], {
      cwd: project,
      encoding: 'utf8',
      timeout: patienceMs,
      env: { ...process.env, RUNNER_TEMP: temporary },
    });
  };
  const problems = [];
  const passed = run();
  if (passed.status !== 0) {
    problems.push(`The documented workflow failed (${passed.status ?? passed.signal}): ${passed.stderr}`);
  }
  rmSync(join(fixtures, 'prices.json'));
  const failed = run();
  if (failed.status !== 1 || !failed.stderr.includes('prices.json: only its provenance is there')) {
    problems.push(
      `The documented workflow doesn't say why the service can't start (${failed.status ?? failed.signal}): ${failed.stderr}`,
    );
  }
  return problems;
}
