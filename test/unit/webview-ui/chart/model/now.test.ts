import { describe, expect, it } from 'vitest';
import { nowMovesIn } from '#view/chart/model/now';

const hour = 3_600_000;

describe('the line at the current time', () => {
  const axis = (from: number, to: number) => ({ visible: { from, to }, extent: { from: 0, to: 24 * hour } });

  it('moves as soon as it would be a pixel further', () => {
    expect(nowMovesIn({ ...axis(0, 12 * hour), title: '', least: null }, 1000, 5 * hour)).toBe(43_200);
  });

  it.each([
    ['moves once a second at most, however far the chart is zoomed in', axis(0, 1000), 1000, hour, 1000],
    ['moves once a minute at least, so that the summary is right', axis(0, 24 * hour), 100, hour, 60_000],
    ['appears when the period begins', axis(0, 24 * hour), 100, -hour, 60_000],
  ])('%s', (_, of, width, now, expected) => {
    expect(nowMovesIn({ ...of, title: '', least: null }, width, now)).toBe(expected);
  });

  it('never moves on a past day, or on an axis of something other than time', () => {
    const past = { ...axis(0, 24 * hour), title: '', least: null };
    expect(nowMovesIn(past, 1000, 24 * hour)).toBeNull();
    const volumes = {
      visible: { from: 0, to: 5000 },
      extent: { from: 0, to: 5000 },
      title: 'MW',
      least: null,
    };
    expect(nowMovesIn(volumes, 1000, Date.now())).toBeNull();
  });
});
