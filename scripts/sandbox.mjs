// Runs the sample service alone: npm run sandbox -- [OPTION]..., with --help for the options
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { build, installDependencies, root, start } from './checkout.mjs';
import { isRunning, launchersOf, runningProcesses } from './launchers.mjs';

/** Milliseconds between checks whether the process that ran `npm run sandbox` is still running. */
const lookEveryMs = 500;

await start(async () => {
  const launchers = [process.ppid, ...launchersOf(runningProcesses(), process.ppid, /sandbox\.mjs/)];
  await installDependencies();
  await build();
  // The service ends with the channel, and so with this process, however that ends.
  const service = spawn(process.execPath, [join(root, 'dist', 'sandbox-cli.js'), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const end = () => {
    if (service.connected) service.disconnect();
  };
  // Ctrl+C also reaches the service, which then exits by itself.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  const timer = setInterval(() => {
    if (!launchers.every(isRunning)) end();
  }, lookEveryMs);
  timer.unref();
  return new Promise((resolve) => service.on('close', (code) => resolve(code ?? 0)));
});
