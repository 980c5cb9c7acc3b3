import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../parts';
import type { Line, Report } from '../report';
import { spreadOf } from '../sampling';
import { program, runProgram, withService } from './rangeRuns';

/** In milliseconds of processor time. */
const helpGoal = 150;
const queryGoal = 300;

/** Loaded into each process: notes at its end which processor time it took, in milliseconds. */
const noting = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeFileSync(__dirname + '/processor', String((user + system) / 1000));
});`;

const parameters = { deliveryarea: 'NO1', currency: 'EUR', startTime: 'yesterday', endTime: 'yesterday' };
const query = { dataset: 'dayahead-prices', parameters, expect: { complete: true } };

/** What each start of the command line costs, up to a day of prices of one area. */
export async function commandLine({ size }: Bench): Promise<Report> {
  const repeats = { all: 21, quick: 9, smoke: 1 }[size];
  const folder = mkdtempSync(join(tmpdir(), 'market-data-bench-cli-'));
  const [file, script, csv] = ['prices.market.json', 'noting.cjs', 'prices.csv'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(file, JSON.stringify({ version: 1, queries: { prices: query } }));
  writeFileSync(script, noting);
  const starts: readonly (readonly [what: string, args: readonly string[], goal?: number])[] = [
    ['node -e 0', ['-e', '0']],
    ['--version', [program, '--version'], helpGoal],
    ['--help', [program, '--help'], helpGoal],
    [
      'run of a day of prices to CSV',
      [program, 'run', file, 'prices', '--target', csv, '--overwrite'],
      queryGoal,
    ],
    ['check of a day of prices', [program, 'check', file], queryGoal],
  ];
  const taken = starts.map(() => ({ clock: [] as number[], processor: [] as number[] }));
  try {
    await withService('normal', (service) => {
      for (let turn = 0; turn < repeats; turn += 1) {
        for (const [at, [, args]] of starts.entries()) {
          const { milliseconds } = runProgram(process.execPath, ['--require', script, ...args], service);
          taken[at]?.clock.push(milliseconds);
          taken[at]?.processor.push(Number(readFileSync(join(folder, 'processor'), 'utf8')));
        }
      }
      return Promise.resolve();
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    title: 'Starts of the command line',
    reference: '',
    lines: starts.flatMap(([what, , goal], at): Line[] => {
      const { clock, processor } = taken[at]!;
      return [
        { what: `${what}, processor time`, unit: 'ms', ours: spreadOf(processor), ...(goal && { goal }) },
        { what: `${what}, clock`, unit: 'ms', ours: spreadOf(clock) },
      ];
    }),
    notes: [
      'The command line as it is packaged, in turns; the sample service runs as another process.',
      'Processor time is that of the whole process, with the start of Node itself.',
    ],
  };
}
