import { DuckDBInstance } from '@duckdb/node-api';
import { duckdbOrders } from './duckdbOrders';
import { operationCases, rounds } from '../results/operationCases';
import { memoryDuring } from '../results/memoryDuring';
import { measure, type Figures } from '../sampling';
import { statSync } from 'node:fs';
import { exportTask, operationsTask, rangeTask, type TaskOf } from '../tasks';
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

/** Every value is decoded and fetched, but not converted to a JavaScript value. */
async function range({ folder, sort }: TaskOf<'range'>): Promise<Figures> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const files = `read_parquet('${folder}/*/*.parquet')`;
  const fetched = async (sql: string) => {
    const started = performance.now();
    const result = await connection.stream(sql);
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0;)
      chunk = await result.fetchChunk();
    return performance.now() - started;
  };
  const complete = await fetched(`FROM ${files}`);
  await connection.run(`CREATE TABLE sorted AS SELECT ${sort} FROM ${files}`);
  return { complete, sort: await fetched(`SELECT rowid FROM sorted ORDER BY ${sort}`) };
}

const tasks = v.variant('kind', [operationsTask, exportTask, rangeTask]);
await measure(tasks, (task) => {
  switch (task.kind) {
    case 'operations':
      return operations(task);
    case 'export':
      return copy(task);
    case 'range':
      return range(task);
  }
});
