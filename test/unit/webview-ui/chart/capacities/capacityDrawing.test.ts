import { describe, expect, it } from 'vitest';
import { capacityDrawing } from '#view/chart/capacities/capacityDrawing';
import { chartOptions } from '../chartOptions';

const options = chartOptions();

const hour = { deliveryStart: 0, deliveryEnd: 3_600_000, publicationTime: 0, publications: 4 };
const pairsIn = (how: typeof options, ...some: object[]) =>
  capacityDrawing(
    {
      kind: 'capacities',
      omitted: 0,
      pairs: some.map((more) => ({ areaFrom: 'A', areaTo: 'B', ...hour, out: 1, in: 2, ...more })),
    },
    how,
  );
const pairs = (...some: object[]) => pairsIn(options, ...some);

describe('the chart of capacities', () => {
  it('labels each direction with its arrow, and says which capacity is unknown', () => {
    const drawing = pairs({ areaFrom: 'NO1', areaTo: 'SE3', out: 800, in: null });
    expect(drawing.readoutAt(0, 0.5)?.text).toContain('NO1 → SE3 800 MW · SE3 → NO1 unknown');
    expect(drawing.summary).toContain('latest of 4 publications, maximum 800 MW (NO1 → SE3)');
    expect(drawing.readoutAt(0, 1.5)).toBeNull();
  });

  const headings = ({ marks }: ReturnType<typeof pairs>) =>
    marks.flatMap((mark) => (mark.kind === 'capacities' ? mark.rows.map(({ heading }) => heading) : []));

  it('has an axis for the pairs that are seen', () => {
    const end = (from: number) =>
      pairsIn({ ...options, seen: { from, to: 2 } }, { out: 900 }, { out: 30 }).x.visible.to;
    expect(end(0)).toBeGreaterThan(900);
    expect(end(1)).toBeLessThan(50);
  });

  it('has both directions around the name of the pair, on one scale', () => {
    const { x, marks } = pairs({ out: 100, in: 900 });
    expect(x.visible.from).toBe(-x.visible.to);
    const powers = [
      { power: 900, text: '← 900 MW' },
      { power: 100, text: '100 MW →' },
    ];
    expect(marks[0]).toMatchObject({ rows: [{ pair: 'A ⇄ B', powers }] });
    const ticks = x.ticks?.(8).map(({ label }) => label[0]);
    expect(ticks).toEqual(['500', '0', '0', '500']);
  });

  it.each([340, 240])(
    'has the name of the pair above its bars in a view of %i pixels, and only the highest power on the axis',
    (width) => {
      const { x, list, marks } = pairsIn({ ...options, width }, { out: 100, in: 1543 });
      expect(list).toEqual({ rows: 1, lines: 2 });
      const powers = [{ text: '← 1,543' }, { text: '100 →' }];
      expect(marks[0]).toMatchObject({ gap: 0, rows: [{ powers }] });
      expect(x.ticks?.(8)).toEqual([
        { at: -1543, label: ['1,543 MW'] },
        { at: 0, label: ['0'] },
        { at: 1543, label: ['1,543 MW'] },
      ]);
      // In pixels.
      expect((1543 / (x.visible.to - x.visible.from)) * width).toBeGreaterThan(50);
    },
  );

  it.each([510, 640, 1040])('has ticks that are at least 50 pixels apart in a view of %i pixels', (width) => {
    const { x } = pairsIn({ ...options, width }, { out: 100, in: 1543 });
    const each = width / (x.visible.to - x.visible.from);
    const ats = x.ticks?.(8).map(({ at }) => at * each) ?? [];
    expect(ats.length).toBeGreaterThanOrEqual(4);
    ats.slice(1).forEach((at, index) => expect(at - ats[index]!).toBeGreaterThanOrEqual(50));
  });

  it('states once what all pairs have in common, and then needs no headings', () => {
    const drawing = pairs({}, { areaTo: 'C' });
    expect(drawing.caption).toBe('1970-01-01 00:00 – 01:00 · published 1970-01-01 00:00 · 4 publications');
    expect(drawing.list).toEqual({ rows: 2, lines: 1 });
  });

  it('states at each pair what differs', () => {
    const drawing = pairs({}, { publications: 3 }, { publications: 1 });
    expect(drawing.caption).toBe('1970-01-01 00:00 – 01:00 · published 1970-01-01 00:00');
    expect(headings(drawing)).toEqual(['4 publications', '3 publications', '1 publication']);
    expect(drawing.list).toEqual({ rows: 3, lines: 2 });
  });

  it('has no caption and counts nothing if nothing is drawn', () => {
    expect(pairs().caption).toBeUndefined();
    expect(pairs().summary).toMatch(/: nothing to plot$/);
    expect(pairs().empty).toMatch(/no capacities with values and readable times/);
  });
});
