import { parseDay } from '../market/time/deliveryDay';
import type { ReplayedFolder } from './replayedFixtures';
import type { Sandbox } from './startSandbox';
import { parseScenario, scenarios, suitsFixtures, type Scenario } from './scenario';
import { usualLifetimeSeconds } from './tokens';
import { formatCounted } from '../text/l10n';

/** The options of the command line's verb `sandbox`, with what its help says about them. */
export const sandboxOptions = {
  port: { value: 'N', help: 'port to listen on (default: any free port)' },
  scenario: { value: 'NAME', help: 'how the service behaves (default: normal)' },
  fixtures: {
    value: 'FOLDER',
    help: 'replay only the responses saved in the folder, with a random user name and password',
  },
  'token-lifetime': {
    value: 'SECONDS',
    help: `how long a token is valid (default: ${usualLifetimeSeconds})`,
  },
  now: {
    value: 'TIME',
    help: "time at which the service's clock starts, such as 2026-03-29T12:00:00Z (default: the current time)",
  },
  seed: { value: 'N', help: 'whole number that determines the sample data (default: 0)' },
  latency: { value: 'MILLISECONDS', help: 'wait before each response (default: 0)' },
} as const;

/** What the help says below the options. */
export const sandboxNotes = `The last line of its first output is JSON on one line, {"ready":true,...}, with the addresses (baseUrl,
authUrl, healthUrl), port, username, and password. healthUrl responds with 200 without a token.

Scenarios:
${scenarios.map(({ name, help }) => `  ${name.padEnd(16)} ${help}${suitsFixtures(name) ? '' : ' (not with --fixtures)'}`).join('\n')}
`;

/** The largest value of a timer and of a 32-bit seed. */
const largest = 2 ** 31 - 1;

/** A whole number of an option's text. Throws an `Error` ready to print if it isn't in these bounds. */
function wholeNumber(option: string, text: string, words: string, most = largest, least = 0): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new Error(`--${option} must be a number ${words}, not ${text}.`);
}

/** A time in UTC as epoch milliseconds, or NaN. */
const timeOf = (text: string): number =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text) && parseDay(text.slice(0, 10))
    ? Date.parse(text)
    : NaN;

/**
 * What the options of a command line say: `startAt` in epoch milliseconds, and `fixtures` as the folder of the saved
 * responses. Throws an `Error` ready to print if an option has no meaning.
 */
export function readSandboxOptions(given: Readonly<Record<keyof typeof sandboxOptions, string | undefined>>) {
  const { port: portText = '0', scenario: name = 'normal', fixtures, now, seed: seedText = '0' } = given;
  const { latency = '0', 'token-lifetime': lifetime = String(usualLifetimeSeconds) } = given;
  const port = wholeNumber('port', portText, 'from 0 to 65535', 65_535);
  const scenario = parseScenario(name);
  if (!scenario) throw new Error(`Unknown scenario: ${name}.`);
  if (fixtures !== undefined && !suitsFixtures(scenario)) {
    throw new Error(`Scenario ${scenario} changes made-up data, so it can't be used with --fixtures.`);
  }
  const tokenLifetimeSeconds = wholeNumber('token-lifetime', lifetime, 'of seconds from 1', largest, 1);
  const startAt = now === undefined ? undefined : timeOf(now);
  if (Number.isNaN(startAt)) {
    throw new Error(
      `--now must be a time in UTC that ends with Z, such as 2026-03-29T12:00:00Z, not ${now ?? ''}.`,
    );
  }
  const seed = wholeNumber('seed', seedText, `from 0 to ${largest}`);
  const latencyMs = wholeNumber('latency', latency, 'of milliseconds from 0');
  return { port, scenario, fixtures, tokenLifetimeSeconds, startAt, seed, latencyMs };
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

/** What people need to know to use the running service. */
export function announcement(
  { baseUrl, authUrl, healthUrl, signIn }: Sandbox,
  scenario: Scenario,
  fixtures?: ReplayedFolder,
): string {
  const connections = [{ name: 'sample-service', baseUrl, authUrl }];
  const data = fixtures
    ? formatCounted(fixtures.byQuery.size, replayed, fixtures.folder)
    : 'The data is sample data.';
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
