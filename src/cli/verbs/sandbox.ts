import { whenParentEnds } from '../../sandbox/parentProcess';
import {
  announcement,
  readSandboxOptions,
  readyLine,
  sandboxNotes,
  sandboxOptions,
} from '../../sandbox/commandLine';
import { readFixtures } from '../../sandbox/replayedFixtures';
import { startSandbox } from '../../sandbox/startSandbox';
import { randomSignIn, sampleSignIn } from '../../sandbox/tokens';
import { harmlessLines, oneLine } from '../../text/plainText';
import { exitCodes } from '../exitCodes';
import { verb } from '../verb';

/** Runs the sample service for people's own tests, until it's interrupted or the process that started it ends. */
export const sandbox = verb({
  takes: '[OPTION]...',
  example: '--scenario throttled',
  options: sandboxOptions,
  notes: sandboxNotes,
  runsUntilEnded: true,
  async run({ options: given, rest }, terminal, signal) {
    if (rest.length > 0) throw new Error(`Unknown argument: ${oneLine(rest.join(' '), 60)}.`);
    const asked = readSandboxOptions(given);
    const { startAt, fixtures: folder, ...options } = asked;
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
      if (signal.aborted) end();
      signal.addEventListener('abort', () => end(), { once: true });
      whenParentEnds(end);
    });
    // Scripts that wait for the ready line discard the rest of the output.
    for (const words of fixtures?.leftOut ?? []) terminal.say(`Not served: ${words}.`);
    process.stdout.write(harmlessLines(announcement(running, asked.scenario, fixtures)) + readyLine(running));
    await ended;
    await running.close();
    // The channel to the parent would keep this process alive.
    if (process.connected) process.disconnect();
    return exitCodes.ok;
  },
});
