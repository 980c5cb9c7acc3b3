import { describe, expect, it } from 'vitest';
import { noChoices, viewQuestion } from '#view/chart/model/chartOptions';

describe('a heat map or duration curve that was chosen', () => {
  const chosen = { ...noChoices, view: 'duration', resolution: 'P1D' } as const;
  const shown = { plan: 'steps', isOverlaid: false, zone: 'UTC' } as const;

  it('is requested for the series of one result', () => {
    expect(viewQuestion(chosen, shown)).toEqual({ view: 'duration', resolution: 'P1D' });
    expect(viewQuestion(noChoices, shown)).toEqual({});
  });

  it.each(['orders', 'capacities', 'comparison', 'curves'] as const)(
    "doesn't affect the next result in the tab if that shows %s",
    (plan) => expect(viewQuestion(chosen, { ...shown, plan })).toEqual({}),
  );

  it('gives way to the lines of several results', () => {
    expect(viewQuestion(chosen, { ...shown, isOverlaid: true })).toEqual({});
  });
});
