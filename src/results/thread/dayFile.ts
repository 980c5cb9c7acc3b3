import * as l10n from '@vscode/l10n';
import { writeNdjson } from '../../exports/ndjson';
import { writeParquetOf } from '../../exports/parquet/parquet';
import { extentOf, type ExportSource } from '../../exports/exportSource';
import { QuestionError } from '../../table/questionError';
import { paced } from '../../table/columns/slices';
import { rowsStartingIn } from '../../table/rows/startRows';
import type { DayFileQuestion, ExportedFile } from '../workerMessages';
import { bodyPart } from '../../table/json/bodyPart';
import { writeToFile } from './exportFile';
import { readerOf, type Held } from './workerResult';

/**
 * Writes the rows of a delivery day to one file, from the responses to its requests, in their order. A row
 * that starts outside of what its request asked for is left out: another request brings it. Rejects like
 * `writeExport`.
 */
export async function writeDayFile(
  { format, path, record, origin, pieces }: DayFileQuestion,
  heldOf: (id: string) => Held,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<ExportedFile> {
  const sources: ExportSource[] = [];
  for (const { result, period } of pieces) {
    const { table, body } = heldOf(result);
    const rows = await paced(rowsStartingIn(table, record, period), signal);
    const readBody = async (take: (bytes: Uint8Array) => Promise<void>) => {
      if (!body) throw new Error(`${result} has no body.`);
      if (rows) return bodyPart({ ...body, spool: readerOf(body.spool, signal) }, table, rows, take);
      for await (const bytes of body.spool.body()) await take(bytes);
      return extentOf({ table, rows });
    };
    sources.push({ table, columns: table.columns, rows, origin, readBody });
  }
  const [first, ...others] = sources;
  if (!first || (format === 'json' && others.length > 0)) {
    throw new QuestionError(l10n.t('This day has no response that can be written as {0}.', format));
  }
  const options = { signal, onProgress };
  return writeToFile(path, true, async (out) => {
    if (format === 'json') {
      return first.readBody((bytes) => out.write(bytes));
    }
    if (format === 'parquet') await writeParquetOf([first, ...others], out, options);
    else for (const source of sources) await writeNdjson(source, out, options);
    return sources
      .map(extentOf)
      .reduce((sum, { records, rows }) => ({ records: sum.records + records, rows: sum.rows + rows }));
  });
}
