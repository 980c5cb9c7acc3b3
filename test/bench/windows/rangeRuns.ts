import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jobText } from '../../../src/exports/job/job';
import type { Connection } from '../../../src/request/connection';
import { cache } from '../../../scripts/checkout.mjs';
import { engineTools } from '../../harness/engineTools.mjs';
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

/** Starts the sample service as a separate process, so that its memory isn't counted. */
async function withService<Result>(
  scenario: string,
  body: (service: Service) => Promise<Result>,
): Promise<Result> {
  const program = join(productFolder, 'dist', 'cli.js');
  const child = spawn(process.execPath, [program, 'sandbox', '--scenario', scenario], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('{')) return await body(JSON.parse(line) as Service);
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

/** Runs a program as `python` does, and prints its peak memory in kB. */
const measured = `import atexit, resource, runpy, sys
peak = lambda: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
atexit.register(peak)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
`;

/** The copied job for the same range; `undefined` if there is no Python with its packages. */
async function inPython(
  service: Service,
  { parameters, from, to }: Range,
): Promise<Omit<RangeTaken, 'problems'> | undefined> {
  const tools = await engineTools();
  if (!('env' in tools)) return undefined;
  const folder = join(cache, `job-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const { baseUrl, authUrl, username, password } = service;
  const connection: Connection = {
    name: 'bench',
    baseUrl,
    authUrl,
    tokenPath: '/connect/token',
    clientId: '',
    scope: '',
    clientAuthentication: 'none',
    tokenScheme: 'Bearer',
    venue: '',
    secretHeaders: [],
  };
  try {
    writeFileSync(join(folder, 'job.py'), jobText({ dataset: prices, parameters, from, to, connection }));
    const began = Date.now();
    const { stdout, stderr } = spawnSync('python', ['-c', measured, 'job.py', 'range'], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...tools.env,
        MARKET_DATA_USERNAME: username,
        MARKET_DATA_PASSWORD: password,
      },
      maxBuffer: 1 << 26,
    });
    const milliseconds = Date.now() - began;
    const { rows } = JSON.parse(stdout) as { rows: number };
    return { milliseconds, rows, megabytes: (Number(stderr.trim().split('\n').at(-1)) * 1024) / 1e6 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const alone = (value: number) => spreadOf([value]);

/** A year of prices, fetched by the extension and by the job that it copies. */
async function priceLines(size: Bench['size']): Promise<Line[]> {
  const parameters = { deliveryarea: areas.join(',') };
  const to = size === 'all' ? '2026-09-30' : '2025-10-31';
  const range: Range = { dataset: prices.id, parameters, from: '2025-10-01', to, format: 'parquet' };
  return withService('normal', async (service) => {
    const ours = await inHost(service, range);
    const job = await inPython(service, range);
    if (job && job.rows !== ours.rows) throw new Error(`${ours.rows} rows, and ${job.rows} of the job.`);
    const rows = ours.rows.toLocaleString('en-US');
    const what = `${size === 'all' ? 'a year' : 'a month'} of prices of ${areas.length} areas, ${rows} rows`;
    return [
      {
        what,
        unit: 'ms',
        ours: alone(ours.milliseconds),
        ...(job ? { reference: alone(job.milliseconds) } : {}),
      },
      {
        what: `${what}: additional memory`,
        unit: 'MB',
        ours: alone(ours.megabytes),
        ...(job ? { reference: alone(job.megabytes) } : {}),
      },
    ];
  });
}

/** Days of many orders in each format. */
async function orderLines(size: Bench['size']): Promise<Line[]> {
  const [to, days] = size === 'all' ? (['2026-09-30', 30] as const) : (['2026-09-03', 3] as const);
  const perDay = 100_000;
  const lines: Line[] = [];
  for (const format of ['parquet', 'ndjson'] as const) {
    const parameters = { deliveryarea: 'NO1' };
    const range: Range = { dataset: 'intraday-orders', parameters, from: '2026-09-01', to, format };
    const taken = await withService(`large:${perDay}`, (service) => inHost(service, range));
    if (taken.rows !== days * perDay) throw new Error(`${taken.rows} rows: ${taken.problems.join(' ')}`);
    const what = `${days} days of ${perDay.toLocaleString('en-US')} orders as ${format}`;
    lines.push(
      { what, unit: 'ms', ours: alone(taken.milliseconds) },
      { what: `${what}: additional memory`, unit: 'MB', ours: alone(taken.megabytes), goal: 128 },
    );
  }
  return lines;
}

/** What it takes to fetch ranges of delivery days into folders. */
export async function rangeRuns({ size }: Bench): Promise<Report> {
  return {
    title: 'Fetching ranges of delivery days',
    reference: 'the copied Python job',
    lines: [...(await priceLines(size)), ...(await orderLines(size))],
    notes: [
      'The sample service, a process of its own, shares the machine.',
      'Memory: the peak of the extension host above what it was before, garbage included; of the job, that of the whole process.',
    ],
  };
}
