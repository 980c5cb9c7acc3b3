import type { TextColumn } from '../../table/columns/columns';
import { Turns } from '../../table/columns/turns';
import { nameIn, rowCount, type ByteSink, type ExportOptions, type ExportSource } from '../exportSource';
import { columnKind } from './columnKind';
import { Dictionaries, dictionaryPage, type Dictionary } from './dictionary';
import { encodings, footer, type ColumnChunk } from './metadata';
import { hybrid } from './packed';
import { PageWriter } from './pages';
import { hasUnfit, unfitKey, unfitText, type TypedColumn } from './unfit';
import { collectTexts, collectValues, pageMemory, type PageMemory, type ValueCollector } from './values';

const rowsPerGroup = 1 << 17;

interface RowGroup {
  readonly rows: ExportSource['rows'];
  /** Indexes of the group's first row and of the row after its last, among the rows to write. */
  readonly from: number;
  readonly to: number;
  /** Called between two pages. */
  readonly breathe: () => Promise<void>;
  readonly memory: PageMemory;
  readonly dictionaries: Dictionaries;
}

/**
 * Writes Parquet directly from the columns, whose typed arrays and dictionary codes nearly match the file
 * format: gzip pages where that makes them smaller, dictionaries where they pay off, null counts and bounds per row group. Columns are
 * optional and have the types of `columnKind`. If values don't fit these types, they are in a last column.
 */
export function writeParquet(
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
  groupRows?: number,
): Promise<void> {
  return writeParquetOf([source], out, options, groupRows);
}

/**
 * Writes the rows of several tables of one record kind, one table after the other, to one file. In the rows
 * of a table without a column, that column is null. The file's origin is the first table's.
 */
export async function writeParquetOf(
  sources: readonly [ExportSource, ...ExportSource[]],
  out: ByteSink,
  options: ExportOptions,
  groupRows = rowsPerGroup,
): Promise<void> {
  const turns = new Turns(options.signal);
  const tables = sources.map((source) => ({ ...source, file: fileColumns(source) }));
  const columns = unitedColumns(tables.map(({ file }) => file));
  const pages = new PageWriter(out);
  await pages.write(Buffer.from('PAR1'));
  // Row groups share this memory, because memory that waits for the garbage collector counts as well.
  const memory = pageMemory(Math.max(...sources.map(rowCount)));
  const groups: ColumnChunk[][] = [];
  let written = 0;
  for (const source of tables) {
    const { rows } = source;
    const count = rowCount(source);
    const dictionaries = new Dictionaries(source.file.flatMap(({ texts }) => texts ?? []));
    const own = columns.map((column) => source.file.find(({ key }) => key === column.key) ?? column.absent);
    for (let from = 0; from < count; from += groupRows) {
      const group: RowGroup = {
        rows,
        from,
        to: Math.min(from + groupRows, count),
        memory,
        dictionaries,
        breathe: async () => {
          if (!turns.isOver()) return;
          options.onProgress(written + from);
          await turns.next();
        },
      };
      const chunks: ColumnChunk[] = [];
      for (const column of own) chunks.push(await writeChunk(pages, column, group));
      groups.push(chunks);
    }
    written += count;
  }
  await pages.finish();
  await pages.write(footer(columns, written, groups, sources[0].origin));
  await pages.flush();
  options.signal.throwIfAborted();
  options.onProgress(written);
}

/**
 * The columns of a file with several tables: those of the first table, then columns that only others have,
 * and last the column of unfit values. Each table has all columns of the record kind, and all other columns
 * are text.
 */
function unitedColumns(tables: readonly (readonly FileColumn[])[]): (FileColumn & { absent: FileColumn })[] {
  const united = new Map<string, FileColumn>();
  for (const column of tables.flat()) if (!united.has(column.key)) united.set(column.key, column);
  const unfit = united.get(unfitKey);
  if (unfit) {
    united.delete(unfitKey);
    united.set(unfitKey, unfit);
  }
  return [...united.values()].map((column) => {
    const collect: FileColumn['collect'] = (_, { block }) => collectTexts(block, undefined, () => -1);
    return { ...column, absent: { key: column.key, kind: column.kind, texts: null, collect } };
  });
}

interface FileColumn extends Pick<TypedColumn, 'key' | 'kind'> {
  /**
   * The texts of the column, if it may have a dictionary. A column whose codes aren't distinct never has one:
   * its codes may be renumbered while the export waits for its file, and its texts hardly repeat.
   */
  readonly texts: TextColumn | null;
  readonly collect: (dictionary: Dictionary | undefined, memory: PageMemory) => ValueCollector;
}

function fileColumns(source: ExportSource): FileColumn[] {
  const { table, columns, rows, names } = source;
  const typed = columns.map((column): TypedColumn => {
    const kind = columnKind(column, table.isFixed(column));
    const name = nameIn(source, column);
    // A field of the service with this name must not be taken for our own column.
    const key = name === unfitKey ? `sent.${unfitKey}` : name;
    return { key, kind, column };
  });
  const unfit = typed.filter((column) => hasUnfit(column, rows));
  const written = typed.map(({ key, kind, column }): FileColumn => ({
    key,
    kind,
    texts: column.kind === 'text' && column.distinct ? column : null,
    collect: (dictionary, memory) => collectValues(column, rows, kind, dictionary, memory),
  }));
  // Some programs can't read files as one table if only later ones have the column.
  if (unfit.length === 0 && !names) return written;
  const collect = (_: unknown, { block }: PageMemory) =>
    collectTexts(block, rows, (row, at) => {
      const text = unfitText(unfit, row);
      return text === null ? -1 : block.text(at, text);
    });
  return [...written, { key: unfitKey, kind: 'text', texts: null, collect }];
}

/** Writes a column of the group. Its last pages may still be queued afterwards. */
async function writeChunk(
  pages: PageWriter,
  { key, kind, texts, collect }: FileColumn,
  { rows, from, to, memory, dictionaries, breathe }: RowGroup,
): Promise<ColumnChunk> {
  const chunk: ColumnChunk = {
    key,
    kind,
    rows: to - from,
    nulls: 0,
    bounds: undefined,
    dictionaryOffset: undefined,
    dataOffset: undefined,
    codec: undefined,
    uncompressed: 0,
    compressed: 0,
  };
  const dictionary = texts ? dictionaries.of(texts, rows, from, to) : undefined;
  if (texts && dictionary) {
    const bytes = dictionaryPage(texts, dictionary);
    const count = dictionary.codes.length;
    await pages.add(chunk, { bytes, rows: count, encoding: encodings.plain, isDictionary: true });
  }
  const encoding = dictionary ? encodings.rleDictionary : encodings.plain;
  const values = collect(dictionary, memory);
  const { present } = memory;
  for (let index = from; index < to;) {
    const next = values.fill(index, to, present);
    const count = next - index;
    for (let at = 0; at < count; at += 1) if (present[at] === 0) chunk.nulls += 1;
    const levels = hybrid(present, count, 1);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(levels.length);
    const bytes = Buffer.concat([length, levels, values.page()]);
    await pages.add(chunk, { bytes, rows: count, encoding, isDictionary: false });
    await breathe();
    index = next;
  }
  chunk.bounds = values.bounds();
  return chunk;
}
