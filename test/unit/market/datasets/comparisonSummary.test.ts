import type { RecordKind } from '#src/market/records/recordKinds';
import { describe, expect, it } from 'vitest';
import {
  comparisonSentence,
  formulaOf,
  largestDifference,
  type ComparisonSummary,
  type Difference,
} from '#src/market/datasets/comparisonSummary';

const at = Date.parse('2026-03-29T01:00:00Z');
const difference = (text: string, more: Partial<Difference> = {}): Difference => ({
  text,
  unit: 'EUR/MWh',
  of: 'NO1',
  at,
  ...more,
});
const changed = (counts: Partial<ComparisonSummary['counts']>) => ({
  changed: 0,
  same: 0,
  added: 0,
  missing: 0,
  ...counts,
});

describe('the sentence about a comparison of the same subject', () => {
  const labels = { first: 'preliminary', second: 'official', hasOtherSubject: false };

  it('counts what changed, and names the largest difference and its time in the time zone', () => {
    const summary = {
      counts: changed({ changed: 12, same: 83, added: 1 }),
      extremes: { lowest: difference('-1.23'), highest: difference('+0.20') },
      mean: '-0.40',
      leftOut: 0,
    };
    expect(comparisonSentence(summary, labels, 'timeSeries', 'Europe/Oslo')).toBe(
      '96 intervals: 12 changed, 1 added, 0 missing; largest difference -1.23 EUR/MWh (NO1) at 2026-03-29 03:00 +02:00',
    );
    const same = { counts: changed({ same: 1 }), extremes: null, mean: null, leftOut: 0 };
    expect(comparisonSentence(same, labels, 'publicOrder', 'UTC')).toBe(
      '1 order: 0 changed, 0 added, 0 missing',
    );
  });
});

it("the sentence about a comparison with part of a response mentions no rows that the part can't have", () => {
  const labels = { first: 'a.json', second: 'now', hasOtherSubject: false };
  const summary = { counts: changed({ changed: 1, same: 19 }), extremes: null, mean: null, leftOut: 72 };
  const said = (parts: readonly [boolean, boolean], record: RecordKind = 'timeSeries') =>
    comparisonSentence(summary, { ...labels, parts }, record, 'UTC');
  expect(said([true, false])).toBe('20 intervals: 1 changed, 0 missing');
  expect(said([false, true])).toBe('20 intervals: 1 changed, 0 added');
  expect(said([true, true], 'publicOrder')).toBe('20 order events: 1 changed');
});

describe('the largest difference', () => {
  const largest = (lowest: string, highest: string) =>
    largestDifference({
      counts: changed({}),
      extremes: { lowest: difference(lowest), highest: difference(highest) },
      mean: null,
      leftOut: 0,
    })?.text;

  it.each([
    ['-1.23', '+0.20', '-1.23'],
    ['-0.20', '+1.23', '+1.23'],
    ['-1.00', '+1.00', '+1.00'],
    ['0.00', '0.00', undefined],
  ])('of %s to %s is %s, whatever its sign', (lowest, highest, expected) => {
    expect(largest(lowest, highest)).toBe(expected);
  });

  it("isn't mentioned if nothing differs, and has no time if its row has none", () => {
    const labels = { first: 'a', second: 'b', hasOtherSubject: false };
    const said = (text: string) => {
      const one = difference(text, { at: null });
      const summary = {
        counts: changed({ same: 2 }),
        extremes: { lowest: one, highest: one },
        mean: null,
        leftOut: 0,
      };
      return comparisonSentence(summary, labels, 'hubToHubCapacity', 'UTC');
    };
    expect(said('0')).toMatch(/^2 capacities: 0 [^;]*$/);
    expect(said('+5')).toMatch(/; .* \+5 EUR\/MWh \(NO1\)$/);
  });
});

describe('what is subtracted', () => {
  it.each([
    ['29 Mar 2026', '28 Mar 2026', /^28 Mar \S+ 29 Mar 2026$/],
    ['1 Jan 2026', '31 Dec 2025', /^31 Dec 2025 \S+ 1 Jan 2026$/],
    ['NO1', '28 Mar 2026', /^28 Mar 2026 \S+ NO1$/],
    ['NO1', 'SE3', /^SE3 \S+ NO1$/],
  ])('from %s and %s has the year once only if it is the same', (first, second, formula) => {
    expect(formulaOf({ first, second })).toMatch(formula);
  });
});

describe('the sentence about a comparison of two areas or days', () => {
  const labels = { first: 'NO1', second: 'SE3', hasOtherSubject: true };
  const extremes = { lowest: difference('-3.20'), highest: difference('+45.10', { at: at + 3_600_000 }) };

  it("doesn't call differences changes: it says what is subtracted, the mean, and the extremes", () => {
    const summary = { counts: changed({ changed: 96 }), extremes, mean: '+12.34', leftOut: 0 };
    expect(comparisonSentence(summary, labels, 'timeSeries', 'UTC')).toBe(
      '96 intervals, SE3 minus NO1: mean +12.34 EUR/MWh, lowest -3.20 at 2026-03-29 01:00, highest +45.10 at 2026-03-29 02:00',
    );
  });

  it('names the series of each extreme if there are several, and what only one of the two has', () => {
    const highest = difference('+45.10', { of: 'DK1' });
    const counts = changed({ changed: 188, missing: 4, added: 1 });
    const summary = { counts, extremes: { ...extremes, highest }, mean: null, leftOut: 0 };
    const days = { first: '29 Mar 2026', second: '28 Mar 2026', hasOtherSubject: true };
    expect(comparisonSentence(summary, days, 'timeSeries', 'UTC')).toBe(
      '193 intervals, 28 Mar minus 29 Mar 2026: lowest -3.20 EUR/MWh (NO1) at 2026-03-29 01:00, highest +45.10 EUR/MWh (DK1) at 2026-03-29 01:00; 1 only in 28 Mar 2026, 4 only in 29 Mar 2026',
    );
  });

  it('says so if nothing can be subtracted, and if every difference is the same', () => {
    const counts = changed({ missing: 96, added: 96 });
    const apart = { counts, extremes: null, mean: null, leftOut: 0 };
    expect(comparisonSentence(apart, labels, 'timeSeries', 'UTC')).toBe(
      '192 intervals, none of them in both: 96 only in SE3, 96 only in NO1',
    );
    const none = { ...apart, counts: changed({}) };
    expect(comparisonSentence(none, labels, 'priceCurve', 'UTC')).toBe('0 curve points');
    const even = difference('+2.00');
    const alike = {
      counts: changed({ changed: 96 }),
      extremes: { lowest: even, highest: even },
      mean: '+2.00',
      leftOut: 0,
    };
    expect(comparisonSentence(alike, labels, 'timeSeries', 'UTC')).toBe(
      '96 intervals, SE3 minus NO1: +2.00 EUR/MWh throughout',
    );
  });
});
