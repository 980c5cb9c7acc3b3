import { describe, expect, it } from 'vitest';
import { capacityDrawing } from '../../../../../webview-ui/chart/capacities/capacityDrawing';
import { chartOptions } from '../chartOptions';

const options = chartOptions();

describe('the chart of capacities', () => {
  it('labels each direction with its arrow, and says where a capacity is not known', () => {
    const hour = { deliveryStart: 0, deliveryEnd: 3_600_000, publicationTime: 0, publications: 4 };
    const pair = { areaFrom: 'NO1', areaTo: 'SE3', ...hour, out: 800, in: null };
    const drawing = capacityDrawing({ kind: 'capacities', pairs: [pair], omitted: 0 }, options);
    expect(drawing.readoutAt(0, 0.5)?.text).toContain('NO1 → SE3 800 MW · SE3 → NO1 unknown');
    expect(drawing.summary).toContain('latest of 4 publications, maximum 800 MW (NO1 → SE3)');
    expect(drawing.readoutAt(0, 1.5)).toBeNull();
  });
});
