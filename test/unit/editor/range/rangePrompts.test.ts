import { expect, it, vi } from 'vitest';
import type { QuickPickItem } from 'vscode';
import { promptForRange } from '#src/editor/range/rangePrompts';
import type { PickStep, StepEnd } from '#src/editor/shell/promptSteps';
import { findDataset } from '#src/market/datasets/datasets';

/** The label that the person selects in each list; the first item if it has none of these. */
const selected = vi.hoisted(() => ({ labels: [] as string[], seen: [] as string[][] }));

vi.mock('#src/editor/shell/promptSteps', async (original) => ({
  ...(await original()),
  pick: (step: PickStep<QuickPickItem>): Promise<StepEnd<QuickPickItem>> => {
    const items = step.items('');
    selected.seen.push(items.map(({ label }) => label));
    const answer = items.find(({ label }) => selected.labels.includes(label)) ?? items[0];
    return Promise.resolve(answer ? { kind: 'answer', answer } : { kind: 'leave' });
  },
  typeText: ({ typed }: { typed: string }) => Promise.resolve({ kind: 'answer', answer: typed }),
}));

const now = Date.parse('2026-11-21T13:00:00Z');

async function entered(dataset: string, ...labels: string[]) {
  selected.labels = labels;
  selected.seen = [];
  return promptForRange(findDataset(dataset)!, { given: {} }, now);
}

it("suggests requesting orders by the hour, which JSON files aren't for", async () => {
  expect(await entered('intraday-orders')).toMatchObject({ windowMinutes: 60, format: 'parquet' });
  expect(selected.seen).toEqual([
    ['60 Minutes at a Time', 'Whole Day at Once'],
    expect.not.arrayContaining(['JSON']),
  ]);
});

it('requests a whole day of orders if the person wants to, also as JSON', async () => {
  const range = await entered('intraday-orders', 'Whole Day at Once', 'JSON');
  expect(range).toMatchObject({ format: 'json' });
  expect(range).not.toHaveProperty('windowMinutes');
});

it('asks nothing about requests for other datasets', async () => {
  expect(await entered('dayahead-prices')).not.toHaveProperty('windowMinutes');
  expect(selected.seen).toHaveLength(1);
});
