import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { ColumnType } from '#src/market/records/recordKinds';
import { recordShapes } from '#src/market/records/recordKinds';
import type { Source } from '../tasks';

const sqlTypes: { readonly [Type in ColumnType]: string } = {
  time: 'TIMESTAMP',
  number: 'DOUBLE',
  integer: 'BIGINT',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
};

/** DuckDB in memory with all its threads, the body loaded into the table `orders`. */
export async function duckdbOrders({ target }: Source): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const columns = recordShapes.publicOrder.columns.map(({ name, type }) => `${name}: '${sqlTypes[type]}'`);
  const path = decodeURIComponent(target.slice(1));
  await connection.run(
    `CREATE TABLE orders AS FROM read_json('${path}', format = 'array', columns = {${columns.join(', ')}})`,
  );
  return connection;
}
