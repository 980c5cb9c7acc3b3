import { announcement, readCommandLine, readyLine, usage } from './commandLine';
import { whenParentEnds } from './parentProcess';
import { startSandbox } from './startSandbox';
import { errorText } from '../text/errorText';

/**
 * Runs the sample service on its own, for people's own tests, until it is interrupted or the process that
 * started it ends.
 */
async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  if (line.kind === 'help') {
    process.stdout.write(usage);
    return;
  }
  if (line.kind === 'wrong') {
    process.stderr.write(`${line.problem}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const { startAt, ...options } = line;
  const ahead = startAt === undefined ? 0 : startAt - Date.now();
  const sandbox = await startSandbox({ ...options, now: () => Date.now() + ahead });
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    void sandbox.close().then(() => {
      // The channel to the parent would keep this process alive.
      if (process.connected) process.disconnect();
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, close);
  whenParentEnds(close);
  // Whoever reads the output may end first; the service then ends by itself.
  process.stdout.on('error', close);
  process.stdout.write(announcement(sandbox, line.scenario) + readyLine(sandbox));
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorText(error)}\n`);
  process.exitCode = 1;
});
