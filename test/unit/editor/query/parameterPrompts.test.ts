import { beforeEach, describe, expect, it, vi } from 'vitest';
import { promptForParameters } from '#src/editor/query/parameterPrompts';
import type { PickStep, StepEnd } from '#src/editor/shell/promptSteps';
import type { Clock, Inputs } from '#src/editor/query/suggestions';
import { findDataset } from '#src/market/datasets/datasets';
import type { QuickPickItem } from 'vscode';

type Step = PickStep<QuickPickItem>;

/** What a person does in one prompt: a text to type, an item to select, or both Ctrl and Enter. */
type Act = { readonly types?: string; readonly selects?: string; readonly finishes?: boolean };

/** The person at the prompts: what they do in each, and what they saw. */
const person = vi.hoisted(() => ({
  acts: [] as Act[],
  titles: [] as string[],
  seen: [] as QuickPickItem[][],
  steps: [] as Step[],
}));

vi.mock('#src/editor/shell/promptSteps', async (original) => ({
  ...(await original()),
  pick: (step: Step): Promise<StepEnd<QuickPickItem>> => {
    const act = person.acts.shift();
    if (!act) return Promise.resolve({ kind: 'leave' });
    person.titles.push(step.title);
    person.steps.push(step);
    const { types = '', selects, finishes = false } = act;
    const isListed = ({ label, alwaysShow }: QuickPickItem) =>
      label !== '' && (alwaysShow === true || selects !== undefined || label.includes(types));
    const items = step.items(types).filter(isListed);
    person.seen.push([...items]);
    const named = items.find(({ label }) => label.endsWith(selects ?? ''));
    const first = () => items.find((item) => item.kind === undefined && step.accepts?.(item) !== false);
    const preferred = items.find((item) => (types === '' ? step.preferred : step.meant)?.(item));
    const answer = selects === undefined ? (preferred ?? first()) : named;
    if (!answer) return Promise.resolve({ kind: 'leave' });
    return Promise.resolve({ kind: 'answer', answer, isLast: finishes });
  },
}));

/** 24 October 2026, noon UTC. */
const clock: Clock = { now: Date.UTC(2026, 9, 24, 12), zone: 'Europe/Oslo' };

async function prompted(dataset: string, acts: Act[], previous: Inputs = {}, isEdit = false) {
  person.acts = acts;
  return promptForParameters({ dataset: findDataset(dataset)!, previous, clock, isEdit });
}

beforeEach(() => {
  person.titles.length = 0;
  person.seen.length = 0;
  person.steps.length = 0;
});

