import { expect, it, vi } from 'vitest';
import { Comparisons } from '../../../../src/editor/compare/comparisons';
import type { Queries } from '../../../../src/editor/query/queries';
import type { ResultPanels } from '../../../../src/editor/result/resultPanels';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { comparisonQuestion, originalsOf } from '../../../../src/results/comparedResults';
import { newResult, summaryOf, type Result } from '../../../../src/results/result';
import type { ResultStore } from '../../../../src/results/resultStore';
import { doubleOf } from '../../doubleOf';

const menu: { label: string }[] = [];
vi.mock('vscode', () => ({
  ProgressLocation: {},
  QuickPickItemKind: { Separator: -1 },
  l10n: { t: (text: string) => text },
  workspace: { getConfiguration: () => ({ get: () => undefined }) },
  window: {
    showQuickPick: async (items: Promise<typeof menu>) => void menu.splice(0, 9, ...(await items)),
    /** Simulates a person who presses Cancel as soon as possible. */
    withProgress: (_: unknown, task: (progress: unknown, token: unknown) => unknown) =>
      task({}, { onCancellationRequested: (cancel: () => void) => cancel() }),
  },
}));

const result = (id: string, startTime: string, endTime: string, dataset = 'dayahead-prices') =>
  newResult(id, { dataset: findDataset(dataset)!, parameters: { startTime, endTime } }, 'sandbox', '');
const [first, second] = ['2026-03-18', '2026-03-19'].map((day, index) =>
  result(`original ${index}`, `${day}T23:00:00Z`, `${day}T23:30:00Z`),
) as [ReturnType<typeof result>, ReturnType<typeof result>];

it('an original that is no longer in memory is queried once, however often a person opens it', async () => {
  const summary = { counts: { changed: 0, same: 1, added: 0, missing: 0 }, extremes: null, mean: null };
  const comparison = { ...originalsOf(first, second, 'UTC'), summary };
  const compared = newResult('compared', first.query, 'sandbox', '', comparison);
  const inMemory = new Map([[second.id, second]]);
  const fetched: string[] = [];
  const opened: string[] = [];
  const comparisons = new Comparisons(
    doubleOf<ResultStore>({ find: (id) => inMemory.get(id) }),
    doubleOf<ResultPanels>({
      open: ({ id }) => opened.push(id),
    }),
    doubleOf<Queries>({
      repeat: ({ id }) => {
        fetched.push(id);
        const again: Result = {
          ...first,
          id: `${id}, again`,
          progress: { kind: 'ended', outcome: { kind: 'success' } },
        };
        inMemory.set(again.id, again);
        return Promise.resolve(summaryOf(again));
      },
    }),
  );
  await Promise.all([comparisons.openOriginal(compared, 0), comparisons.openOriginal(compared, 0)]);
  await comparisons.openOriginal(compared, 0);
  await comparisons.openOriginal(compared, 1);
  expect(fetched).toEqual([first.id]);
  expect(opened).toEqual([`${first.id}, again`, second.id]);
});

it('a comparison that is cancelled between its two queries keeps neither result', async () => {
  const compared = newResult('compared', first.query, 'sandbox', '', {
    ...originalsOf(first, second, 'UTC'),
    summary: null,
  });
  const forgotten: string[] = [];
  const fetched = [Promise.resolve(first)];
  const comparisons = new Comparisons(
    doubleOf<ResultStore>({ forget: (id) => forgotten.push(id) }),
    doubleOf<ResultPanels>({}),
    doubleOf<Queries>({
      answerTo: (_query, _connection, signal) =>
        fetched.shift() ??
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    }),
  );
  await comparisons.repeat(compared);
  expect(forgotten).toEqual([first.id]);
});

it('orders are matched by their ids across days: their times are never shifted to another day', () => {
  const orders = (id: string, day: string) =>
    result(id, `${day}T08:00:00Z`, `${day}T09:00:00Z`, 'intraday-orders');
  const daysOf = (one: Result, other: Result) =>
    comparisonQuestion(one, other, originalsOf(one, other, 'UTC'), 'compared', 1e9).days;
  expect(daysOf(orders('a', '2026-03-18'), orders('b', '2026-03-19'))).toBe(0);
  expect(daysOf(first, second)).toBe(1);
});
