import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
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
  /** For its temporary files alone, outside of `folder`. */
  readonly temporary: string;
  /** Starts it in `folder`, with these variables and no others that it looks at. */
  start(args: readonly string[], variables?: Readonly<Record<string, string>>): ChildProcess;
  run(args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Writes a file into `folder` that others can't read. Returns its name. */
  write(name: string, text: string): string;
}

/** The path of the command line as it's packaged, built once for all tests of a run. */
export async function builtCliFile(): Promise<string> {
  const path = join(tmpdir(), 'market-data-cli.js');
  if (existsSync(path)) return path;
  // Another worker may build it at the same time.
  const own = mkdtempSync(join(tmpdir(), 'market-data-built-'));
  await build({ ...cliBundle(true), outdir: own, sourcemap: false });
  renameSync(join(own, 'cli.js'), path);
  return path;
}

export async function builtCli(node = process.execPath): Promise<BuiltCli> {
  const own = mkdtempSync(join(tmpdir(), 'market-data-cli-'));
  const [folder, temporary] = [join(own, 'work'), join(own, 'temporary')];
  for (const each of [folder, temporary]) mkdirSync(each);
  copyFileSync(await builtCliFile(), join(folder, 'cli.js'));
  const { PATH = '', SystemRoot = '' } = process.env;
  const system = { PATH, TMPDIR: temporary, TEMP: temporary, TMP: temporary, SystemRoot };
  const start: BuiltCli['start'] = (args, variables = {}) =>
    spawn(node, [join(folder, 'cli.js'), ...args], {
      cwd: folder,
      env: { ...system, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    folder,
    temporary,
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
