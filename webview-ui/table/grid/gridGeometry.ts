/**
 * Positions of rows. A browser limits how high an element can be, so with more than a few hundred thousand
 * rows, a pixel of the scroll bar represents more than a pixel of rows.
 */
export interface GridGeometry {
  rows: number;
  /** In pixels. */
  rowHeight: number;
  /** The height of the header, in rows. */
  headerRows: number;
  /** The height of the scrolled element, in pixels. */
  clientHeight: number;
  scrollHeight: number;
}

/** How many rows fit below the header, including the fraction of a row that is cut off. */
export function visibleRows({ clientHeight, rowHeight, headerRows }: GridGeometry): number {
  return Math.max(1, clientHeight / rowHeight - headerRows);
}

/** By how many pixels to scroll for one row. */
export function pixelsPerRow(geometry: GridGeometry): number {
  const scrollable = geometry.rows - visibleRows(geometry);
  const way = geometry.scrollHeight - geometry.clientHeight;
  return scrollable <= 0 || way <= 0 ? geometry.rowHeight : way / scrollable;
}

/** The row at the upper edge, including the fraction that is scrolled out of view. */
export function topRow(geometry: GridGeometry, scrollTop: number): number {
  return scrollTop / pixelsPerRow(geometry);
}

/** Where to scroll so that the whole row is visible; the current position if it already is. */
export function scrollTopFor(geometry: GridGeometry, scrollTop: number, row: number): number {
  const pixels = pixelsPerRow(geometry);
  const top = topRow(geometry, scrollTop);
  const fitting = visibleRows(geometry);
  if (row < top) return Math.floor(row * pixels);
  if (row + 1 > top + fitting) return Math.ceil((row + 1 - fitting) * pixels);
  return scrollTop;
}
