// The sample service on its own: npm run sandbox -- --port N --scenario NAME
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, installDependencies, root, start } from './checkout.mjs';

await start(async () => {
  await installDependencies();
  await build();
  const service = spawn(process.execPath, [join(root, 'dist', 'sandbox-cli.js'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // Ctrl+C also reaches the service, which then exits by itself.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => service.kill());
  return new Promise((resolve) => service.on('close', (code) => resolve(code ?? 0)));
});
