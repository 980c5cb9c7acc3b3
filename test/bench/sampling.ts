import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';

/** What one sample measured, by name: milliseconds, bytes or counts. */
export type Figures = Record<string, number>;

/** Where the programs of another commit are, if both are compared. */
const otherPrograms = process.env.BENCH_AGAINST_PROGRAMS;

/** A bundled program and its task. It prints its figures as one line of JSON. */
export interface Sample {
  readonly program: 'ours' | 'axios' | 'duckdb';
  readonly task: object;
}

/** Median, minimum, and maximum of a figure over all samples of a side. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** The same figure of the other commit, if it's compared and can do the task. */
  readonly theirs?: Spread;
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
async function figuresOf({ program, task }: Sample, folder: string): Promise<Figures> {
  const script = join(folder, `${program}.mjs`);
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
 * on the machine affects all programs alike. If there is another commit, it runs in turn with this one, and the
 * references are left out.
 */
export async function samplesOf<Side extends string>(
  sides: Readonly<Record<Side, Sample>>,
  repeats: number,
): Promise<Record<Side, Record<string, Spread>>> {
  const names = Object.keys(sides) as Side[];
  const measured = names.filter((side) => otherPrograms === undefined || sides[side].program === 'ours');
  const turns = measured
    .flatMap((side) => Array.from({ length: repeats }, () => ({ side, rank: Math.random() })))
    .sort((a, b) => a.rank - b.rank);
  const [figures, theirFigures] = [new Map<Side, Figures[]>(), new Map<Side, Figures[]>()];
  for (const [turn, { side }] of turns.entries()) {
    const ours = async () => collect(figures, side, await figuresOf(sides[side], import.meta.dirname));
    const theirs = async () => {
      if (otherPrograms === undefined) return;
      try {
        collect(theirFigures, side, await figuresOf(sides[side], otherPrograms));
      } catch (error) {
        console.error(`The other commit can't do this: ${String(error)}`);
      }
    };
    for (const run of turn % 2 === 0 ? [ours, theirs] : [theirs, ours]) await run();
  }
  const spreads = names.map((side) => {
    const theirs = spreadsOf(theirFigures.get(side) ?? []);
    return [side, spreadsOf(figures.get(side) ?? [], theirs)] as const;
  });
  return Object.fromEntries(spreads) as Record<Side, Record<string, Spread>>;

  function collect(into: Map<Side, Figures[]>, side: Side, one: Figures) {
    into.set(side, [...(into.get(side) ?? []), one]);
    // Shows progress and intermediate figures, because a run takes minutes.
    const whose = into === figures ? side : `${side} (other commit)`;
    console.error(`${whose} ${JSON.stringify(sides[side].task)} ${JSON.stringify(one)}`);
  }
}

function spreadsOf(samples: readonly Figures[], theirs: Record<string, Spread> = {}): Record<string, Spread> {
  const names = Object.keys(samples[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const spread = spreadOf(samples.map((figures) => figures[name] ?? Number.NaN));
      return [name, theirs[name] ? { ...spread, theirs: theirs[name] } : spread];
    }),
  );
}

/** The processor time that the whole process has taken since `before`, in milliseconds. */
export function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
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
