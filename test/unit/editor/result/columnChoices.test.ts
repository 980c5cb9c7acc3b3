import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnChoicesIn } from '#src/editor/result/columnChoices';

describe('choices stored by the editor', () => {
  const kept = (value: unknown) =>
    columnChoicesIn({ get: () => value, update: () => Promise.resolve(), keep: () => undefined });

  it('are returned by dataset', () => {
    const choice = { order: ['b'], hidden: ['a'], unfolded: ['c'], widths: { b: 100 }, period: true };
    expect(kept({ prices: choice }).of('prices')).toEqual(choice);
    expect(kept({ prices: choice }).of('orders')).toBeNull();
  });

  it("are ignored if the stored value isn't valid", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        kept(value).of('prices');
        kept({ prices: value }).of('prices');
      }),
    );
    expect(
      kept({ prices: { order: 'a', hidden: [], unfolded: [], widths: {}, period: false } }).of('prices'),
    ).toBeNull();
    const endless = {
      order: Array.from({ length: 500 }, String),
      hidden: [],
      unfolded: [],
      widths: {},
      period: false,
    };
    expect(kept({ prices: endless }).of('prices')).toBeNull();
  });
});
