import type { RecordKind } from '#src/market/records/recordKinds';
import { BodyReader } from '#src/table/body/bodyReader';
import type { Table } from '#src/table/columns/table';

/** Reads a body that arrives whole, or cut at these places, to its end. */
export const readBody = (body: string | Uint8Array, kind: RecordKind = 'timeSeries', cuts: number[] = []) => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
  const reader = new BodyReader(kind, 1e9);
  const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b)];
  places.forEach((from, at) => reader.push(bytes.subarray(from, places[at + 1] ?? bytes.length)));
  return { verdict: reader.end(true), table: reader.table };
};

/** The rows, cell for cell as they are shown. */
export const rowsOf = (table: Table) =>
  Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(table.columns.map((column) => [column.key, column.text(row)])),
  );

/** A series as sent, of values as text. */
export const series = (values: string) =>
  `{"type":"price","attributes":[{"role":null,"name":"deliveryArea","value":"NO1"}],"values":[${values}]}`;

/** A value of a series as sent. */
export const value = (start: string, text: string) =>
  `{"startTime":"${start}","endTime":"2026-03-28T23:15:00Z","value":${text}}`;
