import { describe, expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import { hasOtherSubject } from '#src/market/query/otherSubject';
import { hasOneArea } from '#src/market/query/otherArea';
import type { Query } from '#src/market/query/query';

const asked = (parameters: Record<string, string>, dataset = 'dayahead-prices'): Query => ({
  dataset: findDataset(dataset)!,
  parameters,
});
const day = { startTime: '2026-03-19T23:00:00Z', endTime: '2026-03-20T23:00:00Z' };
const next = { startTime: '2026-03-20T23:00:00Z', endTime: '2026-03-21T23:00:00Z' };
const no1 = { deliveryarea: 'NO1', ...day };

describe('two results in which every value differs without any change', () => {
  it.each<[string, Record<string, string>, Record<string, string>, boolean]>([
    ['two days', no1, { ...no1, ...next }, true],
    ['two areas', no1, { ...no1, deliveryarea: 'SE3' }, true],
    ['two blocks', { ...no1, blockname: 'Peak' }, { ...no1, blockname: 'Off-peak 1' }, true],
    ['the same query, run again', no1, no1, false],
    ['two statuses of the same prices', { ...no1, status: 'P' }, { ...no1, status: 'O' }, false],
    ['one of several areas', { ...no1, deliveryarea: 'NO1,SE3' }, no1, false],
    ['an area, and all of them', no1, day, false],
    ['all areas, and one of them', day, no1, false],
  ])('are distinguished from others: %s', (_, first, second, expected) => {
    expect(hasOtherSubject(asked(first), asked(second))).toBe(expected);
  });
});

describe('the areas of a query', () => {
  it('can be replaced if there is one, or one at each end of a flow', () => {
    expect(hasOneArea(asked(no1))).toBe(true);
    expect(hasOneArea(asked({ deliveryareafrom: 'BE', deliveryareato: 'UK' }, 'uk-flows'))).toBe(true);
    expect(hasOneArea(asked({ deliveryarea: 'NO1,SE3' }))).toBe(false);
    expect(hasOneArea(asked(day))).toBe(false);
    expect(hasOneArea(asked({ deliveryareafrom: 'BE', deliveryareato: 'UK,NO2' }, 'uk-flows'))).toBe(false);
  });
});
