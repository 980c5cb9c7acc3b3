import { heatCells, heatContinued, type HeatChart } from '../../../src/table/chartTypes';
import type { Range } from './drawing';

/** The bits of a state that say what the cell holds. */
const kindBits = 0x0f;

/** A cell by its column and its place in it. */
export interface HeatPlace {
  column: number;
  slot: number;
}

type Change = HeatChart['changes'][number];

/** Where the cells of a heat map are, in the units of its axes, and what they hold. */
export class HeatLayout {
  readonly columns: number;
  private readonly changeIn: ReadonlyMap<number, Change>;

  constructor(readonly chart: HeatChart) {
    this.columns = Math.max(0, chart.days.length - 1);
    this.changeIn = new Map(chart.changes.map((change) => [change.column, change]));
  }

  /** How many cells the column has: more on a day with a repeated hour, fewer on one with a skipped hour. */
  slotsIn(column: number): number {
    return this.chart.rows + (this.changeIn.get(column)?.rows ?? 0);
  }

  change(column: number): Change | undefined {
    return this.changeIn.get(column);
  }

  /**
   * The cell's top and bottom in milliseconds since midnight by the clock. A repeated hour has the place of one, its
   * first occurrence above the second; a skipped hour leaves its place empty.
   */
  spanOf({ column, slot }: HeatPlace): Range {
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

  /** The cell at a time of the day by the clock; `null` in a skipped hour. */
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

  /** The column of the instant; -1 if there is none. */
  columnAt(instant: number): number {
    const { days } = this.chart;
    let [low, high] = [0, this.columns];
    if (!(instant >= (days[0] ?? NaN) && instant < (days[this.columns] ?? NaN))) return -1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((days[middle] ?? NaN) <= instant) low = middle;
      else high = middle;
    }
    return low;
  }

  private indexOf({ column, slot }: HeatPlace): number {
    return column * this.chart.slots + slot;
  }

  /** One of `heatCells`. */
  kindAt(place: HeatPlace): number {
    return (this.chart.state[this.indexOf(place)] ?? heatCells.none) & kindBits;
  }

  hasFlag(place: HeatPlace, flag: number): boolean {
    return ((this.chart.state[this.indexOf(place)] ?? 0) & flag) !== 0;
  }

  valueAt(place: HeatPlace): number {
    return this.chart.value[this.indexOf(place)] ?? NaN;
  }

  /** The first cell of the interval that the cell belongs to, and the one after the last. */
  intervalOf({ column, slot }: HeatPlace): Range {
    let [from, to] = [slot, slot + 1];
    const isContinued = (at: number) => this.hasFlag({ column, slot: at }, heatContinued);
    while (from > 0 && isContinued(from)) from -= 1;
    while (to < this.slotsIn(column) && isContinued(to)) to += 1;
    return { from, to };
  }
}
