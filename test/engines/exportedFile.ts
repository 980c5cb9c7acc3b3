import type { FormatOptions } from '#src/protocol/exportOrder';
import type { ExportFormat } from '#src/protocol/formats';
import type { RecordKind } from '#src/market/records/recordKinds';
import { paced } from '#src/table/columns/slices';
import { deliveryColumns } from '#src/table/rows/deliveryColumns';
import { everythingOf, written } from '../unit/exports/sampleSource';
import { readBody } from '../unit/table/readBody';

/** A file with the first rows of a response, and the delivery columns at the end. */
export async function exportedTo(
  body: string,
  record: RecordKind,
  most: number,
  { format, ...options }: FormatOptions & { readonly format: ExportFormat },
): Promise<Buffer> {
  const { table } = readBody(body, record);
  const rows = Uint32Array.from({ length: Math.min(most, table.rows) }, (_, row) => row);
  const columns = [...table.columns, ...(await paced(deliveryColumns(table, rows)))];
  return written(format, { ...everythingOf(table), rows, columns }, options);
}
