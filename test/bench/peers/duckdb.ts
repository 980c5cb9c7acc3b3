import { duckdbOrders } from './duckdbOrders';
import { operationCases, rounds } from '../results/operationCases';
import { memoryDuring } from '../results/memoryDuring';
import { measure, type Figures } from '../sampling';
import { statSync } from 'node:fs';
import { exportTask, operationsTask, type TaskOf } from '../tasks';
import * as v from 'valibot';

/** Every result is fetched, but not converted to JavaScript values. */
async function operations(task: TaskOf<'operations'>): Promise<Figures> {
  const connection = await duckdbOrders(task);
  const figures: Figures = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, sql } of operationCases) {
      const started = performance.now();
      await (await connection.run(sql)).fetchAllChunks();
      figures[what] = performance.now() - started;
    }
  }
  return figures;
}

const copyFormats = { csv: 'CSV', ndjson: 'JSON', parquet: 'PARQUET' } as const;

async function copy({ format, path, ...source }: TaskOf<'export'>): Promise<Figures> {
  const connection = await duckdbOrders(source);
  const [spent, memory] = await memoryDuring(() =>
    connection.run(`COPY orders TO '${path}' (FORMAT ${copyFormats[format]})`),
  );
  return { spent, memory, size: statSync(path).size / 1e6 };
}

await measure(v.variant('kind', [operationsTask, exportTask]), (task) =>
  task.kind === 'operations' ? operations(task) : copy(task),
);
