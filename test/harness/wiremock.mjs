// The tests of mocks with WireMock itself: node test/harness/wiremock.mjs [--required] [arguments of vitest]
// Skipped, with the reason, where Java or Maven is missing; --required makes that an error.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache, installDependencies, node, PlainProblem, run, start } from './checkout.mjs';

const version = '3.13.2';
const folder = join(cache, 'wiremock');
const jar = join(folder, `wiremock-standalone-${version}.jar`);

/** @returns {Promise<string | undefined>} why there is no WireMock, as a sentence */
async function missing() {
  if (spawnSync('java', ['-version']).status !== 0) return 'Java is not on the path.';
  if (existsSync(jar)) return undefined;
  const isWindows = process.platform === 'win32';
  if (spawnSync('mvn', ['--version'], { shell: isWindows }).status !== 0) return 'Maven is not on the path.';
  const copy = [
    '--quiet',
    '--batch-mode',
    'dependency:copy',
    `-Dartifact=org.wiremock:wiremock-standalone:${version}`,
    `-DoutputDirectory=${folder}`,
  ];
  const code = await run('mvn', copy, { shell: isWindows });
  return code === 0 ? undefined : 'Maven could not download WireMock; its own words are above.';
}

await start(async () => {
  await installDependencies();
  const problem = await missing();
  const args = process.argv.slice(2).filter((argument) => argument !== '--required');
  if (problem !== undefined) {
    if (process.argv.includes('--required')) throw new PlainProblem(problem);
    console.log(`Skipped. ${problem}`);
    return 0;
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
  const env = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', WIREMOCK_JAR: jar };
  return node([...vitest, '--project', 'unit', 'test/unit/exports/mocks', ...args], { env });
});
