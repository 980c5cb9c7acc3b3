import { writePieces } from './block';
import type { ByteSink, ExportOptions, ExportSource } from './exportSource';
import { Pace } from './pace';

/** The response body, byte for byte as the service sent it. */
export async function writeJson(source: ExportSource, out: ByteSink, options: ExportOptions): Promise<void> {
  const pace = new Pace(options);
  for await (const chunk of source.body()) {
    options.signal.throwIfAborted();
    await writePieces(out, chunk);
    // How many rows a piece of the body stands for is not known before its end.
    if (pace.isOver()) await pace.rest(0);
  }
  options.onProgress(source.table.rows);
}
