import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cliBundle } from '../../../scripts/bundles.mjs';

/** How a run of the command line ended. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
}

/** The built command line, alone in an empty folder: nothing else is beside it, as where a CI job copies it. */
export interface BuiltCli {
  readonly folder: string;
  /** Starts it in `folder`, with these variables and no others that it looks at. */
  start(args: readonly string[], variables?: Readonly<Record<string, string>>): ChildProcess;
  run(args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Writes a file into `folder` that others can't read. Returns its name. */
  write(name: string, text: string): string;
}

export async function builtCli(node = process.execPath): Promise<BuiltCli> {
  const folder = mkdtempSync(join(tmpdir(), 'market-data-cli-'));
  await build({ ...cliBundle(true), outdir: folder, sourcemap: false });
  const { PATH = '', TMPDIR = '', TEMP = '', TMP = '', SystemRoot = '' } = process.env;
  const system = { PATH, TMPDIR, TEMP, TMP, SystemRoot };
  const start: BuiltCli['start'] = (args, variables = {}) =>
    spawn(node, [join(folder, 'cli.js'), ...args], {
      cwd: folder,
      env: { ...system, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    folder,
    start,
    run: (args, variables) => endOf(start(args, variables)),
    write(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text);
      chmodSync(path, 0o600);
      return name;
    },
  };
}

/** Collects what a process writes until it ends. */
export function endOf(child: ChildProcess): Promise<Ended> {
  let [out, errors] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out, errors })));
}
