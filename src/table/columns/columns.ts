import type { ColumnType } from '../../market/records/recordKinds';
import { BooleanColumn } from './booleanColumn';
import { NumericColumn } from './numericColumn';
import { TextColumn } from './textColumn';

export { BooleanColumn, NumericColumn, TextColumn };

export type TableColumn = NumericColumn | TextColumn | BooleanColumn;

/** An empty column for values of the type. */
export function createColumn(key: string, title: string, type: ColumnType): TableColumn {
  if (type === 'text') return new TextColumn(key, title);
  if (type === 'boolean') return new BooleanColumn(key, title);
  return new NumericColumn(key, title, type);
}
