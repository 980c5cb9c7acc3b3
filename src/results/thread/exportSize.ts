import type { Origin, ExportSource } from '../../exports/exportSource';
import { rowCount } from '../../exports/exportSource';
import type { ExportFormat } from '../../exports/formats';
import { writeTable } from '../../exports/writers';
import { partExtent, type ReadBody } from '../../table/json/bodyPart';
import type { ThreadQuestions } from '../workerMessages';

/** So many rows tell how many bytes a row takes. */
const measuredRows = 1000;
/** Records of a sorted body are anywhere in it: of more, none is read. */
const measuredOfBody = 100;

/** A measured file is never kept, so it doesn't matter where its rows are from. */
export const unstatedOrigin: Origin = {
  dataset: '',
  parameters: {},
  connection: '',
  requestedAt: '',
  outcome: 'success',
  complete: true,
  extensionVersion: '',
};

/**
 * How many rows a file would have, and about how many bytes: those of the first rows, and for each row after them
 * as many as the later half of these had. What a file has once, such as a header, isn't counted again. Many rows
 * of a body have their share of its bytes. Rejects as the export would if there is no such part of a body.
 */
export async function exportSize(
  format: ExportFormat,
  { table, rows }: Pick<ExportSource, 'table' | 'rows'>,
  body: ReadBody | null,
  /** The first so many of the rows. */
  first: (most: number) => Promise<ExportSource>,
  signal: AbortSignal,
): Promise<ThreadQuestions['exportSize']['answer']> {
  const isPart = format === 'json' && body !== null;
  const total = isPart ? (await partExtent(body, table, rows)).rows : rowCount({ table, rows });
  if (isPart && total > measuredOfBody) {
    return { rows: total, bytes: Math.round((body.spool.length * total) / table.rows) };
  }
  async function measure(most: number): Promise<number> {
    let bytes = 0;
    const write = (piece: Uint8Array) => {
      bytes += piece.length;
      return Promise.resolve();
    };
    await writeTable(format, await first(most), { write }, { onProgress: () => undefined, signal });
    return bytes;
  }
  const bytes = await measure(measuredRows);
  if (total <= measuredRows) return { rows: total, bytes };
  const half = measuredRows / 2;
  const each = Math.max(0, (bytes - (await measure(half))) / half);
  return { rows: total, bytes: Math.round(bytes + (total - measuredRows) * each) };
}
