import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { columnChoicesIn, exportChoicesIn } from '#src/editor/shell/remembered';
import { exportedParts, type ExportChoice } from '#src/protocol/exportOrder';
import { memoryOf } from '../memoryOf';

const choice: ExportChoice = { part: 'shown', sample: 5, format: 'csv', types: ['pydantic'] };

it('the last choice for each dataset is restored, and listeners are told of changes', () => {
  const choices = exportChoicesIn(memoryOf());
  const heard = vi.fn();
  const stop = choices.onDidChange(heard);
  choices.remember('orders', choice);
  stop();
  choices.remember('prices', { ...choice, format: 'json' });
  expect(choices.of('orders')).toEqual(choice);
  expect(choices.of('prices')).toEqual({ ...choice, format: 'json' });
  expect(heard.mock.calls).toEqual([['orders']]);
});

it('an invalid stored choice is ignored, such as one of a later version', () => {
  const kept = (value: unknown) => exportChoicesIn(memoryOf({ 'marketData.exports': value }));
  fc.assert(
    fc.property(fc.anything(), (value) => {
      kept(value).of('orders');
      expect(kept({ orders: { ...choice, part: value } }).of('orders')?.part ?? null).toBe(
        (exportedParts as readonly unknown[]).includes(value) ? value : null,
      );
    }),
  );
  expect(kept({ orders: { ...choice, format: 'exe' } }).of('orders')).toBeNull();
});

describe('column choices stored by the editor', () => {
  const kept = (value: unknown) => columnChoicesIn(memoryOf({ 'marketData.columns': value }));

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
