import { expect, it } from 'vitest';
import { progressWords, troubleOf } from '#src/editor/shell/progressWords';
import { findDataset } from '#src/market/datasets/datasets';
import type { OutcomeKind } from '#src/request/outcome';
import { emptyTable, newResult, type Progress } from '#src/results/result';

const words = (progress: Progress, rows = 0) => {
  const query = { dataset: findDataset('dayahead-prices')!, parameters: {} };
  const result = { ...newResult('a', query, 'sandbox', ''), progress, table: { ...emptyTable, rows } };
  return [progressWords(result), troubleOf(result)];
};
const ended = (kind: OutcomeKind): Progress => ({ kind: 'ended', outcome: { kind } });

it.each([
  ['success', 0, '0 rows', ''],
  ['success', 1, '1 row', ''],
  ['success', 1920, '1,920 rows', ''],
  ['noData', 0, 'no data', 'no data'],
  ['cancelled', 4, 'canceled', 'canceled'],
  ['timeout', 0, 'failed', 'failed'],
  ['timeout', 1, 'incomplete', 'incomplete'],
  ['unauthorized', 0, 'failed', 'failed'],
] as const)(
  'a query that ended with %s and %d rows says so, and what went wrong',
  (kind, rows, said, trouble) => {
    expect(words(ended(kind), rows)).toEqual([said, trouble]);
  },
);

it.each([
  [{ kind: 'asking' }, 'querying…'],
  [{ kind: 'receiving' }, 'receiving…'],
  [{ kind: 'gone' }, 'not loaded'],
] as const)('a query that has not ended (%o) has no trouble', (progress, said) => {
  expect(words(progress, 1)).toEqual([said, '']);
});
