import * as l10n from '@vscode/l10n';
import { periodKey, type ColumnChoice, type ShownColumn } from '#src/protocol/tableTypes';

/** Nothing has been chosen yet. */
export const noChoice: ColumnChoice = {
  order: [],
  hidden: [],
  unfolded: [],
  widths: {},
  period: false,
};

/** A column, with what is decided about it from all rows of the result. */
export interface JudgedColumn extends ShownColumn {
  /** Holds nothing to read, so it's hidden until a person wants to see it. */
  readonly isBackground?: boolean;
}

const period = (): ShownColumn => ({ key: periodKey, title: l10n.t('Period'), type: 'text' });

/**
 * Main columns first, in their order, with the attributes that distinguish series right after the value; then
 * the other columns in table order; columns with the same value in every row come last.
 */
export function displayOrder(columns: readonly JudgedColumn[], main: readonly string[]): JudgedColumn[] {
  const value = main.indexOf('value');
  const afterValue = value < 0 ? main.length : value + 0.5;
  const rankOf = ({ key, constant }: JudgedColumn): number => {
    const index = main.indexOf(key);
    if (index >= 0) return index;
    if (constant !== undefined) return main.length + 1;
    return key.startsWith('attribute.') ? afterValue : main.length;
  };
  return [...columns].sort((one, other) => rankOf(one) - rankOf(other));
}

/** The columns of the response and, if its rows are periods, their numbers after the end time. */
function offeredColumns(columns: readonly JudgedColumn[], main: readonly string[]): JudgedColumn[] {
  const keys = new Set(columns.map(({ key }) => key));
  const arePeriods = keys.has('startTime') && keys.has('endTime') && !keys.has(periodKey);
  if (!arePeriods) return displayOrder(columns, main);
  const withPeriod = main.flatMap((key) => (key === 'endTime' ? [key, periodKey] : [key]));
  return displayOrder([...columns, period()], withPeriod);
}

function isHidden(
  { hidden, unfolded, period }: ColumnChoice,
  { key, isBackground = false }: JudgedColumn,
): boolean {
  if (key === periodKey) return !period;
  return hidden.includes(key) || (isBackground && !unfolded.includes(key));
}

/** Whether the column's only value is shown above the table instead of in every row. */
export function isFolded(choice: ColumnChoice, column: JudgedColumn): boolean {
  const { key, constant } = column;
  return constant !== undefined && !isHidden(choice, column) && !choice.unfolded.includes(key);
}

/**
 * The columns as the table shows them. Which of them have the same value in all rows is told only when all
 * rows are there, and only if there are several. A `background` column stays hidden until its values differ.
 */
export function judgedColumns(
  columns: readonly ShownColumn[],
  background: readonly string[],
  rows: number,
  isWhole: boolean,
): JudgedColumn[] {
  return columns.map((column) => {
    const isBackground = column.constant !== undefined && background.includes(column.key);
    const judged = { ...column, ...(isBackground && { isBackground }) };
    if (!isWhole || rows <= 1) delete judged.constant;
    return judged;
  });
}

/** In pixels. A narrower column couldn't be dragged again; a wider one wouldn't fit on the screen. */
const widthBounds = { least: 40, most: 1200 };

/** All columns in the chosen order. Columns that were never moved come last, in the dataset's order. */
export function orderedColumns(
  columns: readonly JudgedColumn[],
  main: readonly string[],
  { order }: ColumnChoice,
): JudgedColumn[] {
  const indexes = new Map(order.map((key, index) => [key, index]));
  const indexOf = ({ key }: JudgedColumn) => indexes.get(key) ?? order.length;
  return offeredColumns(columns, main).sort((one, other) => indexOf(one) - indexOf(other));
}

/** The columns that are neither hidden nor folded, or all of them if there would be none. */
export function visibleColumns(ordered: readonly JudgedColumn[], choice: ColumnChoice): JudgedColumn[] {
  const visible = ordered.filter((column) => !isHidden(choice, column) && !isFolded(choice, column));
  return visible.length > 0 ? visible : ordered.filter(({ key }) => key !== periodKey);
}

/** How many columns of the response are neither in the table nor, folded, above it. */
export function countHidden(ordered: readonly JudgedColumn[], choice: ColumnChoice): number {
  const visible = visibleColumns(ordered, choice);
  return ordered.filter(
    (column) => column.key !== periodKey && isHidden(choice, column) && !visible.includes(column),
  ).length;
}

/**
 * Shows the column, or removes it from the table: a column with the same value in all rows is as it was before
 * anyone chose, any other is hidden.
 */
export function withShown(
  choice: ColumnChoice,
  { key, constant, isBackground = false }: JudgedColumn,
  isShown: boolean,
): ColumnChoice {
  if (key === periodKey) return { ...choice, period: isShown };
  const without = (keys: readonly string[]) => keys.filter((each) => each !== key);
  const hidden = without(choice.hidden);
  const unfolded = without(choice.unfolded);
  if (constant === undefined && !isBackground) {
    return { ...choice, hidden: isShown ? hidden : [...hidden, key] };
  }
  return { ...choice, hidden, unfolded: isShown ? [...unfolded, key] : unfolded };
}

/** Moves the column up or down by one place in the order of all columns. */
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

/** The chosen width in pixels. A field may have the name of a member that every object has. */
export const chosenWidth = ({ widths }: ColumnChoice, key: string): number | undefined =>
  Object.hasOwn(widths, key) ? widths[key] : undefined;

/** Sets the column's width in pixels, within bounds. With `null`, it's as wide as its content. */
export function withWidth(choice: ColumnChoice, key: string, width: number | null): ColumnChoice {
  const others = Object.entries(choice.widths).filter(([other]) => other !== key);
  if (width === null) return { ...choice, widths: Object.fromEntries(others) };
  const bounded = Math.min(widthBounds.most, Math.max(widthBounds.least, Math.round(width)));
  return { ...choice, widths: Object.fromEntries([...others, [key, bounded]]) };
}

/**
 * While rows arrive, a column's values may turn out to differ, which moves it forward; a person may move
 * columns.
 */
export const isSameOrder = (one: readonly ShownColumn[], other: readonly ShownColumn[]) =>
  one.length === other.length && one.every(({ key }, index) => other[index]?.key === key);
