import { expect, it, vi } from 'vitest';
import { Comparisons } from '../../../../src/editor/compare/comparisons';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { comparisonQuestion, originalsOf } from '../../../../src/results/comparedResults';
import { newResult, type Result } from '../../../../src/results/result';

const menu: { label: string }[] = [];
vi.mock('vscode', () => ({
  ProgressLocation: {},
  QuickPickItemKind: { Separator: -1 },
  l10n: { t: (text: string) => text },
  workspace: { getConfiguration: () => ({ get: () => undefined }) },
  window: {
    showQuickPick: async (items: Promise<typeof menu>) => void menu.splice(0, 9, ...(await items)),
    /** Of a person who presses Cancel as soon as it can be pressed. */
    withProgress: (_: unknown, task: (progress: unknown, token: unknown) => unknown) =>
      task({}, { onCancellationRequested: (cancel: () => void) => cancel() }),
  },
}));

const result = (id: string, startTime: string, endTime: string, dataset = 'dayahead-prices') =>
  newResult(id, { dataset: findDataset(dataset)!, parameters: { startTime, endTime } }, 'sandbox', '');
const [first, second] = ['2026-03-18', '2026-03-19'].map((day, place) =>
  result(`original ${place}`, `${day}T23:00:00Z`, `${day}T23:30:00Z`),
) as [ReturnType<typeof result>, ReturnType<typeof result>];

it('an original that has left the memory is asked for once, however often it is opened', async () => {
  const figures = { counts: { changed: 0, same: 1, added: 0, missing: 0 }, largest: null };
  const comparison = { ...originalsOf(first, second, 'UTC'), figures };
  const compared = newResult('compared', first.query, 'sandbox', '', comparison);
  const inMemory = new Map([[second.id, second]]);
  const asked: string[] = [];
  const opened: string[] = [];
  const comparisons = new Comparisons(
    { find: (id: string) => inMemory.get(id) } as never,
    { open: ({ id }: { id: string }) => opened.push(id) } as never,
    {
      repeat: ({ id }: { id: string }) => {
        asked.push(id);
        const again = { ...first, id: `${id}, again`, outcome: 'success' };
        inMemory.set(again.id, again);
        return Promise.resolve(again);
      },
    } as never,
  );
  await Promise.all([comparisons.openOriginal(compared, 0), comparisons.openOriginal(compared, 0)]);
  await comparisons.openOriginal(compared, 0);
  await comparisons.openOriginal(compared, 1);
  expect(asked).toEqual([first.id]);
  expect(opened).toEqual([`${first.id}, again`, second.id]);
});

it('cancelled between two answers, it keeps neither', async () => {
  const compared = newResult('compared', first.query, 'sandbox', '', {
    ...originalsOf(first, second, 'UTC'),
    figures: null,
  });
  const forgotten: string[] = [];
  const answers = [Promise.resolve(first)];
  const comparisons = new Comparisons(
    { forget: (id: string) => forgotten.push(id) } as never,
    {} as never,
    {
      answerTo: (_query: unknown, _connection: unknown, signal: AbortSignal) =>
        answers.shift() ??
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    } as never,
  );
  await comparisons.repeat(compared);
  expect(forgotten).toEqual([first.id]);
});

it('orders are joined by their ids on any day: their times are never moved to another', () => {
  const orders = (id: string, day: string) =>
    result(id, `${day}T08:00:00Z`, `${day}T09:00:00Z`, 'intraday-orders');
  const daysOf = (one: Result, other: Result) =>
    comparisonQuestion(one, other, originalsOf(one, other, 'UTC'), 'compared', 1e9).days;
  expect(daysOf(orders('a', '2026-03-18'), orders('b', '2026-03-19'))).toBe(0);
  expect(daysOf(first, second)).toBe(1);
});
