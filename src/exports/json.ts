import { Pace } from '../table/columns/pace';
import { writePieces } from './block';
import { rowCount, type ByteSink, type ExportOptions, type ExportSource } from './exportSource';

/** The response body, byte for byte as the service sent it, or the part of it with the chosen rows. */
export async function writeJson(source: ExportSource, out: ByteSink, options: ExportOptions): Promise<void> {
  const pace = new Pace(options.signal);
  await source.readBody(async (bytes) => {
    await writePieces(out, bytes);
    if (pace.isOver()) await pace.rest();
  });
  options.onProgress(rowCount(source));
}
