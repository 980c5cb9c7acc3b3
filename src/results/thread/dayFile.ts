import { createGzip } from 'node:zlib';
import * as l10n from '@vscode/l10n';
import { exportedExtent, type ExportSource } from '../../exports/exportSource';
import { writeNdjson } from '../../exports/ndjson';
import { writeParquetOf } from '../../exports/parquet/parquet';
import { QuestionError } from '../../table/questionError';
import { TextColumn } from '../../table/columns/columns';
import { paced } from '../../table/columns/slices';
import { placementIn, rowsStartingIn } from '../../table/series/startRows';
import type { Finding } from '../../market/integrity/findings';
import { finalityOf } from '../../table/integrity/finalityOf';
import { integrityOf } from '../../table/integrity/integrityOf';
import type { Finality, Placement } from '../../market/records/dayFacts';
import { betweenBodies, type DayFileQuestion, type WrittenDay } from '../../protocol/workerMessages';
import { columnNames } from '../../range/columnNames';
import type { Table } from '../../table/columns/table';
import { bodyPart } from '../../table/json/bodyPart';
import { canceledError } from '../../text/canceledError';
import { writeToFile } from './exportFile';
import { rowsHash } from './rowsHash';
import { readerOf, type Held } from './workerResult';

/**
 * Compares the responses to the requests of a delivery day with what was asked, and writes their rows to one
 * file and their records to another, in their order. A row that starts outside of its request's period is left
 * out, because it belongs to another request. Rejects like `writeToFile`.
 */
export async function writeDayFile(
  { format, path, responsePath, record, day, origin, pieces, columns: settled }: DayFileQuestion,
  heldOf: (id: string) => Held,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<WrittenDay> {
  const tables = pieces.map(({ result }) => heldOf(result).table);
  // JSON contains the service's own records.
  const columns = format === 'json' ? [] : (settled ?? columnsOf(tables));
  const placements: Placement[] = [];
  const finalities: Finality[] = [];
  const findings: Finding[][] = [];
  const sources: ExportSource[] = [];
  for (const { result, period, asked } of pieces) {
    const { table, body } = heldOf(result);
    findings.push(await paced(integrityOf(table, asked), signal));
    const rows = await paced(rowsStartingIn(table, record, period), signal);
    placements.push(await paced(placementIn(table, record, { period, day }, rows), signal));
    if (record === 'timeSeries') finalities.push(await paced(finalityOf(table, period), signal));
    const readBody = async (take: (bytes: Uint8Array) => Promise<void>) => {
      if (!body) throw new Error(`${result} has no body.`);
      if (rows) return bodyPart({ ...body, spool: readerOf(body.spool, signal) }, table, rows, take);
      for await (const bytes of body.spool.body()) await take(bytes);
      return exportedExtent({ table, rows });
    };
    sources.push(rangeSource({ table, rows, origin, readBody }, columns));
  }
  const [first, ...others] = sources;
  if (!first || (format === 'json' && others.length > 0)) {
    throw new QuestionError(l10n.t('This day has no response that can be written as {0}.', format));
  }
  const written = await writeToFile(path, true, async (out) => {
    if (format === 'json') return first.readBody((bytes) => out.write(bytes));
    if (format === 'parquet') await writeParquetOf([first, ...others], out, { signal, onProgress });
    else for (const source of sources) await writeNdjson(source, out, { signal, onProgress });
    const extents = sources.map(exportedExtent);
    return extents.reduce((sum, { records, rows }) => ({
      records: sum.records + records,
      rows: sum.rows + rows,
    }));
  });
  const response = responsePath === undefined ? undefined : await writeResponse(responsePath, sources);
  const finality = finalities.length > 0 ? { finality: finalities.reduce(together) } : {};
  return {
    ...written,
    ...(response ? { response } : {}),
    fingerprint: await paced(rowsHash(sources), signal),
    columns,
    placement: placements.reduce(summed),
    ...finality,
    findings,
  };
}

/**
 * Rows as a file of a range has them: with all of its `columns`, in their order and under names that programs
 * can tell apart, so that all files can be read as one table. What came later is in the column for more.
 */
function rangeSource(
  source: Omit<ExportSource, 'columns' | 'names' | 'later'>,
  columns: readonly string[],
): ExportSource {
  const { table } = source;
  const names = columnNames(columns);
  const later = table.columns.filter(({ key }) => !names.has(key));
  return { ...source, columns: columnsIn(table, columns), names, later };
}

/** A column that this response doesn't have is null. */
const columnsIn = (table: Table, keys: readonly string[]) =>
  keys.map((key) => table.column(key) ?? new TextColumn(key, key));

/** The hourly responses of a day may differ. What has no column is in the one for more. */
const mostColumns = 1000;

/** The columns that the first file of a range settles. */
export const columnsOf = (tables: readonly Table[]): string[] =>
  [...new Set(tables.flatMap((table) => table.columns.map(({ key }) => key)))].slice(0, mostColumns);

/** How many bytes of a compressed response are written at once. */
const compressedBytes = 1 << 16;

/**
 * Writes the records of a day as they were sent, with `betweenBodies` between two bodies. Higher levels of gzip save
 * a tenth of the size, and take several times as long. The bytes don't depend on how they arrive.
 */
async function writeResponse(path: string, sources: readonly ExportSource[]) {
  const gzip = createGzip({ level: 1, chunkSize: compressedBytes });
  const put = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      gzip.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const putAll = async () => {
    for (const [at, source] of sources.entries()) {
      if (at > 0) await put(Uint8Array.of(betweenBodies));
      await source.readBody(put);
    }
    gzip.end();
  };
  const { bytes, sha256 } = await writeToFile(path, true, async (out) => {
    putAll().catch((error: unknown) => gzip.destroy(error instanceof Error ? error : canceledError()));
    for await (const part of gzip) await out.write(part as Buffer);
    return { records: 0, rows: 0 };
  });
  return { bytes, sha256 };
}

const summed = (one: Placement, other: Placement): Placement => ({
  placed: one.placed + other.placed,
  strays: one.strays + other.strays,
  unreadable: one.unreadable + other.unreadable,
});

const together = (one: Finality, other: Finality): Finality => ({
  isStated: one.isStated || other.isStated,
  preliminary: one.preliminary + other.preliminary,
  isInEuros: one.isInEuros && other.isInEuros,
});
