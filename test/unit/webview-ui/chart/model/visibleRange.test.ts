import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted, nextStop, panned, revealing, zoomed } from '#view/chart/model/visibleRange';

const day = { from: 0, to: 100 };

describe('zooming', () => {
  it.each([
    ['at the pointer', zoomed(day, day, 0.5, 80, 1), { from: 40, to: 90 }],
    ['not past the narrowest range', zoomed({ from: 40, to: 44 }, day, 0.1, 42, 4), { from: 40, to: 44 }],
    ['out to everything, which is no longer a range', zoomed({ from: 40, to: 60 }, day, 10, 50, 1), null],
    ['out at the edge, staying inside', zoomed({ from: 0, to: 20 }, day, 2, 20, 1), { from: 0, to: 40 }],
    ['to a selection', fitted({ from: 10, to: 30 }, day, 5), { from: 10, to: 30 }],
    [
      'to a selection that is too narrow, around it',
      fitted({ from: 49, to: 51 }, day, 10),
      { from: 45, to: 55 },
    ],
    ['nowhere if there is nothing to zoom', fitted({ from: 1, to: 2 }, { from: NaN, to: NaN }, 1), null],
    ['panned to the right', panned({ from: 10, to: 30 }, day, 0.5), { from: 20, to: 40 }],
    ['panned no further than the end', panned({ from: 70, to: 90 }, day, 5), { from: 80, to: 100 }],
    ['to show a position on the left', revealing({ from: 50, to: 60 }, day, 40), { from: 39, to: 49 }],
    ['not at all if the position is visible', revealing({ from: 50, to: 60 }, day, 55), { from: 50, to: 60 }],
  ])('goes %s', (_name, found, expected) => {
    expect(found).toEqual(expected);
  });

  it('never leaves the extent, however the wheel is turned and the range dragged', () => {
    const finite = fc.double({ min: -1e13, max: 1e13, noNaN: true });
    fc.assert(
      fc.property(
        finite,
        finite,
        finite,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (a, b, at, factor) => {
          const extent = { from: -1e12, to: 1e12 };
          const visible = fitted({ from: Math.min(a, b), to: Math.max(a, b) }, extent, 1000) ?? extent;
          for (const range of [zoomed(visible, extent, factor, at, 1000), panned(visible, extent, factor)]) {
            if (!range) continue;
            expect(range.from).toBeGreaterThanOrEqual(extent.from);
            expect(range.to).toBeLessThanOrEqual(extent.to + 1e-3);
            expect(range.to).toBeGreaterThan(range.from);
          }
        },
      ),
    );
  });
});

describe('moving the crosshair with the arrow keys', () => {
  const stops = [10, 20, 30, 40];
  it.each<[string, number | null, 1 | -1, number | null]>([
    ['begins at the left edge of what is visible', null, 1, 20],
    ['begins at the right edge when going left', null, -1, 30],
    ['goes to the next interval', 20, 1, 30],
    ['goes to the previous interval', 20, -1, 10],
    ['goes left from between two intervals', 25, -1, 20],
    ['goes right from between two intervals', 25, 1, 30],
    ['stays at the end', 40, 1, 40],
    ['stays at the beginning', 10, -1, 10],
  ])('%s', (_name, at, step, expected) => {
    expect(nextStop(stops, at, step, { from: 15, to: 35 })).toBe(expected);
  });

  it('stays where it is if there are no values', () => {
    expect(nextStop([], null, 1, day)).toBeNull();
  });
});
