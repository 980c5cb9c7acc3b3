import { expect, it } from 'vitest';
import { besideLabels } from '#view/chart/canvas/crosshair';

const label = (left: number, top: number) => ({ left, top, width: 100, height: 20 });
const box = { left: 50, top: 100, width: 80, height: 60 };

it.each([
  ['stays where it is without a label', [], 100],
  ['stays beside a label', [label(130, 110)], 100],
  ['moves above a label', [label(60, 150)], 90],
  ['moves below a label', [label(60, 90)], 110],
  ['moves past two labels', [label(60, 150), label(60, 75)], 170],
  [
    'covers a label rather than leaving the chart',
    [label(60, 40), label(60, 100), label(60, 160), label(60, 220)],
    100,
  ],
])('the tooltip %s', (_, labels, top) => {
  expect(besideLabels(box, labels, 240)).toBe(top);
});
