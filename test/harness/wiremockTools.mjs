// WireMock for the tests of mocks, which Maven installs once in .vscode-test.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../../scripts/checkout.mjs';

const version = '3.13.2';
const folder = join(cache, 'wiremock');
const jar = join(folder, `wiremock-standalone-${version}.jar`);

/** The arguments of vitest for the tests with WireMock itself. */
export const wireMockTests = [
  '--project',
  'unit',
  'test/unit/exports/mocks',
  '--testNamePattern',
  "^'WireMock' ",
];

/**
 * Downloads WireMock, if it isn't there.
 *
 * @param {number} seconds that the download may take; Maven tries for long where there is no network
 * @returns {{ env: NodeJS.ProcessEnv } | { missing: string }} what to add to the environment of a program that uses
 *   it, or why there is none, as a sentence
 */
export function wireMockTools(seconds) {
  if (spawnSync('java', ['-version']).status !== 0) return { missing: 'Java is not on the path.' };
  const tools = { env: { WIREMOCK_JAR: jar } };
  if (existsSync(jar)) return tools;
  const shell = process.platform === 'win32';
  if (spawnSync('mvn', ['--version'], { shell }).status !== 0)
    return { missing: 'Maven is not on the path.' };
  console.log('Downloading WireMock ...');
  const copy = [
    '--quiet',
    '--batch-mode',
    'dependency:copy',
    `-Dartifact=org.wiremock:wiremock-standalone:${version}`,
    `-DoutputDirectory=${folder}`,
  ];
  const { status } = spawnSync('mvn', copy, { shell, stdio: 'inherit', timeout: seconds * 1000 });
  if (status === 0) return tools;
  const problem =
    status === null ? `did not download WireMock within ${seconds} seconds` : 'could not download WireMock';
  return { missing: `Maven ${problem}; its own words are above.` };
}
