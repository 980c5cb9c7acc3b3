import { announcement, readCommandLine, usage } from './commandLine';
import { startSandbox } from './startSandbox';
import { errorText } from '../text/errorText';

/** Runs the sample service on its own, for people's own tests, until it is interrupted. */
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
  const sandbox = await startSandbox(line);
  process.stdout.write(announcement(sandbox, line.scenario));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close());
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorText(error)}\n`);
  process.exitCode = 1;
});
