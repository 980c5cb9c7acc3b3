import type { ExportFormat } from '../market/formats';
import { writeCsv } from './csv';
import type { ByteSink, ExportOptions, ExportSource, Writer } from './exportSource';
import { writeJson } from './json';
import { writeNdjson } from './ndjson';
import { writeParquet } from './parquet';

/** A new format does not compile until it has a writer. */
const writers: { readonly [Format in ExportFormat]: Writer } = {
  json: writeJson,
  ndjson: writeNdjson,
  csv: writeCsv,
  parquet: (source, out, options) => writeParquet(source, out, options),
};

/** Writes the result in bounded memory, pausing at every block so that others get their turn. */
export async function writeTable(
  format: ExportFormat,
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
): Promise<void> {
  await writers[format](source, out, options);
}
