import { moreColumn } from '../../market/records/recordKinds';
import type { TextColumn } from '../../table/columns/columns';
import { Turns } from '../../table/columns/turns';
import type { Origin } from '../../protocol/exportOrder';
import { moreText } from '../exactCell';
import { nameIn, rowCount, type ByteSink, type ExportOptions, type ExportSource } from '../exportSource';
import { columnKind } from './columnKind';
import { Dictionaries, dictionaryPage, type Dictionary } from './dictionary';
import { encodings, footer, type ColumnChunk } from './metadata';
import { hasMisfits, isMisfit, type TypedColumn } from './misfits';
import { hybrid } from './packed';
import { PageWriter } from './writePages';
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
 * Writes Parquet directly from the columns, whose typed arrays and dictionary codes nearly match the file format:
 * gzip pages where that makes them smaller, dictionaries where they pay off, null counts and bounds per row group.
 * Columns are optional and have the types of `columnKind`. Values that don't fit these types are in the last column.
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
 * Writes the rows of several tables of one record kind, one table after the other, to one file. All sources have
 * the same columns, by key and in order. The file's origin is the first table's.
 */
export async function writeParquetOf(
  sources: readonly [ExportSource, ...ExportSource[]],
  out: ByteSink,
  options: ExportOptions,
  groupRows = rowsPerGroup,
): Promise<void> {
  const turns = new Turns(options.signal);
  const columns = fileColumns(sources[0]);
  const pages = new PageWriter(out);
  await pages.write(Buffer.from('PAR1'));
  // Row groups share this memory, because memory that waits for the garbage collector counts as well.
  const memory = pageMemory(Math.max(...sources.map(rowCount)));
  const groups: ColumnChunk[][] = [];
  let written = 0;
  for (const [at, source] of sources.entries()) {
    const { rows } = source;
    const count = rowCount(source);
    const file = at === 0 ? columns : fileColumns(source);
    const dictionaries = new Dictionaries(file.flatMap(({ texts }) => texts ?? []));
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
      for (const column of file) chunks.push(await writeChunk(pages, column, group));
      groups.push(chunks);
    }
    written += count;
  }
  await pages.finish();
  await pages.write(footer(columns, written, groups, withSentNames(sources[0].origin, columns)));
  await pages.flush();
  options.signal.throwIfAborted();
  options.onProgress(written);
}

interface FileColumn extends Pick<TypedColumn, 'key' | 'kind'> {
  /** The name that the service sent. */
  readonly sent: string;
  /**
   * The texts of the column, if it may have a dictionary. A column whose codes aren't distinct never has one:
   * its codes may be renumbered while the export waits for its file, and its texts hardly repeat.
   */
  readonly texts: TextColumn | null;
  readonly collect: (dictionary: Dictionary | undefined, memory: PageMemory) => ValueCollector;
}

function fileColumns(source: ExportSource): FileColumn[] {
  const { table, columns, rows, origin, later = [] } = source;
  const taken = new Set([moreColumn, ...columns.map((column) => nameIn(source, column).toLowerCase())]);
  const typed = columns.map((column): TypedColumn => {
    const kind = columnKind(column, table.isFixed(column));
    return { key: nameBesideMore(nameIn(source, column), taken), kind, column };
  });
  const written = typed.map(({ key, kind, column }): FileColumn => ({
    key,
    sent: column.key,
    kind,
    texts: column.type === 'text' && column.entries.distinct ? column : null,
    collect: (dictionary, memory) => collectValues(column, rows, kind, dictionary, memory),
  }));
  // The cells of calculated tables weren't sent.
  const isAsSent = origin.resolution === undefined && origin.layout !== 'wide';
  const misfitting = isAsSent ? typed.filter((column) => hasMisfits(column, rows)) : [];
  const collect = (_: unknown, { block }: PageMemory) =>
    collectTexts(block, rows, (row, at) => {
      if (misfitting.length + later.length === 0) return -1;
      const misfits = misfitting.flatMap(({ column, kind }) => (isMisfit(column, kind, row) ? [column] : []));
      const text = moreText([...misfits, ...later], row);
      return text === null ? -1 : block.text(at, text);
    });
  return [...written, { key: moreColumn, sent: moreColumn, kind: 'text', texts: null, collect }];
}

/** A field of the service must not be taken for our own column. Some programs find columns in any case. */
function nameBesideMore(name: string, taken: Set<string>): string {
  if (name.toLowerCase() !== moreColumn) return name;
  let number = 2;
  while (taken.has(`${moreColumn}_${number}`)) number += 1;
  taken.add(`${moreColumn}_${number}`);
  return `${name}_${number}`;
}

function withSentNames(origin: Origin, columns: readonly FileColumn[]): Origin {
  const renamed = columns.filter(({ key, sent }) => key !== sent);
  if (renamed.length === 0) return origin;
  return { ...origin, sentNames: Object.fromEntries(renamed.map(({ key, sent }) => [key, sent])) };
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
