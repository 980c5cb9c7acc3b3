/** Values that a column's Parquet type can't represent exactly. */
import type { NumericColumn, TableColumn } from '../../table/columns/columns';
import { segmentRows } from '../../table/columns/segments';
import { trueCode } from '../../table/columns/text/textColumn';
import { hasSameDigits } from '../exactCell';
import type { ExportSource } from '../exportSource';
import type { ColumnKind } from './columnKind';

/** A column with its Parquet type and its name in the file. */
export interface TypedColumn {
  readonly key: string;
  readonly kind: ColumnKind;
  readonly column: TableColumn;
}

const isInt64 = (text: string) =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** Whether a value with its own text (`exact`) is finer, longer, or of another type than its column. */
function isMisfitText(value: number, json: string, kind: ColumnKind): boolean {
  if (Number.isNaN(value)) return true;
  if (kind === 'time') return /[.,]\d{6}\d*[1-9]/.test(json);
  // Programs read decimals as doubles anyway, but every digit of an integer counts.
  return kind === 'double' && Math.abs(value) > Number.MAX_SAFE_INTEGER && !hasSameDigits(json, value);
}

function isMisfitInteger(column: NumericColumn, row: number, value: number): boolean {
  if (Number.isSafeInteger(value)) return false;
  return Number.isNaN(value) ? column.exact.has(row) : !isInt64(column.text(row) ?? '');
}

/**
 * Whether the row has a value that the column's type can't represent. In its column, it's null or, if it's a time,
 * cut to microseconds.
 */
export function isMisfit(column: TableColumn, kind: ColumnKind, row: number): boolean {
  if (column.kind === 'text') return kind === 'boolean' && column.code(row) > trueCode;
  const value = column.value(row);
  if (kind === 'integer') return isMisfitInteger(column, row, value);
  const json = column.exact.get(row);
  return json !== undefined && isMisfitText(value, json, kind);
}

/** Whether any of the rows has a value that the column's type can't represent. */
export function hasMisfits({ column, kind }: TypedColumn, rows: ExportSource['rows']): boolean {
  if (kind === 'text') return false;
  if (rows !== undefined) return rows.some((row) => isMisfit(column, kind, row));
  if (column.kind === 'text') return column.hasJson;
  for (const row of column.exact.keys()) if (isMisfit(column, kind, row)) return true;
  if (kind !== 'integer') return false;
  return column.segments.some((segment, index) =>
    segment?.some((value, i) => isMisfitInteger(column, index * segmentRows + i, value)),
  );
}
