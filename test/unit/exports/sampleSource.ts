import type { ExportSource } from '#src/exports/exportSource';
import type { Origin } from '#src/protocol/exportOrder';
import type { Table } from '#src/table/columns/table';

/** Where the rows of a test's export come from, if the test isn't about that. */
export const sampleOrigin: Origin = {
  dataset: 'intraday-orders',
  parameters: { deliveryarea: 'NO1' },
  connection: 'sandbox',
  requestedAt: '2026-03-29T10:00:00Z',
  outcome: 'success',
  complete: true,
  extensionVersion: '1.2.3',
};

/** A source that exports all of the table, and the body if a test needs one. */
export const everythingOf = (table: Table, body: Uint8Array = Buffer.alloc(0)): ExportSource => ({
  table,
  columns: table.columns,
  rows: undefined,
  origin: sampleOrigin,
  async readBody(take) {
    await take(body);
    return { records: table.records, rows: table.rows };
  },
});
