import type { ByteSink, ExportOptions, ExportSource } from '#src/exports/exportSource';
import { writeTable } from '#src/exports/writers';
import type { RecordKind } from '#src/market/records/recordKinds';
import type { Origin } from '#src/protocol/exportOrder';
import type { ExportFormat } from '#src/protocol/formats';
import type { Table } from '#src/table/columns/table';
import { readBody } from '../table/readBody';

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

/** All of a response that arrived whole. */
export const sourceOf = (body: string, kind: RecordKind = 'publicOrder'): ExportSource =>
  everythingOf(readBody(body, kind).table, Buffer.from(body));

/** Of an export that nobody watches or cancels. */
export const unwatched = () => ({ onProgress: () => undefined, signal: new AbortController().signal });

/** The pieces of a file, each copied, because its writer may use the buffer again. */
export async function piecesOf(write: (sink: ByteSink) => Promise<unknown>): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  await write({ write: (bytes) => Promise.resolve(void pieces.push(Buffer.from(bytes))) });
  return pieces;
}

/** The file that an export writes. */
export const written = async (
  format: ExportFormat,
  source: ExportSource,
  more: Partial<ExportOptions> = {},
): Promise<Buffer> =>
  Buffer.concat(await piecesOf((sink) => writeTable(format, source, sink, { ...unwatched(), ...more })));
