/**
 * Counts of one side's orders per cell of the drawing area. Cells of one time stand together, for
 * orders come about in order of time and memory is slow to jump in.
 */
export class OrderGrid {
  occupied = 0;
  private readonly counts: Uint32Array;
  /** The first order of each cell, by its row in the table. */
  private readonly firsts: Uint32Array;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.counts = new Uint32Array(width * height);
    this.firsts = new Uint32Array(width * height);
  }

  add(x: number, y: number, row: number, orders = 1): void {
    const cell = x * this.height + y;
    const before = this.counts[cell] as number;
    if (before === 0) {
      this.occupied += 1;
      this.firsts[cell] = row;
    }
    this.counts[cell] = before + orders;
  }

  /** The same orders in cells of twice the width and height. */
  coarser(): OrderGrid {
    const grid = new OrderGrid((this.width + 1) >> 1, (this.height + 1) >> 1);
    this.forEach((row, count, x, y) => grid.add(x >> 1, y >> 1, row, count));
    return grid;
  }

  /** Visits the occupied cells: a row of theirs, how many orders they hold, and where they lie. */
  forEach(visit: (row: number, count: number, x: number, y: number) => void): void {
    for (let x = 0, cell = 0; x < this.width; x += 1) {
      for (let y = 0; y < this.height; y += 1, cell += 1) {
        const count = this.counts[cell] as number;
        if (count > 0) visit(this.firsts[cell] as number, count, x, y);
      }
    }
  }
}
