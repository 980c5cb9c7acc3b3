/**
 * Positions of rows. A browser limits how high an element can be, so beyond a few hundred
 * thousand rows, a pixel of the scroll bar represents more than a pixel of rows.
 */
export interface GridGeometry {
  rows: number;
  /** Pixels. */
  rowHeight: number;
  /** Height of the header, in rows. */
  headerRows: number;
  /** Of the scrolled element, in pixels. */
  clientHeight: number;
  scrollHeight: number;
}

/** How many rows fit below the header, with a fraction for the row that is cut off. */
export function visibleRows({ clientHeight, rowHeight, headerRows }: GridGeometry): number {
  return Math.max(1, clientHeight / rowHeight - headerRows);
}

/** Pixels of scroll way that one row takes. */
export function pixelsPerRow(geometry: GridGeometry): number {
  const scrollable = geometry.rows - visibleRows(geometry);
  const way = geometry.scrollHeight - geometry.clientHeight;
  return scrollable <= 0 || way <= 0 ? geometry.rowHeight : way / scrollable;
}

/** The row at the upper edge, with a fraction. */
export function topRow(geometry: GridGeometry, scrollTop: number): number {
  return scrollTop / pixelsPerRow(geometry);
}

/** Where to scroll so that the row is wholly visible; the present position where it already is. */
export function scrollTopFor(geometry: GridGeometry, scrollTop: number, row: number): number {
  const pixels = pixelsPerRow(geometry);
  const top = topRow(geometry, scrollTop);
  const fitting = visibleRows(geometry);
  if (row < top) return Math.floor(row * pixels);
  if (row + 1 > top + fitting) return Math.ceil((row + 1 - fitting) * pixels);
  return scrollTop;
}
