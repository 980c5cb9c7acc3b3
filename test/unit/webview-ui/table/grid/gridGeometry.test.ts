import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { GridGeometry } from '#view/table/grid/gridGeometry';
import { scrollTopFor, topRow, visibleRows } from '#view/table/grid/gridGeometry';

describe('scrolling to a row', () => {
  it('makes any of millions of rows fully visible, although pixels run out', () => {
    const geometries = fc.record({
      rows: fc.integer({ min: 1, max: 9_000_000 }),
      clientHeight: fc.integer({ min: 120, max: 2000 }),
    });
    fc.assert(
      fc.property(geometries, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (g, n, share) => {
        const height = (g.rows + 2) * 24;
        const geometry: GridGeometry = {
          ...g,
          rowHeight: 24,
          headerRows: 2,
          scrollHeight: Math.max(g.clientHeight, Math.min(10_000_000, height)),
        };
        const row = n % g.rows;
        const way = geometry.scrollHeight - g.clientHeight;
        const reached = Math.min(way, scrollTopFor(geometry, Math.round(share * way), row));
        const top = topRow(geometry, reached);
        return row >= top - 0.01 && row + 1 <= top + visibleRows(geometry) + 0.01;
      }),
    );
  });
});
