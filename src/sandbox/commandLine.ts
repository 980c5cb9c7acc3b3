import { parseArgs } from 'node:util';
import { parseDay } from '../market/time/deliveryDay';
import type { ReplayedFolder } from './replayedFixtures';
import type { Sandbox } from './startSandbox';
import { parseScenario, scenarios, suitsFixtures, type Scenario } from './scenario';
import type { ServiceOptions } from './service';
import { usualLifetimeSeconds } from './tokens';
import { errorText } from '../text/errorText';
import { formatCount, formatCounted } from '../text/l10n';

/** The help text. `program` is the start of the command line. */
export const usage = (program: string): string => `Usage: ${program} [OPTION]...

Runs the sample service on its own: the whole API with made-up data, or with the responses saved in a folder,
on the loopback address. It ends with Ctrl+C and with the process that started it.

  --port N                  port to listen on (default: any free port)
  --scenario NAME           how the service behaves (default: normal)
  --fixtures FOLDER         replay the responses saved in the folder, and nothing else, with a random user
                            name and password
  --token-lifetime SECONDS  how long a token is valid (default: ${usualLifetimeSeconds})
  --now TIME                time at which the service's clock starts, such as 2026-03-29T12:00:00Z
                            (default: the current time)
  --seed N                  other made-up data for another whole number (default: 0)
  --latency MILLISECONDS    wait before each response (default: 0)
  --help                    show this help

The last line of its first output is JSON on one line, {"ready":true,...}, with the addresses (baseUrl,
authUrl, healthUrl), port, username, and password. healthUrl responds with 200 without a token.

Scenarios:
${scenarios.map(({ name, help }) => `  ${name.padEnd(16)} ${help}${suitsFixtures(name) ? '' : ' (not with --fixtures)'}`).join('\n')}
`;

export type CommandLine =
  | ({
      readonly kind: 'serve';
      readonly port: number;
      readonly startAt: number | undefined;
      /** Folder of the saved responses. */
      readonly fixtures: string | undefined;
    } & Pick<ServiceOptions, 'scenario' | 'seed' | 'latencyMs' | 'tokenLifetimeSeconds'>)
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string };

const wrong = (problem: string): CommandLine => ({ kind: 'wrong', problem });

/** The largest value of a timer and of a 32-bit seed. */
const largest = 2 ** 31 - 1;

/** A whole number up to `max`, or NaN. */
function wholeNumber(text: string, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  return number <= max ? number : NaN;
}

/** A time in UTC as epoch milliseconds, or NaN. */
const timeOf = (text: string): number =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text) && parseDay(text.slice(0, 10))
    ? Date.parse(text)
    : NaN;

/** Reads the arguments after the program's name. Never throws. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        scenario: { type: 'string', default: 'normal' },
        fixtures: { type: 'string' },
        'token-lifetime': { type: 'string', default: String(usualLifetimeSeconds) },
        now: { type: 'string' },
        seed: { type: 'string', default: '0' },
        latency: { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const port = wholeNumber(values.port, 65_535);
    if (Number.isNaN(port)) return wrong(`--port must be a number from 0 to 65535, not ${values.port}.`);
    const scenario = parseScenario(values.scenario);
    if (!scenario) return wrong(`Unknown scenario: ${values.scenario}.`);
    const { fixtures } = values;
    if (fixtures === '') return wrong('--fixtures must be a folder.');
    if (fixtures !== undefined && !suitsFixtures(scenario))
      return wrong(`Scenario ${scenario} changes made-up data, so it can't be used with --fixtures.`);
    const tokenLifetimeSeconds = wholeNumber(values['token-lifetime'], largest);
    if (!(tokenLifetimeSeconds > 0))
      return wrong(`--token-lifetime must be a number of seconds from 1, not ${values['token-lifetime']}.`);
    const startAt = values.now === undefined ? undefined : timeOf(values.now);
    if (Number.isNaN(startAt))
      return wrong(
        `--now must be a time in UTC that ends with Z, such as 2026-03-29T12:00:00Z, not ${values.now ?? ''}.`,
      );
    const seed = wholeNumber(values.seed, largest);
    if (Number.isNaN(seed)) return wrong(`--seed must be a number from 0 to ${largest}, not ${values.seed}.`);
    const latencyMs = wholeNumber(values.latency, largest);
    if (Number.isNaN(latencyMs))
      return wrong(`--latency must be a number of milliseconds from 0, not ${values.latency}.`);
    return { kind: 'serve', port, scenario, fixtures, tokenLifetimeSeconds, startAt, seed, latencyMs };
  } catch (error) {
    return wrong(errorText(error));
  }
}

/**
 * What programs need to know, as JSON on a separate line. No other line of the output begins with
 * `{"ready":`.
 */
export function readyLine({ baseUrl, authUrl, healthUrl, port, signIn }: Sandbox): string {
  return `${JSON.stringify({ ready: true, baseUrl, authUrl, healthUrl, port, ...signIn })}\n`;
}

const replayed = [
  'It replays {0} saved response from {1}.',
  'It replays {0} saved responses from {1}.',
] as const;

const replayedWords = ({ byQuery, saved, folder }: ReplayedFolder): string =>
  byQuery.size === saved
    ? formatCounted(saved, replayed, folder)
    : `It replays ${formatCount(byQuery.size)} of ${formatCount(saved)} saved responses from ${folder}.`;

/** The files that aren't replayed, one per line, each with the reason. Not part of what scripts read. */
export const leftOutLines = ({ leftOut }: ReplayedFolder): string =>
  leftOut.map((words) => `Not served: ${words}.\n`).join('');

/** What people need to know to use the running service. */
export function announcement(
  { baseUrl, authUrl, healthUrl, signIn }: Sandbox,
  scenario: Scenario,
  fixtures?: ReplayedFolder,
): string {
  const connections = [{ name: 'sample-service', baseUrl, authUrl }];
  const data = fixtures ? replayedWords(fixtures) : 'Its data is made up.';
  return `The sample service is running (scenario ${scenario}). ${data}

  Data service     ${baseUrl}
  Sign-in service  ${authUrl}
  Health           ${healthUrl}
  User name        ${signIn.username}
  Password         ${signIn.password}

Add this to your user settings:

"marketData.connections": ${JSON.stringify(connections, null, 2)}

Press Ctrl+C to stop.
`;
}
