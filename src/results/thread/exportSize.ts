import { rowCount, type ExportSource } from '../../exports/exportSource';
import type { Origin } from '../../protocol/exportOrder';
import type { ExportFormat } from '../../protocol/formats';
import { writeTable } from '../../exports/writers';
import { partExtent, type ReadBody } from '../../table/json/bodyPart';
import type { ThreadQuestions } from '../../protocol/workerMessages';

/** How many rows are written to estimate the bytes of a row. */
const measuredRows = 1000;
/** Records of a sorted body can be anywhere in it, so for more rows than this, none is read. */
const measuredOfBody = 100;

/** The origin for a measured file, which is never kept. */
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
 * How many rows a file would have, and approximately how many bytes: those of the first rows, and for each
 * additional row as many as the second half of these took on average. So what a file contains only once, such
 * as a header, isn't counted again. Many rows of a body are estimated by their share of its rows. Rejects as
 * the export would if the body has no such part.
 */
export async function exportSize(
  format: ExportFormat,
  { table, rows }: Pick<ExportSource, 'table' | 'rows'>,
  body: ReadBody | null,
  /** Returns the first `most` of the rows. */
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