describe('the prompts for a query', () => {
  it('are for areas, then for the time, and for nothing else', async () => {
    expect(await prompted('dayahead-prices', [{ types: 'NO1,SE3' }, { types: 'tomorrow' }])).toEqual({
      deliveryarea: 'NO1,SE3',
      startTime: 'tomorrow',
      endTime: 'tomorrow',
    });
    expect(person.titles).toEqual(['Day-ahead prices: Delivery area', 'Day-ahead prices · NO1, SE3: Period']);
  });

  it('understand a day of which only the beginning is typed, after areas and alone', async () => {
    const inputs = { deliveryarea: 'NO1,SE3', startTime: 'today', endTime: 'today' };
    expect(await prompted('dayahead-prices', [{ types: 'NO1 SE3 tod' }])).toEqual(inputs);
    expect(await prompted('dayahead-prices', [{ types: 'NO1 SE3' }, { types: 'tod' }])).toEqual(inputs);
  });

  it.each(['NO1 SE33', 'NO1 SE33 today'])(
    'send an unknown area in "%s" only after a second Enter',
    async (types) => {
      await prompted('dayahead-prices', [{ types }]);
      const [step] = person.steps;
      const meant = () => step!.items(types).find((item) => step!.meant!(item))!;
      expect(meant().detail).toMatch(/^Not a known delivery area: SE33\./);
      expect(step!.accepts!(meant())).toBe(false);
      expect(meant().detail).toContain('Press Enter again to send it.');
      expect(step!.accepts!(meant())).toBe(true);
    },
  );

  it('ask about each unknown area, not only about the first', async () => {
    await prompted('dayahead-prices', [{ types: 'XX8' }]);
    const [step] = person.steps;
    const isAccepted = (text: string) =>
      step!.accepts!(step!.items(text).find((item) => step!.meant!(item))!);
    expect([isAccepted('XX8'), isAccepted('XX9'), isAccepted('XX9')]).toEqual([false, false, true]);
    expect(isAccepted('NO1')).toBe(true);
  });

  it.each([
    ['dayahead-turnover', ['Period']],
    ['dayahead-curves', ['Delivery date']],
    ['intraday-orders', ['Delivery area', 'Period']],
    ['uk-flows', ['Delivery area', 'Period']],
    ['hub-to-hub-capacities', ['From area', 'Power hour']],
  ])('have the same order for %s', async (dataset, labels) => {
    await prompted(dataset, [{}, {}, {}]);
    expect(person.titles.map((title) => title.split(': ').at(-1))).toEqual(labels);
  });

  it('understand areas and a time that are typed at once', async () => {
    expect(await prompted('dayahead-prices', [{ types: 'NO1, SE3 tomorrow' }])).toEqual({
      deliveryarea: 'NO1,SE3',
      startTime: 'tomorrow',
      endTime: 'tomorrow',
    });
    const [first] = person.seen[0]!.filter(({ kind }) => kind === undefined);
    expect(first?.label).toBe('NO1,SE3 · 2026-10-25');
    expect(first?.detail).toContain('25 h, 100 quarter hours');
    // The editor keeps the line for the text selected that it had before the text was complete.
    expect(person.seen[0]!.some(({ label }) => label === 'NO1, SE3 tomorrow')).toBe(false);
  });

  it.each([
    ['NO1 SE3 yesterday', 'NO1,SE3', 'yesterday', 'yesterday'],
    ['NO1;SE3 26 oct 2025', 'NO1,SE3', '2025-10-26', '2025-10-26'],
    ['NO1 23 oct', 'NO1', '2026-10-23', '2026-10-23'],
    ['NO1 last 7 days', 'NO1', 'today-6d', 'today'],
    ['oslo, stockholm -7d', 'NO1,SE3', 'today-7d', 'today-7d'],
    ['NO1 september', 'NO1', '2026-09-01', '2026-09-30'],
    ['NO1 2026-03-29T10:00 to 2026-03-29T12:00', 'NO1', '2026-03-29T10:00', '2026-03-29T12:00'],
    ['NO1 2026-03-29T10:00/2026-03-29T12:00', 'NO1', '2026-03-29T10:00', '2026-03-29T12:00'],
  ])('understand "%s"', async (types, deliveryarea, startTime, endTime) => {
    expect(await prompted('dayahead-prices', [{ types }])).toEqual({ deliveryarea, startTime, endTime });
  });

  it('run the previous areas for tomorrow with one click', async () => {
    const previous = { deliveryarea: 'NO1,SE3', startTime: 'today-8d', endTime: 'today-8d' };
    const acts = [{ selects: 'NO1,SE3 · Tomorrow (2026-10-25)' }];
    expect(await prompted('dayahead-prices', acts, previous)).toEqual({
      deliveryarea: 'NO1,SE3',
      startTime: 'tomorrow',
      endTime: 'tomorrow',
    });
    expect(person.seen[0]!.filter(({ label }) => label.includes(' · '))).toHaveLength(3);
  });

  it('include the other parameters if the person wants to, and skip each of them by Enter', async () => {
    const acts = [
      { types: 'NO1' },
      { selects: 'More Parameters…' },
      {},
      {},
      { types: 'EUR' },
      { types: 'today' },
    ];
    const previous = { status: 'P', currency: 'NOK', blockname: 'Peak' };
    expect(await prompted('dayahead-prices', acts, previous)).toEqual({
      deliveryarea: 'NO1',
      blockname: '',
      status: '',
      currency: 'EUR',
      startTime: 'today',
      endTime: 'today',
    });
    const more = person.seen[1]!.find(({ label }) => label.endsWith('More Parameters…'));
    expect(more?.description).toBe('Block name, Status, Currency');
    expect(person.seen.at(-1)!.some(({ label }) => label.endsWith('More Parameters…'))).toBe(false);
  });

  it('keep the parameters of a query that is edited, unless the person changes them', async () => {
    const previous = { deliveryarea: 'NO1', status: 'P', startTime: 'today', endTime: 'today' };
    expect(await prompted('dayahead-prices', [{ types: 'SE3' }, {}], previous, true)).toEqual({
      ...previous,
      deliveryarea: 'SE3',
    });
    const acts = [{}, { selects: 'More Parameters…' }, {}, {}, {}, {}];
    expect(await prompted('dayahead-prices', acts, previous, true)).toMatchObject(previous);
  });

  it('end with Ctrl+Enter, which takes the selected value', async () => {
    const inputs = await prompted('dayahead-prices', [{ types: 'SE3', finishes: true }]);
    expect(inputs).toEqual({ deliveryarea: 'SE3' });
  });

  it('say what is right in lines that are short enough to be read', async () => {
    await prompted('dayahead-prices', [
      { types: 'NO1' },
      { types: 'the day after the day before yesterday' },
    ]);
    const lines = person.seen[1]!.filter(
      ({ kind, label }) => kind === undefined && !/^\$\((?!error)/.test(label),
    );
    const words = lines.slice(0, 3).map(({ label }) => label);
    expect(words[0]).toMatch(/^\$\(error\) /);
    for (const line of words) expect(line.replace('$(error) ', '').length).toBeLessThanOrEqual(80);
    expect(words.join(' ')).toContain('2026-');
  });
});
