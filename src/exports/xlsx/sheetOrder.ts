import type { TableColumn } from '../../table/columns/columns';
import { areaNames, attributeName, fromNames, toNames } from '../../table/series/seriesNames';

const attributes: readonly string[] = [...areaNames, ...fromNames, ...toNames];
const fields: readonly string[] = ['deliveryArea', 'areaFrom', 'areaTo'];

/** Whether the column says which area its rows are about, or which areas. */
const isArea = (column: TableColumn) =>
  fields.includes(column.key) || attributes.includes(attributeName(column) ?? '');

/**
 * The columns as a person reads a sheet: the areas follow the times at the start, since a row without its area
 * says nothing. If there are no such times, they are the first.
 */
export function sheetOrder(columns: readonly TableColumn[]): TableColumn[] {
  const other = columns.findIndex(({ type }) => type !== 'time');
  const start = other < 0 ? columns.length : other;
  const rest = columns.slice(start);
  return [...columns.slice(0, start), ...rest.filter(isArea), ...rest.filter((column) => !isArea(column))];
}
