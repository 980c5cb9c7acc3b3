import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';

/** What one sample measured, by name: milliseconds, bytes or counts. */
export type Figures = Record<string, number>;

/** A bundled program and its task. It prints its figures as one line of JSON. */
export interface Sample {
  readonly program: 'ours' | 'activate' | 'axios' | 'duckdb' | 'arquero';
  readonly task: object;
}

/** Median, minimum, and maximum of a figure over all samples of a side. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @throws Error if there is no value */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) throw new Error('Nothing was measured.');
  const upper = sorted[sorted.length >> 1] ?? most;
  const lower = sorted[(sorted.length - 1) >> 1] ?? least;
  return { median: (lower + upper) / 2, least, most };
}

/** Collects a sample's output. The last line contains the figures. */
async function figuresOf({ program, task }: Sample): Promise<Figures> {
  const script = join(import.meta.dirname, `${program}.mjs`);
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const line = printed.trimEnd().split('\n').at(-1) ?? '';
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${JSON.stringify(task)}`);
  return v.parse(v.record(v.string(), v.number()), JSON.parse(line));
}

/**
 * Runs every side this many times, each sample in a separate process and in random order, so that other load
 * on the machine affects all sides alike.
 */
export async function samplesOf<Side extends string>(
  sides: Readonly<Record<Side, Sample>>,
  repeats: number,
): Promise<Record<Side, Record<string, Spread>>> {
  const names = Object.keys(sides) as Side[];
  const turns = names
    .flatMap((side) => Array.from({ length: repeats }, () => ({ side, rank: Math.random() })))
    .sort((a, b) => a.rank - b.rank);
  const figures = new Map<Side, Figures[]>(names.map((side) => [side, []]));
  for (const { side } of turns) {
    const measured = await figuresOf(sides[side]);
    figures.get(side)?.push(measured);
    // Shows progress and intermediate figures, because a run can take half an hour.
    console.error(`${side} ${JSON.stringify(sides[side].task)} ${JSON.stringify(measured)}`);
  }
  const spreads = names.map((side) => [side, spreadsOf(figures.get(side) ?? [])] as const);
  return Object.fromEntries(spreads) as Record<Side, Record<string, Spread>>;
}

function spreadsOf(samples: readonly Figures[]): Record<string, Spread> {
  const names = Object.keys(samples[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, spreadOf(samples.map((figures) => figures[name] ?? Number.NaN))]),
  );
}

/** Runs a sample's task, which has this shape: measures, prints, and exits. */
export async function measure<Task>(
  shape: v.GenericSchema<unknown, Task>,
  run: (task: Task) => Promise<Figures>,
): Promise<void> {
  // The extension's thread does not keep the process alive.
  setInterval(() => undefined, 60_000);
  const figures = await run(v.parse(shape, JSON.parse(process.argv[2] ?? '{}')));
  console.log(JSON.stringify(figures));
  process.exit();
}
