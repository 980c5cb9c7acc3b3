import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cache, root } from '../../../scripts/checkout.mjs';
import { pythonTools } from '../../harness/pythonTools.mjs';
import type { Bench } from '../parts';
import { productFolder } from '../ours/product';
import { areas, prices } from './ranges';
import type { RangeTaken } from './rangeProbe';
import { probed } from './realHost';
import type { Line, Report } from '../report';
import { spreadOf } from '../sampling';

interface Service {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly username: string;
  readonly password: string;
}

interface Range {
  readonly dataset: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly from: string;
  readonly to: string;
  readonly format: 'parquet' | 'ndjson';
}

/** The command line, as packaged. */
export const program = join(productFolder, 'dist', 'cli.js');

/** Starts the sample service as a separate process, so that its memory isn't counted. */
export async function withService<Result>(
  scenario: string,
  body: (service: Service) => Promise<Result>,
): Promise<Result> {
  const child = spawn(process.execPath, [program, 'sandbox', '--scenario', scenario], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('{"ready"')) return await body(JSON.parse(line) as Service);
    }
    throw new Error('The sample service did not start.');
  } finally {
    child.kill();
  }
}

/** Fetches a range in the extension host of a real VS Code, headless. */
async function inHost(service: Service, range: Range): Promise<RangeTaken> {
  const folder = join(cache, `range-${process.pid}`);
  try {
    const opened = join(folder, 'workspace');
    return (await probed(folder, {
      program: 'rangeProbe',
      given: { service, range },
      opened,
    })) as RangeTaken;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a program took for a range, with the processor time of all of its threads. */
interface Taken {
  readonly milliseconds: number;
  readonly processorMs: number;
  readonly rows: number;
}

/** Makes Node write the processor time of its process, in milliseconds, to a file when it ends. */
function notingProcessorTime(file: string): string {
  const code = `import { writeFileSync } from 'node:fs';
    import { isMainThread } from 'node:worker_threads';
    const note = () => {
      const { user, system } = process.cpuUsage();
      writeFileSync(${JSON.stringify(file)}, String((user + system) / 1000));
    };
    if (isMainThread) process.once('exit', note);`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** Runs a program, such as one that fetches a range into a folder, with the variables of the service's connection. */
export function runProgram(
  command: string,
  args: readonly string[],
  { baseUrl, authUrl, username, password }: Service,
  more: NodeJS.ProcessEnv = {},
): { readonly milliseconds: number; readonly stdout: string } {
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      ...more,
      MARKET_DATA_BASE_URL: baseUrl,
      MARKET_DATA_AUTH_URL: authUrl,
      MARKET_DATA_USERNAME: username,
      MARKET_DATA_PASSWORD: password,
    },
    maxBuffer: 1 << 26,
  });
  if (status !== 0 && status !== 1) throw new Error(`${command} ended with ${String(status)}: ${stderr}`);
  return { milliseconds: Date.now() - began, stdout };
}

