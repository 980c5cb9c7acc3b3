import { basename } from 'node:path';
import { version } from '../../package.json';
import { nearest } from '../queryFiles/read/nearest';
import { errorText } from '../text/errorText';
import { oneLine } from '../text/plainText';
import { exitCodes } from './exitCodes';
import { optionsText, readArguments, type Options } from './options';
import { Terminal } from './terminal';
import type { Verb } from './verb';
import { check } from './verbs/check';
import { range } from './verbs/range';
import { run } from './verbs/run';
import { sandbox, sandboxHelp } from './verbs/sandbox';
import { verify } from './verbs/verify';

/** The verbs but `sandbox`, which has a help text of its own. */
const verbs = { check, run, range, verify };
const names = [...Object.keys(verbs), 'sandbox'];

/** The start of this process's command line. npm sets the variable for the script that it runs. */
const program = (): string => {
  const script = process.env['npm_lifecycle_event'];
  return script === 'cli' ? 'npm run cli --' : `node ${basename(process.argv[1] ?? '')}`;
};

const sandboxProgram = (): string =>
  process.env['npm_lifecycle_event'] === 'sandbox' ? 'npm run sandbox --' : `${program()} sandbox`;

const usage = (): string => `Usage: ${program()} VERB [OPTION]...

${Object.entries(verbs)
  .map(([name, { help }]) => `  ${name.padEnd(9)}${help}\n`)
  .join('')}  ${'sandbox'.padEnd(9)}${sandboxHelp}

Each verb explains itself with --help. --version shows the version.
`;

const verbUsage = (
  name: string,
  { takes, help, example, options }: Verb,
): string => `Usage: ${program()} ${name} ${takes}

${help}

${optionsText({ ...options, help: { help: 'show this help' } })}
Example: ${program()} ${example}
`;

/** Runs the command line and sets the exit status. Never rejects. */
export async function main(args: readonly string[]): Promise<void> {
  const [name = '', ...more] = args;
  const interruption = new AbortController();
  let interrupted: number | undefined;
  const interrupt = (status: number) => {
    interrupted = status;
    interruption.abort();
  };
  if (name !== 'sandbox') {
    process.once('SIGINT', () => interrupt(exitCodes.interrupted));
    process.once('SIGTERM', () => interrupt(exitCodes.terminated));
    // If the reader of the output ends first, nobody wants the rest.
    process.stdout.on('error', () => interrupt(exitCodes.lacking));
  }
  // The thread doesn't keep a process alive: in the editor, it must not.
  const alive = setInterval(() => undefined, 60_000);
  try {
    const status = await statusOf(name, more, interruption.signal);
    process.exitCode = interrupted ?? status;
  } catch (error) {
    process.exitCode = interrupted ?? exitCodes.unable;
    if (interrupted === undefined) process.stderr.write(`${oneLine(errorText(error), 2000)}\n`);
  } finally {
    clearInterval(alive);
  }
}

async function statusOf(name: string, args: readonly string[], signal: AbortSignal): Promise<number> {
  if (name === 'sandbox') return sandbox(args, sandboxProgram());
  if (name === '--version') {
    process.stdout.write(`${version}\n`);
    return exitCodes.well;
  }
  if (name === '' || name === '--help' || name === '-h' || name === 'help') {
    (name === '' ? process.stderr : process.stdout).write(usage());
    return name === '' ? exitCodes.unable : exitCodes.well;
  }
  const known: Readonly<Record<string, Verb>> = verbs;
  const verb = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!verb) {
    const meant = nearest(name, names);
    throw new Error(
      `Unknown verb: ${oneLine(name, 60)}. ${meant === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${meant}?`}`,
    );
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(verbUsage(name, verb));
    return exitCodes.well;
  }
  return runVerb(verb, args, signal);
}

async function runVerb<Known extends Options>(
  verb: Verb<Known>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const given = readArguments(args, verb.options);
  const terminal = new Terminal({ quiet: 'quiet' in given.options && given.options['quiet'] === true });
  try {
    return await verb.run(given, terminal, signal);
  } finally {
    terminal.clear();
  }
}
