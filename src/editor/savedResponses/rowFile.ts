import { realpath, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { datasetsOfRows } from '../../market/datasets/fittingDatasets';
import type { Resolution } from '../../market/time/resolutions';
import { readProvenance, type ReadProvenance } from '../../request/provenance';
import { rowFormats, hasSuffix, type RowFormat } from '../../protocol/formats';
import { ColumnFile } from '../../results/thread/parquet/columnFile';
import { csvFields, csvHead, endsInQuotes } from '../../text/csvFields';
import { isRecord, parsedJson } from '../../text/parsedJson';
import type { FileToRead } from './fileToRead';

/** What a file with the rows of a table says about them. */
export interface RowsHead {
  readonly columns: readonly string[];
  /** The first rows, as far as they tell the dataset. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** From the file beside it or, of a Parquet file, from its metadata. */
  readonly provenance?: ReadProvenance | undefined;
}

/** The format of a file with rows, by its name. */
export const rowFormatOf = (name: string): RowFormat | undefined =>
  rowFormats.find((format) => hasSuffix(name, format));

/** The path of a file on this machine: of the file itself, or of a copy at `newPath`. */
export async function localPath(file: FileToRead, newPath: () => string): Promise<string> {
  if (file.uri.scheme === 'file') return realpath(file.uri.fsPath);
  const path = newPath();
  await writeFile(path, file.bytes());
  return path;
}

/**
 * Throws an `Error` ready to display if this extension hasn't written the file, or if its rows aren't those of the
 * response.
 */
export function rowsHead(format: RowFormat, file: FileToRead, path: string): RowsHead {
  const { name, size } = file;
  const read = size === 0 ? emptyHead : format === 'parquet' ? parquetHead(path) : textHead(format, file);
  const provenance = file.provenance ?? read?.provenance;
  refuseComputed(name, provenance, read?.rows ?? []);
  if (!read || (size > 0 && datasetsOfRows(read.columns, read.rows).length === 0)) throw notOurs(name);
  return { ...read, provenance };
}

/** NDJSON without rows is an empty file. */
const emptyHead: RowsHead = { columns: [], rows: [] };

/** The error for a file that can't be opened as rows. */
export const notOurs = (name: string): Error =>
  new Error(
    vscode.l10n.t(
      "{0} can't be opened because it doesn't have the columns of a dataset as this extension exports them: export the result again with all columns, and open that file.",
      name,
    ),
  );

/** Resolutions that no service sends. The others may be either. */
const ownResolutions: ReadonlySet<unknown> = new Set<Resolution>(['base', 'peak', 'offPeak']);

/**
 * Throws an `Error` ready to display if the rows aren't those of the response: they would be taken for them. Without
 * provenance, only some tell.
 */
function refuseComputed(name: string, provenance: ReadProvenance | undefined, rows: RowsHead['rows']): void {
  const { resolution, layout = 'long' } = provenance ?? {};
  const isOwn = rows.some((row) => ownResolutions.has(row['resolution']));
  if (resolution === undefined && layout === 'long' && !isOwn) return;
  throw new Error(
    vscode.l10n.t(
      "{0} can't be opened because it has another resolution or layout than the response: export the result as it was received, and open that file.",
      name,
    ),
  );
}

/** The first lines; the last one may be incomplete. */
function textHead(format: 'ndjson' | 'csv', { head }: FileToRead): RowsHead {
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head).split('\n');
  if (format === 'ndjson') {
    const rows = lines.map(parsedJson).filter(isRecord);
    return { columns: Object.keys(rows[0] ?? {}), rows };
  }
  const [first = '', ...others] = lines.map((line) => line.replace(/\r$/, ''));
  const { notation, keys } = csvHead(first);
  const rows = others.flatMap((line) => {
    const fields = endsInQuotes(line) ? null : csvFields(line, notation.separator);
    if (fields?.length !== keys.length) return [];
    return [Object.fromEntries(keys.map((key, at): [string, unknown] => [key, fields[at]]))];
  });
  return { columns: keys, rows };
}

/** `undefined` if it isn't a Parquet file that this extension wrote. */
function parquetHead(path: string): RowsHead | undefined {
  let file: ColumnFile | undefined;
  try {
    file = ColumnFile.open(path);
    const { columns, origin, isChecked } = file.footer;
    const read = parsedJson(origin ?? '');
    if (!isChecked || !isRecord(read)) return undefined;
    return {
      columns: columns.map(({ key }) => key),
      rows: [],
      provenance: readProvenance(JSON.stringify({ ...read, version: 1 })),
    };
  } catch {
    return undefined;
  } finally {
    file?.close();
  }
}
