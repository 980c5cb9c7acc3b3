import type { TextColumn } from '../../table/columns/columns';
import { Pace } from '../../table/columns/pace';
import type { Table } from '../../table/columns/table';
import { Block } from '../block';
import type { ByteSink, ExportOptions, ExportSource } from '../exportSource';
import { columnKind } from './columnKind';
import { Dictionaries, dictionaryPage, type Dictionary } from './dictionary';
import { encodings, footer, type ColumnChunk } from './metadata';
import { hybrid } from './packed';
import { PageWriter } from './pages';
import { holdsUnfit, unfitKey, unfitText, type TypedColumn } from './unfit';
import { collectValues, pageRows, collectTexts, type ValueCollector } from './values';

const rowsPerGroup = 1 << 17;

interface RowGroup {
  readonly from: number;
  readonly to: number;
  /** Called between two pages. */
  readonly breathe: () => Promise<void>;
  /** Memory for one page at a time. */
  readonly block: Block;
  /** For each row of a page, whether it has a value (1) or is null (0). */
  readonly present: Uint32Array;
  readonly dictionaries: Dictionaries;
}

/**
 * Writes Parquet directly from the columns, whose typed arrays and dictionary codes nearly match
 * the file format: gzip pages, dictionaries where they pay off, null counts and bounds per row
 * group. Columns are optional and have the types of `columnKind`, and a last column has what doesn't
 * fit them, if anything.
 */
export async function writeParquet(
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
  groupRows = rowsPerGroup,
): Promise<void> {
  const pace = new Pace(options.signal);
  const { rows } = source.table;
  const columns = fileColumns(source.table);
  // A row group takes the memory of the one before: what waits for the garbage collector counts as well.
  const memory = {
    block: new Block(),
    present: new Uint32Array(pageRows),
    dictionaries: new Dictionaries(columns.flatMap(({ texts }) => texts ?? [])),
  };
  const pages = new PageWriter(out);
  await pages.write(Buffer.from('PAR1'));
  const groups: ColumnChunk[][] = [];
  for (let from = 0; from < rows; from += groupRows) {
    const group: RowGroup = {
      from,
      to: Math.min(from + groupRows, rows),
      ...memory,
      breathe: async () => {
        if (!pace.isOver()) return;
        options.onProgress(from);
        await pace.rest();
      },
    };
    const chunks: ColumnChunk[] = [];
    for (const column of columns) chunks.push(await writeChunk(pages, column, group));
    groups.push(chunks);
  }
  await pages.finish();
  await pages.write(footer(columns, rows, groups, source.origin));
  options.signal.throwIfAborted();
  options.onProgress(rows);
}

interface FileColumn extends Pick<TypedColumn, 'key' | 'kind'> {
  /**
   * The texts of the column, if it may have a dictionary. Codes that aren't distinct may be renumbered while the
   * export waits for its file, and their texts hardly repeat.
   */
  readonly texts: TextColumn | null;
  readonly collect: (dictionary: Dictionary | undefined, block: Block) => ValueCollector;
}

function fileColumns({ columns, fixed }: Table): FileColumn[] {
  const typed = columns.map((column): TypedColumn => {
    const kind = columnKind(column, fixed.includes(column));
    // A service's own field of this name must not be taken for ours.
    const key = column.key === unfitKey ? `sent.${unfitKey}` : column.key;
    return { key, kind, column };
  });
  const unfit = typed.filter(holdsUnfit);
  const written = typed.map(({ key, kind, column }): FileColumn => ({
    key,
    kind,
    texts: column.kind === 'text' && column.distinct ? column : null,
    collect: (dictionary, block) => collectValues(column, kind, dictionary, block),
  }));
  if (unfit.length === 0) return written;
  const collect = (_: unknown, block: Block) =>
    collectTexts(block, (row, at) => {
      const text = unfitText(unfit, row);
      return text === null ? -1 : block.text(at, text);
    });
  return [...written, { key: unfitKey, kind: 'text', texts: null, collect }];
}

/** Writes the group's part of a column. The last pages may still be in the queue. */
async function writeChunk(
  pages: PageWriter,
  { key, kind, texts, collect }: FileColumn,
  { from, to, block, present, dictionaries, breathe }: RowGroup,
): Promise<ColumnChunk> {
  const chunk: ColumnChunk = {
    key,
    kind,
    rows: to - from,
    nulls: 0,
    bounds: undefined,
    dictionaryOffset: undefined,
    dataOffset: undefined,
    uncompressed: 0,
    compressed: 0,
  };
  const dictionary = texts ? dictionaries.of(texts, from, to) : undefined;
  if (texts && dictionary) {
    const bytes = dictionaryPage(texts, dictionary);
    const rows = dictionary.codes.length;
    await pages.add(chunk, { bytes, rows, encoding: encodings.plain, isDictionary: true });
  }
  const encoding = dictionary ? encodings.rleDictionary : encodings.plain;
  const values = collect(dictionary, block);
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
