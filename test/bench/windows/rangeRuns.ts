import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cache } from '../../../scripts/checkout.mjs';
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

const alone = (value: number) => spreadOf([value]);

/** A year of prices. */
async function priceLines(size: Bench['size']): Promise<Line[]> {
  const parameters = { deliveryarea: areas.join(',') };
  const to = size === 'all' ? '2026-09-30' : '2025-10-31';
  const range: Range = { dataset: prices.id, parameters, from: '2025-10-01', to, format: 'parquet' };
  return withService('normal', async (service) => {
    const ours = await inHost(service, range);
    const rows = ours.rows.toLocaleString('en-US');
    const what = `${size === 'all' ? 'a year' : 'a month'} of prices of ${areas.length} areas, ${rows} rows`;
    return [
      { what, unit: 'ms', ours: alone(ours.milliseconds) },
      { what: `${what}: additional memory`, unit: 'MB', ours: alone(ours.megabytes) },
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
    reference: 'none',
    lines: [...(await priceLines(size)), ...(await orderLines(size))],
    notes: [
      'The sample service, a process of its own, shares the machine.',
      'Memory: the peak of the extension host above what it was before, garbage included.',
    ],
  };
}
