import type { ColumnChoice, ShownColumn } from '../../src/table/tableTypes';
import { displayOrder } from './cellText';

/** Nobody chose anything yet. */
export const noChoice: ColumnChoice = { order: [], hidden: [], widths: {} };

/** Pixels: narrower a column cannot be caught again, wider it leaves the screen. */
const widthBounds = { least: 40, most: 1200 };

/** All columns in the chosen order; those that nobody moved stand behind, in the dataset's order. */
export function orderedColumns(
  columns: readonly ShownColumn[],
  main: readonly string[],
  { order }: ColumnChoice,
): ShownColumn[] {
  const places = new Map(order.map((key, place) => [key, place]));
  const placeOf = ({ key }: ShownColumn) => places.get(key) ?? order.length;
  return displayOrder(columns, main).sort((one, other) => placeOf(one) - placeOf(other));
}

/** Those that are not hidden; all of them where the choice would leave nothing. */
export function visibleColumns(
  ordered: readonly ShownColumn[],
  { hidden }: ColumnChoice,
): ShownColumn[] {
  const visible = ordered.filter(({ key }) => !hidden.includes(key));
  return visible.length > 0 ? visible : [...ordered];
}

/** Hides the column, or shows it again. */
export function withToggled(choice: ColumnChoice, key: string): ColumnChoice {
  const { hidden } = choice;
  const isHidden = hidden.includes(key);
  return { ...choice, hidden: isHidden ? hidden.filter((each) => each !== key) : [...hidden, key] };
}

/** Moves the column one place up or down in the order of all columns. */
export function withMoved(
  choice: ColumnChoice,
  ordered: readonly ShownColumn[],
  key: string,
  by: 1 | -1,
): ColumnChoice {
  const order = ordered.map((column) => column.key);
  const from = order.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return choice;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

/** The column as wide as given, in pixels, within bounds; as wide as its content with `null`. */
export function withWidth(choice: ColumnChoice, key: string, width: number | null): ColumnChoice {
  const others = Object.entries(choice.widths).filter(([other]) => other !== key);
  if (width === null) return { ...choice, widths: Object.fromEntries(others) };
  const bounded = Math.min(widthBounds.most, Math.max(widthBounds.least, Math.round(width)));
  return { ...choice, widths: Object.fromEntries([...others, [key, bounded]]) };
}
