import { expect, it } from 'vitest';
import { comparisonSentence } from '#src/market/datasets/comparisonSummary';
import type { RecordKind } from '#src/market/records/recordKinds';

it.each<[RecordKind, string, string]>([
  ['timeSeries', '1 interval:', '2 intervals:'],
  ['priceCurve', '1 curve point:', '2 curve points:'],
  ['publicOrder', '1 order:', '2 orders:'],
  ['hubToHubCapacity', '1 capacity:', '2 capacities:'],
])('a comparison of %s says what its rows are, and how many', (record, one, two) => {
  const labels = { first: 'a', second: 'b', hasOtherSubject: false };
  const said = (same: number) => {
    const counts = { changed: 0, same, added: 0, missing: 0 };
    return comparisonSentence({ counts, extremes: null, mean: null, leftOut: 0 }, labels, record, 'UTC');
  };
  expect(said(1)).toContain(one);
  expect(said(2)).toContain(two);
});
