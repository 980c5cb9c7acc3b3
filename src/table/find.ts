import type { TableColumn } from './columns';
import { sliceRows, type Sliced } from './slices';
import { containsReader } from './textMatch';

/** Rows looked at in one go: each costs as many looks as there are columns. */
const findRows = sliceRows / 16;

/** Where to look: `start` is a place in the order; it is looked at first, then those behind or before it. */
export interface FindQuestion {
  text: string;
  start: number;
  backwards?: boolean;
}

/**
 * The nearest place in the order, from `start` on, whose row contains the text in one of the columns as
 * it reads there, whatever the case; `null` where there is none. `order` is undefined for the table's
 * own order of `rows` rows.
 */
export function* findPlace(
  columns: readonly TableColumn[],
  order: Uint32Array | undefined,
  rows: number,
  { text, start, backwards = false }: FindQuestion,
): Sliced<number | null> {
  const reader = containsReader(text);
  const holds = (row: number) =>
    columns.some((column) => {
      if (column.kind === 'text') {
        const code = column.code(row);
        return code !== 0 && column.readEntry(code, reader);
      }
      const cell = column.text(row);
      return cell !== null && reader.text(cell);
    });
  const total = order?.length ?? rows;
  const step = backwards ? -1 : 1;
  const first = backwards ? Math.min(start, total - 1) : Math.max(start, 0);
  for (let place = first, seen = 1; place >= 0 && place < total; place += step, seen += 1) {
    if (holds(order ? (order[place] as number) : place)) return place;
    if (seen % findRows === 0) yield;
  }
  return null;
}
