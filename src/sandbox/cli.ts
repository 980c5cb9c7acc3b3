import { basename } from 'node:path';
import { announcement, leftOutLines, readCommandLine, readyLine, usage } from './commandLine';
import { readFixtures } from './replayedFixtures';
import { whenParentEnds } from './parentProcess';
import { startSandbox } from './startSandbox';
import { randomSignIn, sampleSignIn } from './tokens';
import { errorText } from '../text/errorText';

/** The start of this process's command line. npm sets the variable for the script that it runs. */
const program = () =>
  process.env.npm_lifecycle_event === 'sandbox'
    ? 'npm run sandbox --'
    : `node ${basename(process.argv[1] ?? '')}`;

/**
 * Runs the sample service on its own, for people's own tests, until it's interrupted or the process that
 * started it ends.
 */
async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  if (line.kind === 'help') {
    process.stdout.write(usage(program()));
    return;
  }
  if (line.kind === 'wrong') {
    process.stderr.write(`${line.problem}\n\n${usage(program())}`);
    process.exitCode = 2;
    return;
  }
  const { startAt, fixtures: folder, ...options } = line;
  const ahead = startAt === undefined ? 0 : startAt - Date.now();
  const fixtures = folder === undefined ? undefined : await readFixtures(folder);
  const sandbox = await startSandbox({
    ...options,
    now: () => Date.now() + ahead,
    fixtures,
    // Saved responses may be licensed, unlike made-up data: other users of this machine must not read them.
    signIn: fixtures ? randomSignIn() : sampleSignIn,
  });
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
  // If the reader of the output ends first, the service ends as well.
  process.stdout.on('error', close);
  // Scripts that wait for the ready line discard the rest of the output.
  if (fixtures) process.stderr.write(leftOutLines(fixtures));
  process.stdout.write(announcement(sandbox, line.scenario, fixtures) + readyLine(sandbox));
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorText(error)}\n`);
  process.exitCode = 1;
});
