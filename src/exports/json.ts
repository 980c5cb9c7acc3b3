import { Pace } from '../table/columns/pace';
import { writePieces } from './block';
import type { ByteSink, ExportOptions, ExportSource } from './exportSource';

/** The response body, byte for byte as the service sent it. */
export async function writeJson(source: ExportSource, out: ByteSink, options: ExportOptions): Promise<void> {
  const pace = new Pace(options.signal);
  for await (const chunk of source.body()) {
    await writePieces(out, chunk);
    if (pace.isOver()) await pace.rest();
  }
  options.onProgress(source.table.rows);
}
