import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Order {
  suite: string;
  results: string;
}

/**
 * The entry that VS Code calls in a test run. Runs the files of one suite with mocha and writes the results
 * as JSON. The environment variable `HOST_TESTS` names the suite and the results file.
 *
 * @throws if a test failed, which makes the window exit with a nonzero code
 */
export async function run(): Promise<void> {
  const { suite, results } = JSON.parse(process.env['HOST_TESTS'] ?? '') as Order;
  const all = JSON.parse(readFileSync(join(__dirname, 'suites.json'), 'utf8')) as {
    suite: string;
    file: string;
  }[];
  // Mocha is an ES module, which VS Code's CommonJS scripts can only import dynamically.
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
