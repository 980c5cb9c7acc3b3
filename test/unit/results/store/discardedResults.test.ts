import { expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import { resultsToDiscard } from '#src/results/store/discardedResults';
import { newResult } from '#src/results/result';

const query = { dataset: findDataset('dayahead-prices')!, parameters: {} };

function result(id: string, onBehalf = false) {
  const made = newResult(id, query, 'sandbox', '');
  made.progress = { kind: 'ended', outcome: { kind: 'success' } };
  made.table = { ...made.table, memory: 10 };
  return Object.assign(made, { onBehalf });
}

it('results that can be selected are kept longer than those fetched only to be compared, however new', () => {
  const results = [result('old'), result('fetched', true), result('shown'), result('newest')];
  const dropped = (maxMemory: number) =>
    resultsToDiscard(results, new Set(['shown']), maxMemory).map(({ id }) => id);
  expect(dropped(30)).toEqual(['fetched']);
  expect(dropped(20)).toEqual(['fetched', 'old']);
  expect(dropped(0)).toEqual(['fetched', 'old', 'shown']);
});
