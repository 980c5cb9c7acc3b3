import { Turns } from '../table/columns/turns';
import type { Extent } from '../protocol/tableTypes';
import { writePieces } from './block';
import type { ByteSink, ExportOptions, ExportSource } from './exportSource';

/**
 * Writes the response body, byte for byte as the service sent it, or the part of it with the chosen rows.
 * Resolves with the extent of what was written. Rejects with the signal's reason, or with the error of the
 * sink or the body.
 */
export async function writeJson(
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
): Promise<Extent> {
  const turns = new Turns(options.signal);
  const extent = await source.readBody(async (bytes) => {
    await writePieces(out, bytes);
    if (turns.isOver()) await turns.next();
  });
  options.onProgress(extent.rows);
  return extent;
}
