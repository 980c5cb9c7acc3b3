import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Comparisons } from '#src/editor/compare/comparisons';
import type { SavedResponses } from '#src/editor/savedResponses/savedResponses';
import type { Queries } from '#src/editor/query/queries';
import type { ResultPanels } from '#src/editor/result/resultPanels';
import { findDataset } from '#src/market/datasets/datasets';
import { comparisonQuestion, originalsOf } from '#src/results/comparedResults';
import { newResult, summaryOf, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';
import { openedFile } from '../../results/openedFiles';

const menu = () => editor.menus.at(-1) ?? [];
/** Selects the item of the menus with such a label. */
const take = (isTaken: (label: string) => boolean) => {
  editor.pick = (items) => items.find(({ label }) => isTaken(label));
};
const problems = () => editor.messages.map(({ text, buttons }) => ({ text, buttons }));
/** Presses the button in the next message only. */
const pressOnce = (label: string) => {
  editor.answer = ({ buttons }) => {
    editor.press();
    return buttons.find((button) => button === label);
  };
};

const result = (id: string, startTime: string, endTime: string, dataset = 'dayahead-prices') =>
  newResult(id, { dataset: findDataset(dataset)!, parameters: { startTime, endTime } }, 'sandbox', '');
const [first, second] = ['2026-03-18', '2026-03-19'].map((day, index) =>
  result(`original ${index}`, `${day}T23:00:00Z`, `${day}T23:30:00Z`),
) as [ReturnType<typeof result>, ReturnType<typeof result>];

const compared = newResult('compared', first.query, 'sandbox', '', {
  kind: 'comparison',
  ...originalsOf(first, second, 'UTC'),
  summary: null,
});

beforeEach(() => {
  // Cancels as soon as possible.
  editor.onProgress = (progress) => progress.cancel();
});

it('an original that is no longer in memory is queried once, however often a person opens it', async () => {
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
    doubleOf<SavedResponses>({}),
  );
  await Promise.all([comparisons.openOriginal(compared, 1), comparisons.openOriginal(compared, 1)]);
  await comparisons.openOriginal(compared, 1);
  await comparisons.openOriginal(compared, 0);
  expect(fetched).toEqual([first.id]);
  expect(opened).toEqual([`${first.id}, again`, second.id]);
});

