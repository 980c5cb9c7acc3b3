import { beforeEach, expect, it, vi } from 'vitest';
import type { QuickPickItem } from 'vscode';
import { promptForRange, type KnownInputs } from '#src/editor/range/fetchPrompts';
import type { PickStep, StepEnd } from '#src/editor/shell/promptSteps';
import { findDataset } from '#src/market/datasets/datasets';

/** The person at the prompts: what they type or select in each prompt by its name, and what they saw. */
const person = vi.hoisted(() => ({
  types: {} as Record<string, string>,
  selects: {} as Record<string, string>,
  prompts: [] as string[],
  seen: [] as string[][],
}));

vi.mock('#src/editor/shell/promptSteps', async (original) => ({
  ...(await original()),
  pick: (step: PickStep<QuickPickItem>): Promise<StepEnd<QuickPickItem>> => {
    const name = step.title.split(': ').at(-1) ?? '';
    const isAgain = person.prompts.includes(name);
    person.prompts.push(name);
    const typed = person.types[name];
    if (typed !== undefined) step.onTyped?.(typed);
    const items = step.items(typed ?? step.typed ?? '');
    person.seen.push(items.map(({ label }) => label));
    const wanted = isAgain ? undefined : person.selects[name];
    const isWanted = ({ label }: QuickPickItem) => label.replace(/^\$\(\w+\) /, '') === wanted;
    const isAccepted = (item: QuickPickItem) => step.accepts?.(item) !== false;
    const selected = items.find(isWanted) ?? items.find((item) => isAccepted(item));
    const answer = selected && isAccepted(selected) ? selected : undefined;
    return Promise.resolve(answer ? { kind: 'answer', answer } : { kind: 'leave' });
  },
}));

const now = Date.parse('2026-11-21T13:00:00Z');

const entered = (dataset: string, known: KnownInputs = { given: {} }) =>
  promptForRange(findDataset(dataset)!, known, now);

beforeEach(() => {
  person.types = {};
  person.selects = {};
  person.prompts = [];
  person.seen = [];
});

it('a range takes three prompts: the areas, the days in one line, and the folder', async () => {
  const previous = { deliveryarea: 'NO1,SE3,FI' };
  expect(await entered('dayahead-prices', { previous })).toEqual({
    parameters: previous,
    from: '2026-10-24',
    to: '2026-11-22',
    format: 'parquet',
    target: 'market-data/range',
  });
  expect(person.prompts).toEqual(['Delivery area', 'Delivery Days', 'Folder']);
});

it("a range of a query doesn't ask for its areas again, nor for days that were selected in a calendar", async () => {
  const given = { deliveryarea: 'NO1' };
  const days = { from: '2026-03-01', to: '2026-03-31' };
  expect(await entered('dayahead-prices', { given, days })).toMatchObject({ parameters: given, ...days });
  expect(person.prompts).toEqual(['Folder']);
});

it.each([
  ['2026-03-01 to 2026-03-29', '2026-03-01', '2026-03-29'],
  ['2026-03-01', '2026-03-01', '2026-03-01'],
  ['today-365d to yesterday', '2025-11-21', '2026-11-20'],
  ['last 90 days', '2026-08-24', '2026-11-21'],
  ['march 2026', '2026-03-01', '2026-03-31'],
  ['1 mar - 10 mar', '2026-03-01', '2026-03-10'],
])('the days can be typed: "%s"', async (typed, from, to) => {
  person.types['Delivery Days'] = typed;
  expect(await entered('dayahead-prices')).toMatchObject({ from, to });
});

it.each([
  ['soon', /isn't a day/],
  ['2026-03-29 to 2026-03-01', /end must be after the start/],
  ['2026-03-01 to', /Enter days such as/],
  ['2026-03-01T10:00 to 2026-03-02T10:00', /Enter days such as/],
  ['1900-01-01 to today', /at most 20000 delivery days/],
])('says what is wrong with the days "%s", and fetches nothing', async (typed, why) => {
  person.types['Delivery Days'] = typed;
  expect(await entered('dayahead-prices')).toBeUndefined();
  expect(person.seen[0]?.join(' ')).toMatch(why);
});

it('suggests a month first, and also the last whole one', async () => {
  person.selects['Delivery Days'] = 'Oct 2026';
  expect(await entered('dayahead-prices')).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
  expect(person.seen[0]).toEqual(['Last 30 Days', 'Last 7 Days', 'Last 365 Days', 'Oct 2026']);
});

it('the format is Parquet unless the person selects a different format below the folder, which stays', async () => {
  person.selects = { Folder: 'Parquet' };
  person.types['Folder'] = 'data/prices';
  expect(await entered('dayahead-prices')).toMatchObject({ format: 'parquet', target: 'data/prices' });
  person.selects = { Folder: 'NDJSON' };
  person.prompts = [];
  expect(await entered('dayahead-prices')).toMatchObject({ format: 'ndjson', target: 'data/prices' });
  expect(person.prompts).toEqual(['Delivery Days', 'Folder', 'Folder']);
  expect(person.seen.at(-1)).toEqual(['data/prices', 'Other Formats', 'Parquet', 'JSON']);
});

it('a folder outside the workspace is not accepted', async () => {
  person.types['Folder'] = '../data';
  person.selects['Folder'] = 'Enter a folder such as market-data/range.';
  expect(await entered('dayahead-prices')).toBeUndefined();
});

it('requests orders by the hour, and a whole day of them at once for JSON files, which are the responses', async () => {
  expect(await entered('intraday-orders')).toMatchObject({ windowMinutes: 60, format: 'parquet' });
  expect(person.prompts).toEqual(['Delivery Days', 'Folder']);
  person.prompts = [];
  person.seen = [];
  person.selects = { Folder: 'JSON' };
  const range = await entered('intraday-orders');
  expect(range).toMatchObject({ format: 'json' });
  expect(range).not.toHaveProperty('windowMinutes');
  expect(person.prompts).toEqual(['Delivery Days', 'Folder', 'Folder']);
});

it("capacities, which are requested by the hour, can't be JSON files", async () => {
  person.selects = { Folder: 'JSON' };
  expect(await entered('hub-to-hub-capacities')).toMatchObject({ format: 'parquet' });
});
