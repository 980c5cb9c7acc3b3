import { expect, it } from 'vitest';
import { fileNameOf } from '#src/engine/export/suggestedName';
import { findDataset } from '#src/market/datasets/datasets';
import type { OpenedFile } from '#src/protocol/openedFile';
import { comparisonQuestion, originalsOf, sentenceOf } from '#src/results/comparedResults';
import { askedOfResult, newResult, type Result } from '#src/results/result';
import { rowLabelOf, titleOf } from '#src/results/resultNames';
import { openedFile } from './openedFiles';

const parameters = {
  startTime: '2026-03-19T23:00:00Z',
  endTime: '2026-03-20T23:00:00Z',
  deliveryarea: 'NO1',
};
const query = { dataset: findDataset('dayahead-prices')!, parameters };
const live = newResult('live', query, 'production', '');
const saved = (differing: Partial<OpenedFile>) => ({
  ...newResult('saved', query, 'file', ''),
  source: openedFile(differing),
});

const counts = { changed: 1, same: 19, added: 0, missing: 0 };
const sentence = (differing: Partial<OpenedFile>) =>
  sentenceOf(
    {
      ...originalsOf(saved(differing), live, 'UTC'),
      summary: { counts, extremes: null, mean: null, leftOut: 72 },
    },
    'UTC',
  );

it.each<[string, Partial<OpenedFile>, string]>([
  ['whole', {}, '20 intervals: 1 changed, 0 added, 0 missing'],
  [
    'part of a response',
    { chosenFrom: 92 },
    '20 intervals: 1 changed, 0 missing; prices.json contains only part of a response, so rows found only in the other result are omitted (72)',
  ],
  [
    'synthetic',
    { madeUp: 'synthetic', chosenFrom: 92, isChanged: true },
    'The prices, volumes, and IDs in prices.json are seeded, so only times, areas, and counts are compared; 20 intervals: 19 in both, 0 missing; prices.json contains only part of a response, so rows found only in the other result are omitted (72); prices.json was changed after it was saved',
  ],
  [
    'without provenance',
    { hasQuery: false },
    '20 intervals: 1 changed, 0 added, 0 missing; the query for prices.json is unknown',
  ],
  [
    'edited',
    { isChanged: true },
    '20 intervals: 1 changed, 0 added, 0 missing; prices.json was changed after it was saved',
  ],
])('a comparison with a file says what to bear in mind: %s', (_, differing, said) => {
  expect(sentence(differing)).toBe(said);
});

it('seeded values are never compared, not even with those from the same seed, which may be for another day', () => {
  const seeded = (seed: number) => saved({ madeUp: 'synthetic', generator: 'market-data-seeded 2', seed });
  const [one, alike, other] = [seeded(1), seeded(1), seeded(2)];
  const summary = { counts, extremes: null, mean: null, leftOut: 0 };
  const said = (second: Result) => sentenceOf({ ...originalsOf(one, second, 'UTC'), summary }, 'UTC');
  for (const second of [alike, other]) {
    expect(said(second)).toMatch(/^The prices, volumes, and IDs in prices.json, prices.json are seeded/);
  }
  const isReplaced = (first: Result, second: Result) =>
    comparisonQuestion(first, second, originalsOf(first, second, 'UTC'), 'c', 1).areValuesReplaced;
  expect([alike, other, live].map((second) => isReplaced(one, second))).toEqual([true, true, true]);
  expect(isReplaced(live, one)).toBe(true);
  expect(isReplaced(live, saved({}))).toBe(false);
});

it("rows are compared with the file's query as of when it was sent, and chosen rows aren't compared", () => {
  const late = saved({ savedEpochMs: Date.parse('2026-03-01T00:00:00Z') });
  expect(askedOfResult(late)).toMatchObject({
    start: Date.parse(parameters.startTime),
    values: [{ values: ['NO1'] }],
  });
  expect(askedOfResult(late).due).toBeLessThan(Date.parse('2026-03-10T00:00:00Z'));
  expect(askedOfResult(saved({ chosenFrom: 92 }))).toMatchObject({ start: null, values: [], isPart: true });
});

it('two days are named in the order of their difference in every title, sentence, and file name', () => {
  const earlier = { startTime: '2026-03-18T23:00:00Z', endTime: '2026-03-19T23:00:00Z' };
  const dayBefore = newResult(
    'before',
    { ...query, parameters: { ...parameters, ...earlier } },
    'production',
    '',
  );
  const originals = originalsOf(live, dayBefore, 'Europe/Oslo');
  const difference = { text: '+1', unit: 'EUR/MWh', of: '', at: null };
  const summary = { counts, extremes: { lowest: difference, highest: difference }, mean: null, leftOut: 0 };
  const comparison = { kind: 'comparison', ...originals, summary } as const;
  const shared = { ...query, parameters: { deliveryarea: 'NO1' } };
  const compared = newResult('compared', shared, 'production', '', comparison);
  const formula = '19 Mar minus 20 Mar 2026';
  expect(comparisonQuestion(live, dayBefore, originals, 'compared', 1).titles[2]).toBe(formula);
  expect(sentenceOf(comparison, 'Europe/Oslo')).toContain(formula);
  for (const title of [titleOf(compared, 'Europe/Oslo'), rowLabelOf(compared, 'Europe/Oslo')]) {
    expect(title).toMatch(/ · NO1 · 19 Mar vs\. 20 Mar 2026$/);
  }
  expect(fileNameOf(compared, 'csv')).toMatch(/19-Mar-vs-20-Mar-2026/i);
});

it('the column of a file has exactly the name of the file', () => {
  const titles = (first: Result, second: Result) =>
    comparisonQuestion(first, second, originalsOf(first, second, 'UTC'), 'compared', 1).titles;
  expect(titles(saved({}), live)).toEqual(['prices.json', 'Production', 'Production minus prices.json']);
  expect(titles(live, saved({}))[2]).toBe('prices.json minus production');
});
