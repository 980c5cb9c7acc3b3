import { from, type ColumnTable } from 'arquero';
import { duckdbOrders } from './duckdbOrders';
import { operationCases, operationColumns, rounds, type OperationCase } from '../results/operationCases';
import { measure, type Figures } from '../sampling';
import { operationsTask, type TaskOf } from '../tasks';

/** The body is too long for JSON.parse, so DuckDB reads it, untimed. */
async function ordersTable(task: TaskOf<'operations'>): Promise<ColumnTable> {
  const connection = await duckdbOrders(task);
  const names = operationColumns.map((name) =>
    name === 'createdTime' ? 'createdTimeEpoch::DOUBLE AS createdTime' : name,
  );
  const reader = await connection.runAndReadAll(
    `SELECT ${names.join(', ')} FROM orders`.replace('quantity', 'quantity::DOUBLE AS quantity'),
  );
  return from(reader.getRowObjectsJS());
}

/** Orders and filters are lazy: reading the row numbers computes them. */
function asked(table: ColumnTable, question: NonNullable<OperationCase['arquero']>): number {
  if ('groupBy' in question) return table.groupby(question.groupBy).count().numRows();
  const found = 'orderBy' in question ? table.orderby(question.orderBy) : table.filter(question.filter);
  return found.indices().length;
}

await measure(operationsTask, async (task) => {
  const table = await ordersTable(task);
  const figures: Figures = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, arquero } of operationCases) {
      if (!arquero) continue;
      const started = performance.now();
      asked(table, arquero);
      figures[what] = performance.now() - started;
    }
  }
  return figures;
});
