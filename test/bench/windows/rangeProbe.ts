import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { memoryDuring } from '../results/memoryDuring';

/** What is fetched, from which service, and where the measurement is written. */
interface Given {
  readonly service: {
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly username: string;
    readonly password: string;
  };
  readonly range: Readonly<Record<string, unknown>>;
  readonly results: string;
}

/** What the fetch took in the extension host. */
export interface RangeTaken {
  readonly milliseconds: number;
  /** Peak memory of the host in addition to what it used before. */
  readonly megabytes: number;
  readonly rows: number;
  readonly problems: readonly string[];
}

/**
 * The entry that VS Code calls in the extension host: signs in to the service in the environment variable
 * `BENCH_PROBE`, which is a separate process, and fetches a range from it into the open folder.
 */
export async function run(): Promise<void> {
  const { service, range, results } = JSON.parse(process.env['BENCH_PROBE'] ?? '') as Given;
  const { baseUrl, authUrl, username, password } = service;
  const connection = 'bench';
  const settings = vscode.workspace.getConfiguration('marketData');
  const global = vscode.ConfigurationTarget.Global;
  await settings.update('connections', [{ name: connection, baseUrl, authUrl }], global);
  await vscode.commands.executeCommand('marketData.connection.signIn', { connection, username, password });
  const fetch = (more: Readonly<Record<string, unknown>>) =>
    vscode.commands.executeCommand('marketData.range.run', { ...range, connection, show: false, ...more });
  // A window in use has started its thread, and has memory for short-lived objects, which the engine never
  // returns.
  const turnover = { dataset: 'dayahead-turnover', parameters: {}, from: '2025-01-01', to: '2025-06-30' };
  await fetch({ ...turnover, target: 'before' });
  let fetched: unknown;
  const [milliseconds, megabytes] = await memoryDuring(async () => {
    fetched = await fetch({ target: 'range' });
  });
  const { rows, problems } = fetched as RangeTaken;
  writeFileSync(results, JSON.stringify({ milliseconds, megabytes, rows, problems }));
}
