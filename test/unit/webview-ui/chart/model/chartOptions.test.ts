import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noChoices, readChoices, viewQuestion } from '#view/chart/model/chartOptions';

describe('what was chosen in a chart, after its tab was hidden or the window reloaded,', () => {
  it('comes back as it was', () => {
    const depth = { area: 'NO1', at: 5 };
    const choices = {
      ...noChoices,
      range: { from: 1, to: 2 },
      hidden: ['NO1'],
      contract: { id: 'PH-1', deliveryStart: 3 },
      depth,
    };
    expect(readChoices(JSON.parse(JSON.stringify(choices)))).toEqual(choices);
  });

  it.each([
    ['a reversed range', { ...noChoices, range: { from: 2, to: 1 } }],
    ['a range without an end', { ...noChoices, range: { from: 2 } }],
    ['a period before the first', { ...noChoices, period: -1 }],
  ])('is ignored if it contains %s', (_name, saved) => {
    expect(readChoices(saved)).toEqual(noChoices);
  });

  it('is ignored if it is anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        expect(readChoices(saved)).toEqual(noChoices);
      }),
    );
  });
});

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
