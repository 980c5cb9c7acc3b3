// Tests exports and documented programs with the engines themselves: node test/harness/engines.mjs [--required]
// [arguments of vitest]. Without Python, the tests are skipped; without Java, only those for Spark
// and for a Java client are. The reason is printed. With --required, either is an error.
import { installDependencies, node, PlainProblem, start } from '../../scripts/checkout.mjs';
import { engineTools } from './engineTools.mjs';

await start(async () => {
  await installDependencies();
  const isRequired = process.argv.includes('--required');
  const tools = await engineTools();
  const args = process.argv.slice(2).filter((argument) => argument !== '--required');
  const { missing } = tools;
  if (missing !== undefined && isRequired) throw new PlainProblem(missing);
  if (missing !== undefined) console.log(`Skipped. ${missing}`);
  if (!('env' in tools)) return 0;
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
  const env = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...tools.env };
  return node([...vitest, '--project', 'engines', ...args], { env });
});
