// Tests the mocks with WireMock itself: node test/harness/wiremock.mjs [--required] [arguments of vitest].
// Without Java or Maven, the tests are skipped and the reason is printed; with --required, that is an error.
import { installDependencies, node, PlainProblem, start } from '../../scripts/checkout.mjs';
import { wireMockTests, wireMockTools } from './wiremockTools.mjs';

await start(async () => {
  await installDependencies();
  const isRequired = process.argv.includes('--required');
  const tools = wireMockTools(isRequired ? 600 : 60);
  const args = process.argv.slice(2).filter((argument) => argument !== '--required');
  if ('missing' in tools) {
    if (isRequired) throw new PlainProblem(tools.missing);
    console.log(`Skipped. ${tools.missing}`);
    return 0;
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
  const env = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...tools.env };
  return node([...vitest, ...wireMockTests, ...args], { env });
});
