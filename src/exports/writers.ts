/** One writer for each format. */
import type { Extent } from '../protocol/tableTypes';
import type { ExportFormat } from '../protocol/formats';
import { writeCsv } from './csv';
import {
  exportedExtent,
  type ByteSink,
  type ExportOptions,
  type ExportSource,
  type TableWriter,
} from './exportSource';
import { writeJson } from './json';
import { writeNdjson } from './ndjson';

/** Those of large modules are evaluated when they're used. */
const writers: { readonly [Format in Exclude<ExportFormat, 'json'>]: TableWriter } = {
  ndjson: writeNdjson,
  csv: writeCsv,
  parquet: async (...asked) => (await import('./parquet/parquet')).writeParquet(...asked),
  xlsx: async (...asked) => (await import('./xlsx/xlsx')).writeXlsx(...asked),
};

/**
 * Writes the result in the format, in pieces of at most a megabyte, with turns for other work of the thread
 * in between. Resolves with the extent of what was written. The table must not change meanwhile. Rejects with
 * the signal's reason once it's aborted; the partial output is useless.
 */
export async function writeTable(
  format: ExportFormat,
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
): Promise<Extent> {
  if (format === 'json') return writeJson(source, out, options);
  await writers[format](source, out, options);
  return exportedExtent(source);
}
