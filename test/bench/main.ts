import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { activation } from './windows/activation';
import { commandLine } from './windows/commandLine';
import { fileOf } from './results/bodies';
import { decode, large } from './results/decode';
import { exports } from './results/exports';
import { hostBlock } from './results/hostBlock';
import { memory } from './results/memory';
import { openedRanges } from './results/openedRanges';
import { operations } from './results/operations';
import type { Bench, Part } from './parts';
import { queries } from './results/queries';
import { rangeRuns } from './windows/rangeRuns';
import { ranges } from './windows/ranges';
import { markdownOf, reaches, type Report } from './report';
import { window } from './windows/window';

const parts: Readonly<Record<string, Part>> = {
  decode,
  large,
  operations,
  exports,
  memory,
  hostBlock,
  queries,
  activation,
  commandLine,
  openedRanges,
  window,
  ranges,
  rangeRuns,
};

/** The parts that measure the thread and its host alone, so another commit can do the same. */
const comparable = [
  'decode',
  'large',
  'operations',
  'exports',
  'memory',
  'hostBlock',
  'queries',
  'openedRanges',
];

/** The commit that this one is compared with. */
const against = process.env.BENCH_AGAINST;
const asked = process.argv.slice(2);
const isQuick = asked.includes('--quick');
const named = asked.filter((word) => !word.startsWith('--'));
const names = against !== undefined && named.length === 0 ? ['decode', 'openedRanges', 'exports'] : named;
const choices = against === undefined ? Object.keys(parts) : comparable;
const unknown = names.filter((name) => !choices.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${choices.join(', ')}.`);
  process.exit(2);
}

const server = spawn(process.execPath, [join(import.meta.dirname, 'bodyServer.mjs')], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const [announced] = (await once(server.stdout, 'data')) as [Buffer];
const origin = `http://127.0.0.1:${announced.toString().trim()}`;

const bench: Bench = {
  size: asked.includes('--smoke') ? 'smoke' : !isQuick ? 'all' : against === undefined ? 'quick' : 'brief',
  source: async (body, encoding) => {
    const path = await fileOf(body, encoding);
    return {
      dataset: body.dataset,
      rows: body.rows,
      origin,
      target: `/${encodeURIComponent(path)}`,
    };
  },
};

console.log(
  `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB, ` +
    `Node ${process.versions.node}, ${process.platform}; ${new Date().toISOString().slice(0, 10)}\n`,
);
let missed = 0;
for (const [name, part] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  // The UI tests check whether a window opens. A smoke test must not need a browser.
  if ([window, ranges, rangeRuns].includes(part) && bench.size === 'smoke') continue;
  const measured = await part(bench);
  const report = against === undefined ? measured : compared(measured, against);
  missed += report.lines.filter((line) => reaches(line) === false).length;
  console.log(markdownOf(report));
}
if (against === undefined) {
  console.log(missed === 0 ? 'Every goal is reached.' : `${missed} goals are not reached.`);
}
server.stdin.end();

/** The other commit's figures as the reference. Goals are for the usual references, so there are none. */
function compared({ title, lines }: Report, reference: string): Report {
  return {
    title,
    reference,
    lines: lines.map(({ what, unit, ours }) => ({
      what,
      unit,
      ours,
      ...(ours.theirs && { reference: ours.theirs }),
    })),
    notes: [],
  };
}
