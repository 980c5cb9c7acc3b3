import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Bench, Part } from './parts';
import { markdownOf, reaches, type Report } from './report';
import { fileOf } from './results/bodies';
import { decode } from './results/decode';
import { exports } from './results/exports';
import { millionOrders } from './results/millionOrders';
import { openedRanges } from './results/openedRanges';
import { wholeRuns } from './results/wholeRuns';
import { commandLine } from './windows/commandLine';
import { rangeRuns } from './windows/rangeRuns';
import { tabs } from './windows/tabs';

const parts: Readonly<Record<string, Part>> = {
  decode,
  wholeRuns,
  commandLine,
  openedRanges,
  millionOrders,
  exports,
  rangeRuns,
  tabs,
};
/** Those that open a window. A smoke test must not need one, and only this commit's extension runs in it. */
const inWindows: readonly Part[] = [rangeRuns, tabs];

/** The commit that this one is compared with. */
const against = process.env.BENCH_AGAINST;
const asked = process.argv.slice(2);
const named = asked.filter((word) => !word.startsWith('--'));
const isSmoke = asked.includes('--smoke');
const measurable = Object.entries(parts).filter(
  ([, part]) => !inWindows.includes(part) || (!isSmoke && against === undefined),
);
const choices = measurable.map(([name]) => name);
const unknown = named.filter((name) => !choices.includes(name));
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
  size: isSmoke ? 'smoke' : asked.includes('--quick') ? 'quick' : 'all',
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
for (const [name, part] of measurable) {
  if (named.length > 0 && !named.includes(name)) continue;
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
