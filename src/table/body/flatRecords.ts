import { recordShapes } from '../../market/records/recordKinds';
import type { TableColumn } from '../columns/columns';
import { ObjectReader } from './objectReader';
import type { Bytes } from '../columns/pendingBytes';
import type { Table } from '../columns/table';
import { afterSpace, comma } from './jsonBytes';

/** Orders and capacities: one flat object is one row. */
export class FlatRecords extends ObjectReader {
  private readonly own: readonly TableColumn[];

  constructor(table: Table, kind: 'publicOrder' | 'hubToHubCapacity') {
    const { known, own } = recordShapes[kind];
    super(table, 'record', known);
    this.own = own.map((name) => table.column(name) as TableColumn);
  }

  /**
   * Adds the records between `from` and `to` that are written as expected and followed by a comma,
   * up to the first that is not. Returns the offset of the last comma, or -1 if there is none.
   */
  add(bytes: Bytes, from: number, to: number): number {
    const { table } = this;
    const { buffer } = bytes;
    const first = table.rows;
    let lastComma = -1;
    let offset = from;
    this.aimAgain();
    for (;;) {
      offset = this.read(bytes, afterSpace(buffer, offset), to, table.rows);
      if (offset < 0) break;
      offset = afterSpace(buffer, offset);
      if (offset >= to || buffer[offset] !== comma || !this.isRecord(table.rows)) {
        this.undo(table.rows);
        break;
      }
      table.rows += 1;
      lastComma = offset;
      offset += 1;
    }
    table.records += table.rows - first;
    return lastComma;
  }

  /** Whether the row has a value of its own; otherwise, it may be an error. */
  private isRecord(row: number): boolean {
    return this.own.some((column) => !column.isNull(row));
  }
}
