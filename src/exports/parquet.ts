import { gzipSync } from 'node:zlib';
import type { TableColumn } from '../table/columns';
import { Block, writePieces } from './block';
import type { ByteSink, ExportOptions, ExportSource } from './exportSource';
import { Pace } from './pace';
import { columnKind, type ColumnKind } from './parquet/columnKind';
import { dictionaryOf, dictionaryPage } from './parquet/dictionary';
import { encodings, footer, pageHeader, type ChunkFacts } from './parquet/metadata';
import { hybrid } from './parquet/packed';
import { collectValues } from './parquet/values';

/** A page is what is compressed at once, without a turn for others. */
const pageRows = 1 << 15;
const pageBytes = 1 << 18;
const rowsPerGroup = 1 << 17;

/** The file so far. */
interface File {
  readonly offset: () => number;
  write(bytes: Uint8Array): Promise<void>;
}

interface RowGroup {
  readonly rows: number;
  /** Row of the table by place in the group. */
  readonly rowAt: (place: number) => number;
  /** Between two pages. */
  breathe(): Promise<void>;
  /** Memory for one page at a time. */
  readonly block: Block;
}

/**
 * Parquet straight from the columns, whose typed arrays and dictionary codes are nearly what the
 * format stores: gzip pages, dictionaries where they pay, null counts and bounds per row group.
 * Columns are optional and typed as `columnKind` says.
 */
export async function writeParquet(
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
  groupRows = rowsPerGroup,
): Promise<void> {
  const pace = new Pace(options);
  const { rows } = source.table;
  const columns = source.table.columns.map((column) => ({
    key: column.key,
    kind: columnKind(column),
    column,
  }));
  const block = new Block();
  let offset = 0;
  const file: File = {
    offset: () => offset,
    async write(bytes) {
      await writePieces(out, bytes);
      offset += bytes.length;
    },
  };

  await file.write(Buffer.from('PAR1'));
  const groups: ChunkFacts[][] = [];
  for (let from = 0; from < rows; from += groupRows) {
    const group: RowGroup = {
      rows: Math.min(groupRows, rows - from),
      block,
      rowAt: (place) => from + place,
      breathe: async () => {
        if (pace.isOver()) await pace.rest(from);
      },
    };
    const chunks: ChunkFacts[] = [];
    for (const { column, kind } of columns)
      chunks.push(await writeChunk(file, column, kind, group));
    groups.push(chunks);
  }
  await file.write(footer(columns, rows, groups));
  options.signal.throwIfAborted();
  options.onProgress(rows);
}

/** Writes the group's part of a column. */
async function writeChunk(
  file: File,
  column: TableColumn,
  kind: ColumnKind,
  group: RowGroup,
): Promise<ChunkFacts> {
  let uncompressed = 0;
  const start = file.offset();
  const writePage = async (page: Buffer, rows: number, encoding: number, isDictionary = false) => {
    const body = gzipSync(page, { level: 1 });
    const header = pageHeader({
      rows,
      encoding,
      dictionary: isDictionary,
      uncompressed: page.length,
      compressed: body.length,
    });
    uncompressed += header.length + page.length;
    await file.write(header);
    await file.write(body);
    await group.breathe();
  };

  const dictionary =
    column.kind === 'text' ? dictionaryOf(column, group.rows, group.rowAt) : undefined;
  if (column.kind === 'text' && dictionary) {
    const page = dictionaryPage(column, dictionary);
    await writePage(page, dictionary.codes.length, encodings.plain, true);
  }
  const dataAt = file.offset();
  const values = collectValues(column, kind, dictionary, pageRows, group.block);
  const present = new Uint32Array(pageRows);
  let nulls = 0;
  for (let place = 0; place < group.rows;) {
    let count = 0;
    while (count < pageRows && place < group.rows && values.size() < pageBytes) {
      const isPresent = values.add(group.rowAt(place));
      present[count] = isPresent ? 1 : 0;
      if (!isPresent) nulls += 1;
      count += 1;
      place += 1;
    }
    const levels = hybrid(present, count, 1);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(levels.length);
    const page = Buffer.concat([length, levels, values.take()]);
    await writePage(page, count, dictionary ? encodings.rleDictionary : encodings.plain);
  }
  return {
    key: column.key,
    kind,
    rows: group.rows,
    nulls,
    bounds: values.bounds(),
    dictionaryAt: dictionary && start,
    dataAt,
    uncompressed,
    compressed: file.offset() - start,
  };
}
