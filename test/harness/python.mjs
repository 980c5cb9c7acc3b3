// Runs the tests that need Python: node test/harness/python.mjs [--required] [arguments of vitest]. Without
// Python, they are skipped and the reason is printed; with --required, that is an error.
import { installDependencies, node, PlainProblem, start } from '../../scripts/checkout.mjs';
import { pythonTools } from './pythonTools.mjs';

await start(async () => {
  await installDependencies();
  const tools = await pythonTools('python');
  const args = process.argv.slice(2).filter((argument) => argument !== '--required');
  if ('missing' in tools) {
    if (process.argv.includes('--required')) throw new PlainProblem(tools.missing);
    console.log(`Skipped. ${tools.missing}`);
    return 0;
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
  const env = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...tools.env };
  return node([...vitest, '--project', 'python', ...args], { env });
});
