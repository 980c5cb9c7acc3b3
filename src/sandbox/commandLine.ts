import { parseArgs } from 'node:util';
import type { Sandbox } from './startSandbox';
import { parseScenario, scenarios } from './scenario';
import type { Scenario } from './scenario';
import { sampleSignIn } from './tokens';
import { errorText } from '../text/errorText';

export const usage = `Usage: npm run sandbox -- [--port N] [--scenario NAME]

Runs the sample service on its own: the whole API with made-up data, on the loopback address.

  --port N         port to listen on (default: any free port)
  --scenario NAME  how the service behaves (default: normal)
  --help           show this help

Scenarios:
${scenarios.map(({ name, help }) => `  ${name.padEnd(16)} ${help}`).join('\n')}
`;

export type CommandLine =
  | { readonly kind: 'serve'; readonly port: number; readonly scenario: Scenario }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string };

const wrong = (problem: string): CommandLine => ({ kind: 'wrong', problem });

/** Reads the arguments after the program's name. Never throws. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        scenario: { type: 'string', default: 'normal' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : NaN;
    if (!(port <= 65_535)) return wrong(`--port must be a number from 0 to 65535, not ${values.port}.`);
    const scenario = parseScenario(values.scenario);
    return scenario ? { kind: 'serve', port, scenario } : wrong(`Unknown scenario: ${values.scenario}.`);
  } catch (error) {
    return wrong(errorText(error));
  }
}

/** What a person needs to know to use the running service. */
export function announcement({ baseUrl, authUrl }: Sandbox, scenario: Scenario): string {
  const connections = [{ name: 'sample-service', baseUrl, authUrl }];
  return `The sample service is running (scenario ${scenario}). Its data is made up.

  Data service     ${baseUrl}
  Sign-in service  ${authUrl}
  User name        ${sampleSignIn.username}
  Password         ${sampleSignIn.password}

Add this to your user settings:

"marketData.connections": ${JSON.stringify(connections, null, 2)}

Press Ctrl+C to stop.
`;
}
