import { whenParentEnds } from '../../sandbox/parentProcess';
import { announcement, leftOutLines, readCommandLine, readyLine, usage } from '../../sandbox/commandLine';
import { readFixtures } from '../../sandbox/replayedFixtures';
import { startSandbox } from '../../sandbox/startSandbox';
import { randomSignIn, sampleSignIn } from '../../sandbox/tokens';
import { exitCodes } from '../exitCodes';

/** What the help of the command line says about the sample service. */
export const sandboxHelp = 'Run the sample service, or replay saved responses, until it is interrupted.';

/**
 * Runs the sample service for people's own tests, until it's interrupted or the process that started it ends.
 * Resolves with the exit status. `program` is the start of this process's command line.
 */
export async function sandbox(args: readonly string[], program: string): Promise<number> {
  const line = readCommandLine(args);
  if (line.kind === 'help') {
    process.stdout.write(usage(program));
    return exitCodes.well;
  }
  if (line.kind === 'wrong') {
    process.stderr.write(`${line.problem}\n\n${usage(program)}`);
    return exitCodes.unable;
  }
  const { startAt, fixtures: folder, ...options } = line;
  const ahead = startAt === undefined ? 0 : startAt - Date.now();
  const fixtures = folder === undefined ? undefined : await readFixtures(folder);
  const running = await startSandbox({
    ...options,
    now: () => Date.now() + ahead,
    fixtures,
    // Saved responses may be licensed, unlike made-up data: other users of this machine must not read them.
    signIn: fixtures ? randomSignIn() : sampleSignIn,
  });
  const ended = new Promise<void>((end) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end());
    whenParentEnds(end);
    // If the reader of the output ends first, the service ends as well.
    process.stdout.on('error', () => end());
  });
  // Scripts that wait for the ready line discard the rest of the output.
  if (fixtures) process.stderr.write(leftOutLines(fixtures));
  process.stdout.write(announcement(running, line.scenario, fixtures) + readyLine(running));
  await ended;
  await running.close();
  // The channel to the parent would keep this process alive.
  if (process.connected) process.disconnect();
  return exitCodes.well;
}
