import type { TableColumn } from '../../table/columns/columns';
import { Pace } from '../../table/columns/pace';
import { Block } from '../block';
import type { ByteSink, ExportOptions, ExportSource } from '../exportSource';
import { columnKind, type ColumnKind } from './columnKind';
import { dictionaryOf, dictionaryPage } from './dictionary';
import { encodings, footer, type ColumnChunk } from './metadata';
import { hybrid } from './packed';
import { PageWriter } from './pages';
import { collectValues, pageRows } from './values';

const rowsPerGroup = 1 << 17;

interface RowGroup {
  readonly from: number;
  readonly to: number;
  /** Called between two pages. */
  readonly breathe: () => Promise<void>;
  /** Memory for one page at a time. */
  readonly block: Block;
}

/**
 * Writes Parquet directly from the columns, whose typed arrays and dictionary codes nearly match
 * the file format: gzip pages, dictionaries where they pay off, null counts and bounds per row
 * group. Columns are optional and have the types of `columnKind`.
 */
export async function writeParquet(
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
  groupRows = rowsPerGroup,
): Promise<void> {
  const pace = new Pace(options.signal);
  const { rows } = source.table;
  const columns = source.table.columns.map((column) => ({
    key: column.key,
    kind: columnKind(column),
    column,
  }));
  const block = new Block();
  const pages = new PageWriter(out);
  await pages.write(Buffer.from('PAR1'));
  const groups: ColumnChunk[][] = [];
  for (let from = 0; from < rows; from += groupRows) {
    const group: RowGroup = {
      from,
      to: Math.min(from + groupRows, rows),
      block,
      breathe: async () => {
        if (!pace.isOver()) return;
        options.onProgress(from);
        await pace.rest();
      },
    };
    const chunks: ColumnChunk[] = [];
    for (const { column, kind } of columns) {
      chunks.push(await writeChunk(pages, column, kind, group));
    }
    groups.push(chunks);
  }
  await pages.finish();
  await pages.write(footer(columns, rows, groups));
  options.signal.throwIfAborted();
  options.onProgress(rows);
}

/** Writes the group's part of a column. The last pages may still be in the queue. */
async function writeChunk(
  pages: PageWriter,
  column: TableColumn,
  kind: ColumnKind,
  { from, to, block, breathe }: RowGroup,
): Promise<ColumnChunk> {
  const chunk: ColumnChunk = {
    key: column.key,
    kind,
    rows: to - from,
    nulls: 0,
    bounds: undefined,
    dictionaryOffset: undefined,
    dataOffset: undefined,
    uncompressed: 0,
    compressed: 0,
  };
  const dictionary = column.kind === 'text' ? dictionaryOf(column, from, to) : undefined;
  if (column.kind === 'text' && dictionary) {
    const bytes = dictionaryPage(column, dictionary);
    const rows = dictionary.codes.length;
    await pages.add(chunk, { bytes, rows, encoding: encodings.plain, isDictionary: true });
  }
  const encoding = dictionary ? encodings.rleDictionary : encodings.plain;
  const values = collectValues(column, kind, dictionary, block);
  const present = new Uint32Array(pageRows);
  for (let row = from; row < to;) {
    const next = values.fill(row, to, present);
    const rows = next - row;
    for (let at = 0; at < rows; at += 1) if (present[at] === 0) chunk.nulls += 1;
    const levels = hybrid(present, rows, 1);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(levels.length);
    const bytes = Buffer.concat([length, levels, values.page()]);
    await pages.add(chunk, { bytes, rows, encoding, isDictionary: false });
    await breathe();
    row = next;
  }
  chunk.bounds = values.bounds();
  return chunk;
}
