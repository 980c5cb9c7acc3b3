import { DuckDBInstance } from '@duckdb/node-api';
import * as v from 'valibot';
import { recordShapes, type ColumnType } from '#src/market/records/recordKinds';
import { measure, type Figures } from '../sampling';
import { exportTask, rangeTask, type TaskOf } from '../tasks';

const sqlTypes: { readonly [Type in ColumnType]: string } = {
  time: 'TIMESTAMP',
  number: 'DOUBLE',
  integer: 'BIGINT',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
};
const copyFormats = { csv: 'CSV', ndjson: 'JSON', parquet: 'PARQUET' } as const;

const inMemory = async () => (await DuckDBInstance.create(':memory:')).connect();

/** Writes a table of orders, which is loaded before. */
async function copy({ format, path, target }: TaskOf<'export'>): Promise<Figures> {
  const connection = await inMemory();
  const columns = recordShapes.publicOrder.columns.map(({ name, type }) => `${name}: '${sqlTypes[type]}'`);
  const body = decodeURIComponent(target.slice(1));
  await connection.run(
    `CREATE TABLE orders AS FROM read_json('${body}', format = 'array', columns = {${columns.join(', ')}})`,
  );
  const started = performance.now();
  await connection.run(`COPY orders TO '${path}' (FORMAT ${copyFormats[format]})`);
  return { spent: performance.now() - started };
}

/** Every value is decoded and fetched, but not converted to a JavaScript value. */
async function range({ folder }: TaskOf<'range'>): Promise<Figures> {
  const connection = await inMemory();
  const started = performance.now();
  const result = await connection.stream(`FROM read_parquet('${folder}/*/*.parquet')`);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0;) chunk = await result.fetchChunk();
  return { complete: performance.now() - started };
}

await measure(v.variant('kind', [exportTask, rangeTask]), (task) =>
  task.kind === 'export' ? copy(task) : range(task),
);
