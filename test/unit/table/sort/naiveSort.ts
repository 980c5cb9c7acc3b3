import type { TableColumn } from '#src/table/columns/columns';
import type { Table } from '#src/table/columns/table';
import type { Filter, SortKey } from '#src/protocol/rowsQuestion';
import type { FilterOperator } from '#src/protocol/filterOperators';

/** What the contract says of order and filters, in the plainest way: the kernels must agree with it. */

const operators: Record<Exclude<FilterOperator, 'contains'>, (a: unknown, b: unknown) => boolean> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => (a as number) < (b as number),
  '<=': (a, b) => (a as number) <= (b as number),
  '>': (a, b) => (a as number) > (b as number),
  '>=': (a, b) => (a as number) >= (b as number),
};

/** The value rows are ordered by, `null` where it is missing or not of the column's type. */
function valueOf(column: TableColumn, row: number): string | number | null {
  if (column.type === 'boolean') return typeof column.cell(row) === 'boolean' ? column.text(row) : null;
  if (column.kind === 'text') return column.text(row);
  return Number.isNaN(column.value(row)) ? null : column.value(row);
}

export function naivelySorted(table: Table, sort: SortKey[], filter: Filter[]): number[] {
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  const passing = rows.filter((row) => filter.every((part) => passes(table, row, part)));
  return passing.sort((a, b) => {
    for (const { column: key, descending } of sort) {
      const column = table.column(key)!;
      const [left, right] = [valueOf(column, a), valueOf(column, b)];
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right === (descending !== true) ? -1 : 1;
    }
    return a - b;
  });
}

function passes(table: Table, row: number, { column: key, op, value }: Filter): boolean {
  const column = table.column(key)!;
  const text = column.text(row);
  if (value === null) return (text === null) === (op === '=');
  if (op === 'contains') {
    return text !== null && text.toLowerCase().includes(String(value).toLowerCase());
  }
  const cell = valueOf(column, row);
  return cell === null ? op === '!=' : operators[op](cell, value);
}
