import { execFile, spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import type { SnippetQuery } from '../../../src/exports/snippets/environment';
import type { Connection } from '../../../src/request/connection';
import { findDataset } from '../../../src/market/datasets/datasets';
import { targetOf } from '../../../src/request/requestTarget';

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
export function queryOf(connection: Connection, blockname = odd): SnippetQuery {
  const dataset = findDataset('dayahead-prices')!;
  const parameters = { blockname, deliveryarea: 'NO1,SE1' };
  return {
    dataset,
    parameters,
    connection,
    url: connection.baseUrl + targetOf({ dataset, parameters }, connection),
  };
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

/** Runs files of Python one after the other, each with its variables and from the beginning. */
const pythonHost = `
import contextlib, io, json, os, runpy, sys, traceback

for line in sys.stdin:
    file, variables = json.loads(line)
    os.environ.clear()
    os.environ.update(variables)
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_path(file, run_name="__main__")
        except SystemExit as end:
            code = end.code
            if isinstance(code, str):
                print(code, file=sys.stderr)
                code = 1
        except BaseException:
            traceback.print_exc()
            code = 1
    print(json.dumps([code or 0, out.getvalue(), err.getvalue()]), flush=True)
`;

/**
 * Runs snippets in one process: a new one takes much longer than a snippet that ends before its first request.
 * `runners` show that snippets end in the same way as programs.
 */
export function sharedProcess(target: 'typescript' | 'python') {
  if (target === 'typescript') return { run: runInThread, end: () => undefined };
  let program: ChildProcessWithoutNullStreams | undefined;
  let lines: AsyncIterator<string> | undefined;
  return {
    run: async (text: string, variables: Readonly<Record<string, string>>): Promise<Run> => {
      program ??= spawn(python, ['-c', pythonHost], { env: { PATH: process.env.PATH, HOME: folder } });
      lines ??= createInterface(program.stdout)[Symbol.asyncIterator]();
      program.stdin.write(`${JSON.stringify([newFile('py', text), variables])}\n`);
      const { value } = (await lines.next()) as { value: string };
      const [code, out, err] = JSON.parse(value) as [number, string, string];
      return { code, out, err };
    },
    end: () => program?.stdin.end(),
  };
}

async function runInThread(text: string, variables: Readonly<Record<string, string>>): Promise<Run> {
  const file = newFile('mjs', transformSync(text, { loader: 'ts' }).code);
  const worker = new Worker(file, { env: { ...variables }, stdout: true, stderr: true });
  const [[code], out, err] = await Promise.all([
    once(worker, 'exit') as Promise<[number]>,
    textOf(worker.stdout),
    textOf(worker.stderr),
  ]);
  return { code, out, err };
}

let files = 0;

/** Path of a new file with the text. */
export function newFile(suffix: string, text: string): string {
  const file = join(folder, `snippet${++files}.${suffix}`);
  writeFileSync(file, text);
  return file;
}
