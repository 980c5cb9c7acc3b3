import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { RequestToCopy } from '#src/exports/copiedRequests/requestToCopy';
import type { Connection } from '#src/request/connection';
import { findDataset } from '#src/market/datasets/datasets';

/** Everything that could end a literal, a line or a variable of any of the four languages. */
export const odd = `a'b"c\\d $HOME \`id\` \${x} %41 +&=? {{y}} # ]ä😀\u2028`;
/** A word that HTTP allows as a scheme, and a shell would run. */
export const oddScheme = "Be$HOME`id`'er";
export const secrets = {
  MARKET_DATA_USERNAME: `user ${odd}`,
  MARKET_DATA_PASSWORD: `pass%]+${odd}`,
  MARKET_DATA_CLIENT_SECRET: `client:${odd}`,
  MARKET_DATA_HEADER_X_KEY: 'key"\\ 1',
};

/** A connection whose every text is odd, to a service at the origin. */
export const oddConnection = (
  origin: string,
  clientAuthentication: Connection['clientAuthentication'],
): Connection => ({
  name: 'test',
  baseUrl: `${origin}/api`,
  authUrl: `${origin}/id`,
  tokenPath: '/token',
  clientId: clientAuthentication === 'none' ? '' : `id ${odd}`,
  scope: `scope ${odd}`,
  clientAuthentication,
  tokenScheme: oddScheme,
  venue: 'venue',
  secretHeaders: ['X-Key'],
});

/** A query whose block name can be any text. */
export function queryOf(connection: Connection, blockname = odd): RequestToCopy {
  const dataset = findDataset('dayahead-prices')!;
  return { dataset, parameters: { blockname, deliveryarea: 'NO1,SE1' }, connection };
}

/** Where the tests write snippets. */
export const folder = mkdtempSync(join(tmpdir(), 'snippets-'));

/** How a program ended, and what it printed. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const run = (
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) =>
  new Promise<Run>((resolve) => {
    const env = { PATH: process.env.PATH, HOME: folder, ...variables };
    execFile(command, args, { env, cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err }),
    );
  });

/** Whether a program is on the path. Tests that need one are skipped where it is not. */
export const has = (command: string) =>
  spawnSync(command, ['--version'], { shell: process.platform === 'win32' }).status === 0;

/**
 * Python itself; empty if there is none. What is on the path may be a script that looks up which Python to
 * start, which takes longer than most snippets.
 */
export const python = pathOfPython();

function pathOfPython(): string {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable, end="")']);
  return status === 0 ? String(stdout) : '';
}

/** Writes a snippet to a file of its own and runs it. */
export const runners = {
  curl: (text: string, variables: Readonly<Record<string, string>> = secrets) => {
    const file = newFile('sh', text);
    return run('sh', [file], variables);
  },
  typescript: (text: string, variables: Readonly<Record<string, string>> = secrets) => {
    const file = newFile('mjs', transformSync(text, { loader: 'ts' }).code);
    return run(process.execPath, [file], variables);
  },
  python: (text: string, variables: Readonly<Record<string, string>> = secrets) => {
    const file = newFile('py', text);
    return run(python, [file], variables);
  },
} as const;
export const isThere = { curl: has('curl'), typescript: true, python: python !== '' };
export const targets = ['curl', 'typescript', 'python'] as const;

let files = 0;

/** Path of a new file with the text. */
export function newFile(suffix: string, text: string): string {
  const file = join(folder, `snippet${++files}.${suffix}`);
  writeFileSync(file, text);
  return file;
}
