// Runs the command line of a clone: npm run cli -- VERB [OPTION]..., with --help for the verbs.
// npm run sandbox -- [OPTION]... runs its verb "sandbox".
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { build, installDependencies, root, start } from './checkout.mjs';
import { isRunning, launchersOf, runningProcesses } from './launchers.mjs';

/** Milliseconds between checks whether the process that ran npm is still running. */
const lookEveryMs = 500;

await start(async () => {
  const launchers = [process.ppid, ...launchersOf(runningProcesses(), process.ppid, /cli\.mjs/)];
  await installDependencies();
  await build();
  // The sample service ends with the channel, and so with this process, however that ends.
  const cli = spawn(process.execPath, [join(root, 'dist', 'cli.js'), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Ctrl+C also reaches the command line, which then exits by itself.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => cli.kill('SIGTERM'));
  const timer = setInterval(() => {
    if (!launchers.every(isRunning)) cli.kill('SIGTERM');
  }, lookEveryMs);
  timer.unref();
  return new Promise((resolve) => cli.on('close', (code) => resolve(code ?? 0)));
});
