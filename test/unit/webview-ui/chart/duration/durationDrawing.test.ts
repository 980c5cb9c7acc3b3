import { expect, it } from 'vitest';
import { durationDrawing } from '#view/chart/duration/durationDrawing';
import { chartOptions } from '../chartOptions';

it('a duration curve says how many series it leaves out', () => {
  const facts = { lines: [], from: 0, to: 1, shortest: 1 };
  const chart = { kind: 'duration' as const, facts, from: 0, to: 1, series: [], omitted: 13 };
  expect(durationDrawing(chart, chartOptions()).summary).toContain('13 more series not shown');
  expect(durationDrawing({ ...chart, omitted: 0 }, chartOptions()).summary).not.toContain('more series');
});
