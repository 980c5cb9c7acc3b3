/** The thread's answers to questions about exports, with all that writes files. */
import { writePieces } from '../../exports/block';
import type { ExportOrder, Origin } from '../../protocol/exportOrder';
import { exportedExtent, type ExportSource } from '../../exports/exportSource';
import type { ExportFormat } from '../../protocol/formats';
import { writeTable } from '../../exports/writers';
import { sheetOrder } from '../../exports/xlsx/sheetOrder';
import { seededBody, seededKey } from '../../exports/seeded/seededBody';
import { bodyPart } from '../../table/json/bodyPart';
import { deliveryColumns } from '../../table/rows/deliveryColumns';
import { derivePeriods } from '../../table/rows/periodColumn';
import { namedColumns, chosenRows } from '../../table/rows/rows';
import { paced } from '../../table/columns/slices';
import type { Table } from '../../table/columns/table';
import { writeToFile } from './exportFile';
import { exportSize, unstatedOrigin } from './exportSize';
import type { ExportedFile, KnownOfResult, ThreadQuestions } from '../../protocol/workerMessages';
import { bodyOf, readerOf, type Held } from './workerResult';

/** Writes the result, or chosen rows of it, to a new file. Rejects like `writeToFile`. */
export async function exported(
  held: Held,
  { order, path, origin }: ThreadQuestions['export']['question'],
  { onProgress, signal }: { readonly onProgress: (done: number) => void; readonly signal: AbortSignal },
): Promise<ExportedFile> {
  const { resolution, layout } = order;
  const source = await sourceOf(held, { ...origin, resolution, layout }, order, signal);
  const options = { ...order, onProgress, signal };
  return writeToFile(path, order.beside.provenance, (out) => writeTable(order.format, source, out, options));
}

/** Estimates the size of such a file, see `exportSize`. */
export async function estimated(
  held: Held,
  what: ThreadQuestions['exportSize']['question'],
  { known: { asked }, signal }: { readonly known: KnownOfResult; readonly signal: AbortSignal },
): Promise<ThreadQuestions['exportSize']['answer']> {
  const rows = { ...what.rows, asked };
  const first = (most?: number) => sourceOf(held, unstatedOrigin, { ...what, rows, most }, signal);
  const body = held.body && { ...held.body, spool: readerOf(held.body.spool, signal) };
  return exportSize(what.format, await first(), body, first, signal);
}

/** Bytes with some thousand values, which take a few milliseconds to replace. */
const seededAtOnce = 1 << 14;

/**
 * What to export: the chosen rows (or the first `most` of them) and columns, or everything. Columns that are
 * named twice are written once.
 */
async function sourceOf(
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
  if (chosen) await derivePeriods(table, chosen, signal);
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
