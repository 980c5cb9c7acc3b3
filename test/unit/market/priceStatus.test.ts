import { describe, expect, it } from 'vitest';
import { findDataset } from '../../../src/market/datasets';
import { mayHaveBothStatuses, noPricesOfStatus, ofStatus } from '../../../src/market/priceStatus';

/** The delivery day 21 November 2026. */
const day = { startTime: '2026-11-20T23:00:00Z', endTime: '2026-11-21T23:00:00Z' };
const during = Date.parse('2026-11-21T12:00:00Z');
const dayAfter = Date.parse('2026-11-22T12:00:00Z');
const prices = (more: Record<string, string> = {}) => ({
  dataset: findDataset('dayahead-prices')!,
  parameters: { ...day, ...more },
});

describe('preliminary against official', () => {
  const [official, preliminary] = [{ statuses: ['O'], unit: 'NOK/MWh' }, { statuses: ['P'], unit: 'NOK/MWh' }]; // prettier-ignore

  it.each<[string, Parameters<typeof mayHaveBothStatuses>, boolean]>([
    ['a day in kroner that is not over', [prices(), official, during], true],
    ['prices that do not say their status', [prices(), { ...official, statuses: [] }, during], true], // prettier-ignore
    ['an answer that holds both', [prices(), { ...official, statuses: ['P', 'O'] }, dayAfter], true], // prettier-ignore
    ['preliminary ones that were asked for', [prices({ status: 'P' }), preliminary, dayAfter], true], // prettier-ignore
    ['prices in euro', [prices(), { ...official, unit: 'EUR/MWh' }, during], false],
    ['a day that is over', [prices({ status: 'O' }), official, dayAfter], false],
    ['nothing but preliminary ones, asked for either', [prices(), preliminary, during], false],
  ])('is offered where it can lead to something: %s', (_, given, isOffered) => {
    expect(mayHaveBothStatuses(...given)).toBe(isOffered);
  });

  it('asks the same question for each, in the order of the dataset', () => {
    const asked = ofStatus(prices({ currency: 'NOK' }), 'P').parameters;
    expect(Object.entries(asked)).toEqual([
      ['status', 'P'],
      ['currency', 'NOK'],
      ['startTime', day.startTime],
      ['endTime', day.endTime],
    ]);
  });
});

describe('no prices of a status', () => {
  it.each([
    [prices({ status: 'O' }), /^There are no official prices for 2026-11-21 yet\. .*try again/],
    [prices({ status: 'P' }), /^There are no preliminary prices for 2026-11-21\. .*NOK/],
    [prices({ status: 'O', endTime: '2026-11-23T23:00:00Z' }), /for 2026-11-21 to 2026-11-23 yet/],
  ])('are named by status and day, with what to do next', (query, words) => {
    expect(noPricesOfStatus(query)).toMatch(words);
  });

  it('are nothing to speak of where no status was asked for', () => {
    expect(noPricesOfStatus(prices())).toBeNull();
    expect(noPricesOfStatus({ ...prices(), parameters: { status: 'O' } })).toBeNull();
  });
});
