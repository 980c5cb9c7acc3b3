import { parseTree } from 'jsonc-parser';
import { performance } from 'node:perf_hooks';
import { datasets } from '#src/market/datasets/datasets';
import { isTimeKind } from '#src/market/datasets/dataset';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { spreadOf, type Figures } from '../sampling';
import type { TaskOf } from '../tasks';

/** A query file as a team writes it: every dataset in turn, with every kind of expectation. */
function fileOf(count: number): string {
  const queries = Array.from({ length: count }, (_, at) => {
    const dataset = datasets[at % datasets.length];
    const day = at % 5 === 0 ? 'today' : `2026-03-${String(1 + (at % 28)).padStart(2, '0')}`;
    const parameters = (dataset?.parameters ?? []).map(({ name, kind, choices = [] }): [string, string] => [
      name,
      isTimeKind(kind) ? day : (choices[at % Math.max(1, choices.length)]?.value ?? 'NO1'),
    ]);
    const query = {
      description: `What integration ${at} relies on`,
      dataset: dataset?.id,
      parameters: Object.fromEntries(parameters),
      expect: {
        complete: true,
        rows: { '>=': 1, '<=': 5000 },
        columns: { value: { '>=': -500, '<=': 4000, notNull: true }, unit: { in: ['EUR/MWh', 'MW'] } },
        fingerprint: `v1:sha256:${'0'.repeat(64)}`,
      },
      export: { format: 'csv', target: `data/query-${at}.csv` },
    };
    return [`query ${at}`, query] as const;
  });
  const file = { version: 1, timeZone: 'Europe/London', queries: Object.fromEntries(queries) };
  return `// What we rely on.\n${JSON.stringify(file, null, 2)}\n`;
}

const now = Date.parse('2026-03-20T08:00:00Z');

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Reads the file once, and again after each key that a person presses in it. */
export function readAfterKeys({ queries, keys }: TaskOf<'queryFile'>): Figures {
  const text = fileOf(queries);
  const first = timed(() => readQueryFile(text, now));
  const typed = Array.from({ length: keys }, (_, at) =>
    text.replace('"today"', `"today-${at}d"`).concat(' '.repeat(at)),
  );
  const ours = typed.map((each) => timed(() => readQueryFile(each, now)));
  const parsed = typed.map((each) => timed(() => parseTree(each)));
  const key = spreadOf(ours);
  return { first, key: key.median, slowest: key.most, parse: spreadOf(parsed).median, size: text.length };
}
