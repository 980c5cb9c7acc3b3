import { BooleanColumn } from './booleanColumn';
import { NumericColumn } from './numericColumn';
import { TextColumn } from './text/textColumn';

export { BooleanColumn, NumericColumn, TextColumn };

export type TableColumn = NumericColumn | TextColumn | BooleanColumn;