it('a comparison that is canceled between its two queries keeps neither result', async () => {
  const fetched = [Promise.resolve(first)];
  const { comparisons, forgotten } = comparisonsOf(
    [],
    (_query, _connection, signal) =>
      fetched.shift() ??
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  await comparisons.repeat(compared);
  expect(forgotten).toEqual([first.id]);
});

it('the first response is kept while the second one arrives, even if memory has room for only one hidden result', async () => {
  const keptMeanwhile: string[][] = [];
  const answers = [first, second];
  const made: ReturnType<typeof comparisonsOf> = comparisonsOf([], () => {
    keptMeanwhile.push([...made.kept]);
    return Promise.resolve(answers.shift()!);
  });
  await made.comparisons.repeat(compared);
  expect(keptMeanwhile).toEqual([[], [first.id]]);
});

it('orders are matched by their ids across days: their times are never shifted to another day', () => {
  const orders = (id: string, day: string) =>
    result(id, `${day}T08:00:00Z`, `${day}T09:00:00Z`, 'intraday-orders');
  const daysOf = (one: Result, other: Result) =>
    comparisonQuestion(one, other, originalsOf(one, other, 'UTC'), 'compared', 1e9).days;
  expect(daysOf(orders('a', '2026-03-18'), orders('b', '2026-03-19'))).toBe(0);
  expect(daysOf(first, second)).toBe(1);
});

/** A complete response for one area and day. */
const whole = (id: string, parameters: Record<string, string>, dataset = 'dayahead-prices'): Result => ({
  ...newResult(id, { dataset: findDataset(dataset)!, parameters }, 'sandbox', ''),
  progress: { kind: 'ended', outcome: { kind: 'success' } },
  table: { records: 1, rows: 96, bytes: 100, memory: 1, columns: [] },
});
const day = { startTime: '2026-03-19T23:00:00Z', endTime: '2026-03-20T23:00:00Z' };
const dayBefore = { startTime: '2026-03-18T23:00:00Z', endTime: '2026-03-19T23:00:00Z' };

function comparisonsOf(offered: Result[], answerTo?: Queries['answerTo'], isSelectedThere = true) {
  const pairs: [string, string][] = [];
  const overlaid: [string, string][] = [];
  const forgotten: string[] = [];
  const kept: string[] = [];
  const repeated: unknown[] = [];
  const read: string[] = [];
  const comparisons = new Comparisons(
    doubleOf<ResultStore>({
      offered,
      find: () => undefined,
      forget: (id) => forgotten.push(id),
      whileKeeping({ id }, use) {
        kept.push(id);
        return use().finally(() => kept.pop());
      },
      compare: (one, other) => {
        pairs.push([one.id, other.id]);
        return Promise.resolve(one);
      },
    }),
    doubleOf<ResultPanels>({
      show: () => Promise.resolve(),
      overlay: (base, other) => overlaid.push([base.id, other.id]),
    }),
    doubleOf<Queries>({
      ...(answerTo && { answerTo }),
      repeat: (result) => (repeated.push(result.query.parameters), Promise.resolve(undefined)),
      hasConnectionOf: ({ source }) => source.kind !== 'file' || (source.hasQuery && isSelectedThere),
      connectionOf: ({ connection, source }) => {
        const file = source?.kind === 'file';
        if (file && !isSelectedThere) throw new Error('No longer in the settings.');
        return file ? 'selected' : connection;
      },
    }),
    doubleOf<SavedResponses>({
      read: ({ path }) => (read.push(path), Promise.resolve(whole('read again', {}))),
    }),
  );
  return { comparisons, pairs, overlaid, forgotten, kept, repeated, read };
}
const labels = () =>
  menu()
    .filter(({ kind }) => kind === undefined)
    .map(({ label }) => label);

describe('what a result is compared with', () => {
  it('has the base subtracted from it, whichever is older: the base is the result it was chosen for', async () => {
    const base = whole('base', { deliveryarea: 'NO1', ...day });
    const older = { ...whole('older', { deliveryarea: 'NO1', ...dayBefore }), startedEpochMs: 0 };
    const { comparisons, pairs } = comparisonsOf([older, base]);
    take((label) => label.startsWith('Prices') && label.includes('19 Mar 2026'));
    await comparisons.prompt(base);
    expect(pairs).toEqual([['base', 'older']]);
  });

  it('can be told from the others in the list by its outcome and the time of its query', async () => {
    const base = whole('base', { deliveryarea: 'NO1', ...day });
    const others = [
      whole('official', { deliveryarea: 'NO1', status: 'O', ...day }),
      { ...whole('elsewhere', { deliveryarea: 'NO1', ...day }), connection: 'production' },
    ];
    await comparisonsOf([...others, base]).comparisons.prompt(base);
    expect(labels().some((label) => label.includes('official'))).toBe(true);
    const kept = menu().find(({ description }) => description?.includes('production') === true);
    expect(kept?.label).toMatch(/^Prices · NO1 · /);
    expect(kept?.description).toMatch(/^\d\d:\d\d · 96 rows · production$/);
  });

  it.each<[string, Record<string, string>, string, RegExp[]]>([
    ['prices in euros', day, 'dayahead-prices', [/19 Mar 2026/, /Official vs/, /Another Query/]],
    ['a dataset without statuses and areas', day, 'dayahead-turnover', [/19 Mar 2026/, /Another Query/]],
    ['orders, which are matched by their ids', day, 'intraday-orders', []],
  ])('is first a choice that is likely to succeed, for %s', async (_, parameters, dataset, expected) => {
    const areas = { deliveryarea: 'NO1', deliveryArea: 'NO1', ...parameters };
    const base = whole('base', areas, dataset);
    await comparisonsOf([base]).comparisons.prompt(base);
    const offered = labels().filter((label) => label.startsWith('$('));
    expect(offered).toHaveLength(expected.length);
    expected.forEach((words, place) => expect(offered[place]).toMatch(words));
  });

  it('is the same query for a day or an area that is typed into the list', async () => {
    const base = whole('base', { deliveryarea: 'NO1', ...day });
    const { comparisons } = comparisonsOf([base]);
    editor.typed = 'SE3';
    await comparisons.prompt(base);
    expect(labels()[0]).toBe('$(location) SE3');
    // What was typed is listed once.
    expect(labels().filter((label) => label.includes('SE3'))).toHaveLength(1);
    const orders = whole('orders', { deliveryArea: 'NO1', ...day }, 'intraday-orders');
    editor.typed = '2026-03-01';
    await comparisonsOf([orders]).comparisons.prompt(orders);
    expect(labels().filter((label) => label.startsWith('$('))).toEqual([]);
  });

  it('is another area that is selected in the list, if both have a single one', async () => {
    const { comparisons } = comparisonsOf([]);
    await comparisons.prompt(whole('base', { deliveryarea: 'NO1', ...day }));
    expect(menu().find(({ label }) => label === 'SE3')?.description).toMatch(/Stockholm/);
    expect(labels()).not.toContain('NO1');
    await comparisons.prompt(whole('base', { deliveryarea: 'NO1,NO2', ...day }));
    expect(labels()).not.toContain('SE3');
  });

  it('is first the other status if prices in a local currency can have both', async () => {
    const now = Date.now();
    const today = {
      startTime: new Date(now - 3_600_000).toISOString(),
      endTime: new Date(now + 3_600_000).toISOString(),
    };
    const base = whole('base', { deliveryarea: 'NO1', currency: 'NOK', ...today });
    await comparisonsOf([base]).comparisons.prompt(base);
    expect(labels()[0]).toMatch(/Official vs\. Preliminary/);
  });
});

describe('an earlier response in the history', () => {
  const base = whole('base', { deliveryarea: 'NO1', ...day });
  const inMemory = whole('in memory', { deliveryarea: 'SE3', ...day });
  const earlier = (id: string, read: () => Promise<Result>) => ({ id, label: `Earlier: ${id}`, read });
  const gone = () => Promise.reject(new Error('It is gone.'));

  it('is listed once, without the result itself, and is read only when a person selects it', async () => {
    const { comparisons, pairs } = comparisonsOf([base, inMemory]);
    const there = whole('old', { deliveryarea: 'NO1', ...dayBefore });
    const responses = [
      earlier('base', gone),
      earlier('in memory', gone),
      earlier('old', () => Promise.resolve(there)),
    ];
    take((label) => label === 'Earlier: old');
    await comparisons.prompt(base, { earlier: () => Promise.resolve(responses) });
    expect(pairs).toEqual([['base', 'old']]);
    expect(labels().filter((label) => label.startsWith('Earlier'))).toEqual(['Earlier: old']);
    expect(problems()).toEqual([]);
  });

  it('that was removed in the meantime is missing from the list of other choices', async () => {
    const there = whole('older', { deliveryarea: 'NO1', ...dayBefore });
    const older = earlier('older', () => Promise.resolve(there));
    const lists = [[earlier('old', gone), older], [older]];
    const { comparisons, pairs } = comparisonsOf([base]);
    take((label) => label.startsWith('Earlier'));
    pressOnce('Choose Another Result…');
    await comparisons.prompt(base, { earlier: () => Promise.resolve(lists.shift() ?? []) });
    await vi.waitFor(() => expect(pairs).toEqual([['base', 'older']]));
    expect(labels().filter((label) => label.startsWith('Earlier'))).toEqual(['Earlier: older']);
  });

  it('counts as something to compare with, even if it is gone', async () => {
    await comparisonsOf([base]).comparisons.prompt(base, {
      earlier: () => Promise.resolve([earlier('old', gone)]),
    });
    expect(labels().some((label) => label.startsWith('No other results yet'))).toBe(false);
    await comparisonsOf([base]).comparisons.prompt(base);
    expect(labels().some((label) => label.startsWith('No other results yet'))).toBe(true);
  });
});

describe('what a result is overlaid with', () => {
  const base = whole('base', { deliveryarea: 'NO1,SE3', ...day });

  it('may be a result of another dataset, another area, or another day, but no other status', async () => {
    const turnover = whole('turnover', { deliveryarea: 'NO1', ...day }, 'dayahead-turnover');
    const orders = whole('orders', { deliveryArea: 'NO1', ...day }, 'intraday-orders');
    const { comparisons, pairs, overlaid } = comparisonsOf([turnover, orders, base]);
    take((label) => label.startsWith('Turnover'));
    await comparisons.prompt(base, { as: 'overlay' });
    expect(labels().filter((label) => label.startsWith('$('))).toEqual([
      '$(calendar) 19 Mar 2026',
      '$(edit) Another Query…',
    ]);
    expect(labels()).toContain('SE3');
    expect(labels().some((label) => label.startsWith('Orders'))).toBe(false);
    expect({ pairs, overlaid }).toEqual({ pairs: [], overlaid: [['base', 'turnover']] });
  });

  it.each([
    ['overlay', { overlaid: [['base', 'week before']], pairs: [] }],
    ['difference', { overlaid: [], pairs: [['base', 'week before']] }],
  ] as const)('is the same query a week earlier with one click, as the %s, and is kept', async (as, made) => {
    const asked: unknown[] = [];
    const { comparisons, pairs, overlaid, forgotten } = comparisonsOf([base], ({ parameters }) => {
      asked.push(parameters);
      return Promise.resolve(whole('week before', {}));
    });
    await comparisons.withDay(base, -7, as);
    expect(asked).toEqual([
      { deliveryarea: 'NO1,SE3', startTime: '2026-03-12T23:00:00Z', endTime: '2026-03-13T23:00:00Z' },
    ]);
    expect({ overlaid, pairs }).toEqual(made);
    expect(forgotten).toEqual([]);
  });
});

describe('a comparison that fails', () => {
  it('offers another choice, or the failed query in a separate tab', async () => {
    const base = whole('base', { deliveryarea: 'NO1', ...day });
    const { comparisons, repeated } = comparisonsOf([base], () => Promise.reject(new Error('No data.')));
    take((label) => label === 'SE3');
    pressOnce('Run That Query');
    expect(await comparisons.prompt(base)).toBeUndefined();
    expect(problems()).toEqual([{ text: 'No data.', buttons: ['Choose Another Result…', 'Run That Query'] }]);
    await vi.waitFor(() => expect(repeated).toEqual([{ deliveryarea: 'SE3', ...day }]));
  });

  it('offers to run an incomplete result again', async () => {
    const broken = {
      ...whole('broken', day),
      progress: { kind: 'ended', outcome: { kind: 'cancelled' } },
    } as Result;
    await comparisonsOf([broken]).comparisons.prompt(broken);
    expect(problems().map(({ buttons }) => buttons)).toEqual([['Run Again']]);
  });
});

describe('a saved response', () => {
  const saved = (differing = {}): Result => ({
    ...whole('saved', { deliveryarea: 'NO1', ...day }),
    connection: 'file',
    source: openedFile(differing),
  });

  it('can be compared with other results after the selected connection was removed', async () => {
    const other = whole('other', { deliveryarea: 'NO1', ...dayBefore });
    const { comparisons, pairs } = comparisonsOf([other], undefined, false);
    take((label) => label.includes('19 Mar'));
    await comparisons.prompt(saved());
    expect(labels().filter((label) => label.startsWith('$('))).toEqual([]);
    expect(pairs).toEqual([['saved', 'other']]);
  });

  it('is first compared with the current response to its query: the file is the base', async () => {
    const asked: string[] = [];
    const { comparisons, pairs } = comparisonsOf([], (_, connection) => {
      asked.push(connection);
      return Promise.resolve(whole('now', {}));
    });
    take((label) => label.includes('Current Response'));
    await comparisons.prompt(saved());
    expect(labels()[0]).toContain('Current Response');
    expect(pairs).toEqual([['saved', 'now']]);
    take((label) => label.includes('Official vs'));
    await comparisons.prompt(saved());
    expect(asked).toEqual(['selected', 'selected', 'selected']);
  });

  it('offers no query if the query of the file is unknown', async () => {
    await comparisonsOf([]).comparisons.prompt(saved({ hasQuery: false }));
    expect(labels().filter((label) => label.startsWith('$('))).toEqual([]);
  });

  it('is read again, not queried, when its comparison runs again', async () => {
    const { comparisons, pairs, read } = comparisonsOf([], () => Promise.resolve(whole('now', {})));
    const originals = originalsOf(saved(), whole('live', { deliveryarea: 'NO1', ...day }), 'UTC');
    await comparisons.repeat(
      newResult('compared', first.query, 'file', '', { kind: 'comparison', ...originals, summary: null }),
    );
    expect(read).toEqual(['data/prices.json']);
    expect(pairs).toEqual([['read again', 'now']]);
  });
});
