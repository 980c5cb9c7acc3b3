/** How results leave: one writer per format. */
import type { ExportFormat } from './formats';
import { writeCsv } from './csv';
import type { ByteSink, ExportOptions, ExportSource, TableWriter } from './exportSource';
import { writeJson } from './json';
import { writeNdjson } from './ndjson';
import { writeParquet } from './parquet/parquet';
import { writeXlsx } from './xlsx/xlsx';

const writers: { readonly [Format in ExportFormat]: TableWriter } = {
  json: writeJson,
  ndjson: writeNdjson,
  csv: writeCsv,
  parquet: writeParquet,
  xlsx: writeXlsx,
};

/**
 * Writes the result in the format, in pieces of at most a megabyte, with turns for other work of
 * the thread in between. The table must not change meanwhile. Rejects with the signal's reason once
 * it is aborted; what was written until then is of no use.
 */
export async function writeTable(
  format: ExportFormat,
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
): Promise<void> {
  await writers[format](source, out, options);
}
