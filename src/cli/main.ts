import { basename } from 'node:path';
import { version } from '../../package.json';
import { nearest } from '../queryFiles/read/nearest';
import { errorKind, errorText } from '../text/errorText';
import { harmlessLines, oneLine } from '../text/plainText';
import { exitCodes } from './exitCodes';
import { optionsText, readArguments } from './readArguments';
import { Terminal } from './terminal';
import type { Verb } from './verb';
import { verbs } from './verbs';

/** How this process was started with a verb. npm sets the variable for the script that it runs. */
function started(name: string): string {
  const script = process.env['npm_lifecycle_event'];
  if (script === 'sandbox' && name === 'sandbox') return 'npm run sandbox --';
  return `${script === 'cli' ? 'npm run cli --' : `node ${basename(process.argv[1] ?? '')}`} ${name}`;
}

const usage = (): string => `Usage: ${started('VERB')} [OPTION]...

${Object.entries(verbs)
  .map(([name, { help }]) => `  ${name.padEnd(9)}${help}\n`)
  .join('')}
For help with a verb, add --help. To show the version, use --version.
Exit status: 0 if all is well, 1 if a check failed or data is missing, 2 if the verb couldn't run.
`;

const verbUsage = (name: string, { takes, example, options, notes }: Verb): string =>
  [
    `Usage: ${started(name)} ${takes}`,
    verbs[name]?.help ?? '',
    optionsText({ ...options, help: { help: 'show this help' } }).trimEnd(),
    ...(notes === undefined ? [] : [notes.trimEnd()]),
    `Example: ${started(name)} ${example}`,
    '',
  ].join('\n\n');

/** Runs the command line and sets the exit status. Never rejects. */
export async function main(args: readonly string[]): Promise<void> {
  const [name = '', ...more] = args;
  let verb: Verb | undefined;
  const interruption = new AbortController();
  let interrupted: number | undefined;
  const interrupt = (status: number) => {
    interrupted ??= status;
    // The end of a small output is only noticed when everything else is done.
    process.exitCode = interrupted;
    interruption.abort();
  };
  const endBy = (status: number) => interrupt(verb?.runsUntilEnded ? exitCodes.ok : status);
  process.once('SIGINT', () => endBy(exitCodes.interrupted));
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => endBy(exitCodes.terminated));
  }
  process.stdout.on('error', (error) => {
    const kind = errorKind(error);
    // If the reader of the output ends first, nobody wants the rest.
    if (kind === 'EPIPE') {
      endBy(exitCodes.failed);
      return;
    }
    if (interrupted === undefined) printError(`Couldn't write the output (${kind}).`);
    interrupt(exitCodes.usage);
  });
  // Node's own status would mean that a check failed.
  process.once('uncaughtExceptionMonitor', () => {
    process.once('exit', () => {
      process.exitCode = exitCodes.usage;
    });
  });
  // What is said besides the results is worth no failure.
  process.stderr.on('error', () => undefined);
  // The thread doesn't keep a process alive: in the editor, it must not.
  const alive = setInterval(() => undefined, 60_000);
  try {
    verb = Object.hasOwn(verbs, name) ? await verbs[name]?.load() : undefined;
    const status = verb ? await statusOf(name, verb, more, interruption.signal) : withoutVerb(name);
    process.exitCode = interrupted ?? status;
  } catch (error) {
    process.exitCode = interrupted ?? exitCodes.usage;
    if (interrupted === undefined) printError(sentenceOf(error));
  } finally {
    clearInterval(alive);
  }
}

/** The system's own messages aren't for people, and name our files. */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && 'syscall' in error
    ? `A file or a connection couldn't be used (${errorKind(error)}).`
    : errorText(error);

const printError = (text: string) => process.stderr.write(`${harmlessLines(oneLine(text, 2000))}\n`);

function withoutVerb(name: string): number {
  if (name === '') {
    process.stderr.write(harmlessLines(usage()));
    return exitCodes.usage;
  }
  if (/^(--version|--help|-h|help)$/.test(name)) {
    process.stdout.write(name === '--version' ? `${version}\n` : harmlessLines(usage()));
    return exitCodes.ok;
  }
  const names = Object.keys(verbs);
  const meant = nearest(name, names);
  const help = meant === undefined ? `Available verbs: ${names.join(', ')}.` : `Did you mean ${meant}?`;
  throw new Error(`Unknown verb: ${oneLine(name, 60)}. ${help}`);
}

async function statusOf(
  name: string,
  verb: Verb,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const end = args.indexOf('--');
  if (args.slice(0, end < 0 ? undefined : end).some((each) => each === '--help' || each === '-h')) {
    process.stdout.write(harmlessLines(verbUsage(name, verb)));
    return exitCodes.ok;
  }
  const given = readArguments(args, verb.options);
  const terminal = new Terminal({ quiet: given.options['quiet'] === true });
  try {
    return await verb.run(given, terminal, signal);
  } finally {
    terminal.clear();
  }
}
