import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Order {
  suite: string;
  results: string;
}

/**
 * What VS Code calls in a test run: runs one suite's files with mocha and writes its results as JSON.
 * Which suite and which file, the runner says through the environment variable `HOST_TESTS`.
 *
 * @throws when a test failed, which makes the window end with an exit code other than 0
 */
export async function run(): Promise<void> {
  const { suite, results } = JSON.parse(process.env['HOST_TESTS'] ?? '') as Order;
  const all = JSON.parse(readFileSync(join(__dirname, 'suites.json'), 'utf8')) as {
    suite: string;
    file: string;
  }[];
  // An ES module, which a script of VS Code's may only import so.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 30_000,
    reporter: 'json',
    reporterOptions: { output: results },
  });
  for (const { file } of all.filter((entry) => entry.suite === suite)) {
    mocha.addFile(join(__dirname, file));
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests of ${suite} failed.`);
}
