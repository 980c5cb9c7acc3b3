import { NumericColumn } from './numericColumn';
import { TextColumn } from './text/textColumn';

export { NumericColumn, TextColumn };

export type TableColumn = NumericColumn | TextColumn;
