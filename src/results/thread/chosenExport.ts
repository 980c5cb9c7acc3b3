import { writePieces } from '../../exports/block';
import { exportedExtent, type ExportSource } from '../../exports/exportSource';
import { sheetOrder } from '../../exports/xlsx/sheetOrder';
import type { ExportOrder, Origin } from '../../protocol/exportOrder';
import type { ExportFormat } from '../../protocol/formats';
import { paced } from '../../table/columns/slices';
import type { Table } from '../../table/columns/table';
import { bodyPart } from '../../table/json/bodyPart';
import { deliveryColumns } from '../../table/rows/deliveryColumns';
import { chosenRows, namedColumns } from '../../table/rows/rows';
import { bodyOf, derive } from './answerParts';
import { readerOf, type Held } from './workerResult';

/** Bytes with some thousand values, which take a few milliseconds to replace. */
const seededAtOnce = 1 << 14;

/**
 * What to export: the chosen rows (or the first `most` of them) and columns, or everything. Columns that are
 * named twice are written once.
 */
export async function exportSourceOf(
  held: Held,
  origin: Origin,
  what: Pick<ExportOrder, 'rows' | 'values' | 'deliveryColumns'> & {
    format: ExportFormat;
    most?: number | undefined;
  },
  signal: AbortSignal,
): Promise<ExportSource> {
  const { format, rows: chosen, values, most = Infinity } = what;
  const { table, sorted } = held;
  if (chosen) await derive(table, chosen, signal);
  const inOrder = format === 'xlsx' ? sheetOrder(table.columns) : table.columns;
  const named = chosen?.columns ? new Set(namedColumns(table, chosen.columns)) : inOrder;
  const rows = firstOf(table, chosen && (await chosenRows(table, sorted, chosen, signal)), most);
  const added = what.deliveryColumns ? await paced(deliveryColumns(table, rows), signal) : [];
  // The number of the period may have been named, too.
  const columns = [...named].filter(({ key }) => added.every((each) => each.key !== key)).concat(added);
  const isEverything = rows === undefined || rows.length === table.rows;
  return {
    table,
    columns,
    rows,
    origin,
    async readBody(take) {
      const { spool, ...body } = bodyOf(held);
      const { seededBody, seededKey } = await import('../../exports/seeded/seededBody');
      const seeded = values && seededBody(body.record, seededKey(values, origin));
      const takePart = seeded
        ? (bytes: Uint8Array) =>
            writePieces({ write: (piece) => take(seeded.push(piece)) }, bytes, seededAtOnce)
        : take;
      // An interrupted response, as received, isn't a body that the service could have sent.
      const isAsReceived = !chosen || (isEverything && origin.complete);
      const part = { ...body, spool: readerOf(spool, signal) };
      const extent = isAsReceived
        ? exportedExtent({ table, rows })
        : await bodyPart(part, table, rows, takePart);
      if (isAsReceived) for await (const bytes of spool.body()) await takePart(bytes);
      if (seeded) await take(seeded.end());
      return extent;
    },
  };
}

function firstOf({ rows: all }: Table, rows: Uint32Array | undefined, most: number): Uint32Array | undefined {
  if (rows) return rows.subarray(0, most);
  return most < all ? Uint32Array.from({ length: most }, (_, row) => row) : undefined;
}
