import { heatCells, heatContinued, heatKindBits, type HeatChart } from '#src/protocol/charts/heatChart';
import type { Range } from './drawing';
import { lastAtOrBefore } from './visibleRange';

/** A cell by its column and its index in that column. */
export interface HeatPosition {
  column: number;
  slot: number;
}

/** Where the cells of a heat map are, in the units of its axes, and what they contain. */
export class HeatLayout {
  readonly columns: number;
  /** The change of clocks in a column. */
  readonly changeIn: ReadonlyMap<number, HeatChart['changes'][number]>;

  constructor(readonly chart: HeatChart) {
    this.columns = Math.max(0, chart.days.length - 1);
    this.changeIn = new Map(chart.changes.map((change) => [change.column, change]));
  }

  /** How many cells the column has: more on a day with a repeated hour, fewer on one with a skipped hour. */
  slotsIn(column: number): number {
    return this.chart.rows + (this.changeIn.get(column)?.rows ?? 0);
  }

  /**
   * The cell's top and bottom in milliseconds after midnight by the clock. Both occurrences of a repeated
   * hour share the height of one hour, the first above the second; the height of a skipped hour is empty.
   */
  edgesOf({ column, slot }: HeatPosition): Range {
    const { step } = this.chart;
    return { from: this.rowOf(column, slot) * step, to: this.rowOf(column, slot + 1, true) * step };
  }

  private rowOf(column: number, slot: number, isEnd = false): number {
    const change = this.changeIn.get(column);
    if (!change || slot < change.row || (isEnd && slot === change.row)) return slot;
    const { row, rows } = change;
    if (rows < 0) return slot - rows;
    return slot < row + 2 * rows ? row + (slot - row) / 2 : slot - rows;
  }

  /** The cell for a wall-clock time, in milliseconds after midnight; `null` in a skipped hour. */
  slotAt(column: number, clock: number): number | null {
    const { rows: each, step } = this.chart;
    const row = Math.min(each - 1, Math.max(0, Math.floor(clock / step)));
    const change = this.changeIn.get(column);
    if (!change || row < change.row) return row;
    const { row: first, rows } = change;
    if (rows < 0) return row < first - rows ? null : row + rows;
    if (row >= first + rows) return row + rows;
    return first + Math.min(2 * rows - 1, Math.max(0, Math.floor((clock / step - first) * 2)));
  }

  /** The column that contains the instant; -1 if there is none. */
  columnAt(instant: number): number {
    const column = lastAtOrBefore(this.chart.days, instant);
    return column < this.columns ? column : -1;
  }

  private indexOf({ column, slot }: HeatPosition): number {
    return column * this.chart.slots + slot;
  }

  /** One of `heatCells`. */
  kindAt(position: HeatPosition): number {
    return (this.chart.state[this.indexOf(position)] ?? heatCells.none) & heatKindBits;
  }

  hasFlag(position: HeatPosition, flag: number): boolean {
    return ((this.chart.state[this.indexOf(position)] ?? 0) & flag) !== 0;
  }

  valueAt(position: HeatPosition): number {
    return this.chart.value[this.indexOf(position)] ?? NaN;
  }

  /** The cells of the interval that the cell belongs to, as indexes in its column; `to` is exclusive. */
  intervalOf({ column, slot }: HeatPosition): Range {
    let [from, to] = [slot, slot + 1];
    const isContinued = (at: number) => this.hasFlag({ column, slot: at }, heatContinued);
    while (from > 0 && isContinued(from)) from -= 1;
    while (to < this.slotsIn(column) && isContinued(to)) to += 1;
    return { from, to };
  }
}
