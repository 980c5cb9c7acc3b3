import { describe, expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import {
  hasStatuses,
  likelyHasBothStatuses,
  noPricesOfStatus,
  ofStatus,
} from '#src/market/query/priceStatus';
import { isPreliminary, statusWord } from '#src/market/records/statusWords';

/** The delivery day 21 November 2026. */
const day = { startTime: '2026-11-20T23:00:00Z', endTime: '2026-11-21T23:00:00Z' };
const prices = (more: Record<string, string> = {}) => ({
  dataset: findDataset('dayahead-prices')!,
  parameters: { ...day, ...more },
});

describe('preliminary vs. official', () => {
  it('runs the same query for each status, in the order of the dataset', () => {
    const asked = ofStatus(prices({ currency: 'NOK' }), 'P').parameters;
    expect(Object.entries(asked)).toEqual([
      ['status', 'P'],
      ['currency', 'NOK'],
      ['startTime', day.startTime],
      ['endTime', day.endTime],
    ]);
  });
});

describe('values that may still change', () => {
  it.each([
    ['P', true],
    ['p', true],
    ['Preliminary', true],
    ['O', false],
    ['Published', false],
    ['NotP', false],
    ['', false],
  ])('are those with status %j: %s', (status, expected) => {
    expect(isPreliminary(status)).toBe(expected);
  });
});

describe('a comparison of preliminary and official prices', () => {
  const end = Date.parse(day.endTime);
  const turnover = { dataset: findDataset('dayahead-turnover')!, parameters: { ...day, currency: 'NOK' } };

  it.each([
    ['prices in a local currency of a day that has not ended', prices({ currency: 'NOK' }), end - 1, true],
    ['prices of no particular day', { ...prices(), parameters: { currency: 'SEK' } }, end, true],
    ['a day that has ended', prices({ currency: 'NOK' }), end, false],
    ['euros', prices({ currency: 'eur' }), end - 1, false],
    ['the currency that is the default', prices(), end - 1, false],
    ['a dataset without statuses', turnover, end - 1, false],
  ])('is offered or not: %s', (_, query, now, expected) => {
    expect(likelyHasBothStatuses(query, now)).toBe(expected);
    expect(hasStatuses(query)).toBe(query.dataset.id === 'dayahead-prices');
  });
});

describe('the word for a status', () => {
  it.each(['__proto__', 'constructor', 'toString', ''])(
    'is the status itself if the service calls it %j, so that the summary can still be shown',
    (status) => expect(statusWord(status)).toBe(status),
  );

  it('is its meaning if that is documented', () => {
    expect([statusWord('P'), statusWord('O')]).toEqual(['preliminary', 'official']);
  });
});

describe('a response without prices of a status', () => {
  it.each([
    [
      prices({ status: 'O' }),
      /^The service returned no official prices for 2026-11-21\. .* likely .*Try again/,
    ],
    [prices({ status: 'P' }), /^The service returned no preliminary prices for 2026-11-21\. .*NOK/],
    [prices({ status: 'O', endTime: '2026-11-23T23:00:00Z' }), /for 2026-11-21 to 2026-11-23\./],
  ])('is reported with status and day, and with what to do next', (query, words) => {
    expect(noPricesOfStatus(query)).toMatch(words);
  });

  it("isn't reported if no status was requested", () => {
    expect(noPricesOfStatus(prices())).toBeNull();
    expect(noPricesOfStatus({ ...prices(), parameters: { status: 'O' } })).toBeNull();
    const turnover = { dataset: findDataset('dayahead-turnover')!, parameters: { ...day, status: 'O' } };
    expect(noPricesOfStatus(turnover)).toBeNull();
  });
});
