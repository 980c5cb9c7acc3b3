import { TextColumn, type TableColumn } from '../columns/columns';
import { textsOf } from '../columns/perTable';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { isAttribute } from './seriesNames';

/**
 * Documented fields that change from record to record of one series, such as the resolution on the day of the
 * 15-minute switch. They tell series apart only where those would overlap otherwise.
 */
const changing: readonly string[] = ['resolution', 'scale'];

/**
 * The fields that may tell series apart besides the attributes: undocumented ones, and those that change from
 * record to record. Each has one value per record and several in the table. Values that aren't texts are given as
 * their JSON.
 */
export function* tellingFields(table: Table): Sliced<TextColumn[]> {
  const fields: TextColumn[] = [];
  for (const column of table.columns) {
    const isCandidate = changing.includes(column.key) || !(table.isFixed(column) || isAttribute(column));
    if (!isCandidate || column.isConstant(table.rows)) continue;
    const texts = yield* asTexts(table, column);
    if (texts) fields.push(texts);
  }
  return fields;
}

/** The column with equal codes for equal values; `undefined` if a record has several. */
function* asTexts(table: Table, column: TableColumn): Sliced<TextColumn | undefined> {
  const { recordStarts, rows } = table;
  const given = column.kind === 'text' ? textsOf(table, column.key) : undefined;
  const isSame = (row: number, other: number) =>
    given ? given.code(row) === given.code(other) : column.text(row) === column.text(other);
  const made = given ?? new TextColumn(column.key, column.title);
  let isOfRecords = true as boolean; // set inside a slice, which the compiler doesn't see
  yield* slices(recordStarts.length, (first, end) => {
    for (let record = first; record < end && isOfRecords; record += 1) {
      const from = recordStarts[record] as number;
      const to = recordStarts[record + 1] ?? rows;
      for (let row = from + 1; row < to && isOfRecords; row += 1) isOfRecords = isSame(row, from);
      if (!given) made.fill(from, to, column.text(from));
    }
  });
  if (!given) made.makeDistinct();
  return isOfRecords ? made : undefined;
}
