import type { OrderCells } from '#src/protocol/charts/ordersChart';

/**
 * The orders of one side in each cell of the drawing area: their number, and their lowest and highest price.
 */
export class OrderGrid {
  occupied = 0;
  private readonly counts: Uint32Array;
  private readonly lowest: Float64Array;
  private readonly highest: Float64Array;

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    this.counts = new Uint32Array(columns * rows);
    this.lowest = new Float64Array(columns * rows).fill(Infinity);
    this.highest = new Float64Array(columns * rows).fill(-Infinity);
  }

  add(column: number, row: number, price: number): void {
    const cell = column * this.rows + row;
    const before = this.counts[cell] as number;
    if (before === 0) this.occupied += 1;
    this.counts[cell] = before + 1;
    if (price < (this.lowest[cell] as number)) this.lowest[cell] = price;
    if (price > (this.highest[cell] as number)) this.highest[cell] = price;
  }

  /** The occupied cells, column by column from the left, each column from its lowest price up. */
  cells(): OrderCells {
    const occupiedCells = new Uint32Array(this.occupied);
    let found = 0;
    this.counts.forEach((count, cell) => {
      if (count > 0) occupiedCells[found++] = cell;
    });
    return {
      column: Uint16Array.from(occupiedCells, (cell) => Math.floor(cell / this.rows)),
      row: Uint16Array.from(occupiedCells, (cell) => cell % this.rows),
      count: Uint32Array.from(occupiedCells, (cell) => this.counts[cell] as number),
      lowest: Float64Array.from(occupiedCells, (cell) => this.lowest[cell] as number),
      highest: Float64Array.from(occupiedCells, (cell) => this.highest[cell] as number),
    };
  }
}