/** Fetches the range with the command line. */
function withCommandLine(service: Service, { dataset, parameters, from, to, format }: Range): Taken {
  const folder = join(cache, `cli-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const file = join(folder, 'range.market.json');
    const query = { dataset, parameters: { ...parameters, startTime: from, endTime: from } };
    writeFileSync(file, JSON.stringify({ version: 1, queries: { range: query } }));
    const days = ['--from', from, '--to', to, '--format', format];
    const noted = join(folder, 'processor');
    const command = [notingProcessorTime(noted), program, 'range', file, 'range'];
    const args = [...command, ...days, '--target', folder, '--quiet'];
    const { milliseconds } = runProgram(process.execPath, args, service);
    const manifest = readFileSync(join(folder, `_${dataset}.manifest.json`), 'utf8');
    const { days: entries } = JSON.parse(manifest) as { days: Record<string, { rows: number }> };
    return {
      milliseconds,
      processorMs: Number(readFileSync(noted, 'utf8')),
      rows: Object.values(entries).reduce((sum, { rows }) => sum + rows, 0),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fetches the range with the script, `python` being an environment with its packages. */
function withScript(
  python: NodeJS.ProcessEnv,
  service: Service,
  { dataset, parameters, from, to }: Range,
): Taken & { readonly megabytes: number } {
  const folder = join(cache, `script-${process.pid}`);
  try {
    const script = join(root, 'test', 'bench', 'peers', 'fetchRange.py');
    const args = [script, dataset, String(new URLSearchParams(parameters)), from, to, folder];
    const { milliseconds, stdout } = runProgram('python', args, service, python);
    return {
      milliseconds,
      ...(JSON.parse(stdout) as { rows: number; megabytes: number; processorMs: number }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const alone = (value: number) => spreadOf([value]);

/** Fetches a range with every side, one after the other, from one service. */
async function sidesOf(
  service: Service,
  range: Range,
  what: string,
  python: NodeJS.ProcessEnv | undefined,
): Promise<Line[]> {
  const script = python && withScript(python, service, range);
  const commandLine = withCommandLine(service, range);
  const editor = await inHost(service, range);
  const { rows } = editor;
  for (const side of [commandLine, ...(script ? [script] : [])]) {
    if (side.rows !== rows) throw new Error(`${side.rows} rows, and ${rows} in the editor.`);
  }
  const reference = script ? { reference: alone(script.milliseconds) } : {};
  const { milliseconds, processorMs } = commandLine;
  return [
    {
      what: `${what}: command line`,
      unit: 'ms',
      ours: alone(milliseconds),
      ...(script ? { ...reference, goal: 1 } : {}),
    },
    {
      what: `${what}: processor time of the command line`,
      unit: 'ms',
      ours: alone(processorMs),
      ...(script ? { reference: alone(script.processorMs), goal: 1.5 } : {}),
    },
    { what: `${what}: editor`, unit: 'ms', ours: alone(editor.milliseconds), ...reference },
    {
      what: `${what}: additional memory of the editor`,
      unit: 'MB',
      ours: alone(editor.megabytes),
      ...(script ? { reference: alone(script.megabytes) } : {}),
    },
  ];
}

/** A year of prices. */
async function priceLines(size: Bench['size'], python: NodeJS.ProcessEnv | undefined): Promise<Line[]> {
  const parameters = { deliveryarea: areas.join(',') };
  const to = size === 'all' ? '2026-09-30' : '2025-10-31';
  const range: Range = { dataset: prices.id, parameters, from: '2025-10-01', to, format: 'parquet' };
  const what = `${size === 'all' ? 'a year' : 'a month'} of prices of ${areas.length} areas`;
  return withService('normal', (service) => sidesOf(service, range, what, python));
}

/** Days of many orders: with every side as Parquet, and with the editor as NDJSON. */
async function orderLines(size: Bench['size'], python: NodeJS.ProcessEnv | undefined): Promise<Line[]> {
  const [to, days] = size === 'all' ? (['2026-09-30', 30] as const) : (['2026-09-03', 3] as const);
  const perDay = 100_000;
  const parameters = { deliveryarea: 'NO1' };
  const range = { dataset: 'intraday-orders', parameters, from: '2026-09-01', to } as const;
  const what = `${days} days of ${perDay.toLocaleString('en-US')} orders`;
  return withService(`large:${perDay}`, async (service) => {
    const lines = await sidesOf(service, { ...range, format: 'parquet' }, `${what} as parquet`, python);
    const taken = await inHost(service, { ...range, format: 'ndjson' });
    if (taken.rows !== days * perDay) throw new Error(`${taken.rows} rows: ${taken.problems.join(' ')}`);
    return [
      ...lines,
      { what: `${what} as ndjson: editor`, unit: 'ms', ours: alone(taken.milliseconds) },
      {
        what: `${what} as ndjson: additional memory of the editor`,
        unit: 'MB',
        ours: alone(taken.megabytes),
        goal: 128,
      },
    ];
  });
}

/** What it takes to fetch ranges of delivery days into folders. */
export async function rangeRuns({ size }: Bench): Promise<Report> {
  const tools = await pythonTools('bench');
  const python = 'env' in tools ? tools.env : undefined;
  return {
    title: 'Fetching ranges of delivery days',
    reference: 'a Python script',
    lines: [...(await priceLines(size, python)), ...(await orderLines(size, python))],
    notes: [
      'The sample service, a process of its own, shares the machine.',
      'The script (peers/fetchRange.py) writes the same files with requests and pyarrow, two requests at a time, and checks nothing.',
      'Memory: the peak of the extension host above what it was before, garbage included; of the script, that of the whole process.',
      ...('missing' in tools ? [`The script was left out. ${tools.missing}`] : []),
    ],
  };
}
