import { posix } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuickPickItem } from 'vscode';
import { exportChoicesIn, noChoice } from '../../../../src/editor/export/exportChoices';
import { promptForFixture } from '../../../../src/editor/export/fixturePrompts';
import type { PickManyStep, PickStep } from '../../../../src/editor/shell/promptSteps';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { newResult, type Result } from '../../../../src/results/result';
import type { ResultStore } from '../../../../src/results/resultStore';

/** What a person sees, and picks by its label instead of pressing Enter. */
const person = vi.hoisted(() => ({
  isPublic: true,
  types: '',
  picks: new Set<string>(),
  lists: [] as string[][],
  told: [] as string[],
  files: new Set<string>(),
  /** How many of the next prompts for additional files are left with Back. */
  goesBack: 0,
  /** What Enter would have picked. */
  preferred: [] as (string | undefined)[],
  /** What the lines of the last list say. */
  details: '',
  exportFolder: undefined as string | undefined,
}));

vi.mock('vscode', () => {
  const uri = (path: string): object => ({
    path,
    scheme: 'file',
    authority: '',
    with: (to: { path: string }) => uri(to.path),
    toString: () => `file://${path}`,
  });
  return {
    l10n: {
      t: (text: string, ...values: (string | number)[]) =>
        text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)])),
    },
    Uri: Object.assign(URL, {
      joinPath: ({ path }: { path: string }, ...parts: string[]) => uri(posix.join(path, ...parts)),
      parse: (text: string) => uri(text.replace('file://', '')),
    }),
    window: { showInformationMessage: (text: string) => Promise.resolve(void person.told.push(text)) },
    FileType: { Unknown: 0, SymbolicLink: 64 },
    workspace: {
      fs: {
        stat: ({ path }: { path: string }) =>
          person.files.has(path) ? Promise.resolve({ type: 1 }) : Promise.reject(new Error('No file.')),
      },
      workspaceFolders: [{ uri: uri('/project') }],
      asRelativePath: ({ path }: { path: string }) => path.replace('/project/', ''),
      getWorkspaceFolder: ({ path }: { path: string }) => (path.startsWith('/project') ? {} : undefined),
      getConfiguration: () => ({
        get: (name: string) => (name === 'exportFolder' ? person.exportFolder : undefined),
      }),
    },
  };
});
vi.mock('../../../../src/editor/shell/gitFolder', () => ({
  hasGitRemote: () => Promise.resolve(person.isPublic),
}));
vi.mock('../../../../src/editor/shell/promptSteps', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  pick: (step: PickStep<QuickPickItem>) => {
    const items = step.items(person.types);
    person.lists.push(items.map(({ label }) => label));
    const picked = items.find(({ label }) => person.picks.has(label));
    person.types = '';
    const preferred = step.preferred && items.find(step.preferred);
    person.preferred.push(preferred?.label);
    person.details = items.map(({ detail }) => detail ?? '').join();
    return Promise.resolve({ kind: 'answer', answer: picked ?? preferred ?? items[0] });
  },
  pickMany: (step: PickManyStep<QuickPickItem>) => {
    const answer = step.items.filter((item) => person.picks.has(item.label) || step.selected(item));
    return Promise.resolve((person.goesBack -= 1) >= 0 ? { kind: 'back' } : { kind: 'answer', answer });
  },
}));

const kept = new Map<string, unknown>();
const memory = {
  get: (key: string) => kept.get(key),
  update: () => Promise.resolve(),
  keep: (key: string, value: unknown) => void kept.set(key, value),
};
const store = {
  ask: (_: string, about: string) =>
    Promise.resolve(
      about === 'values' ? { values: [{ value: 'PH-1', rows: 3 }], more: 0 } : { total: 5, rows: [] },
    ),
} as unknown as ResultStore;

function resultOf(connection: string, day: [string, string], dataset = 'dayahead-prices'): Result {
  const [startTime, endTime] = day;
  const query = { dataset: findDataset(dataset)!, parameters: { startTime, endTime } };
  const result = newResult('one', query, connection, '');
  const key = dataset === 'intraday-orders' ? 'contractId' : 'startTime';
  result.table = { ...result.table, rows: 92, columns: [{ key, title: key, type: 'text' }] };
  return result;
}
const changeDay: [string, string] = ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'];
const otherDay: [string, string] = ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z'];
const openView = vi.fn();
const prompt = (result: Result) => promptForFixture(result, store, exportChoicesIn(memory), memory, openView);

beforeEach(() => {
  Object.assign(person, {
    isPublic: true,
    types: '',
    picks: new Set(),
    lists: [],
    told: [],
    files: new Set(),
    goesBack: 0,
    preferred: [],
    details: '',
    exportFolder: undefined,
  });
  openView.mockClear();
  kept.clear();
});

describe('the prompts for a test fixture', () => {
  it('preselect seeded values of licensed data in a folder with a Git remote, and mention the license once', async () => {
    expect((await prompt(resultOf('production', otherDay)))?.values).toEqual({ seed: 1 });
    expect(person.details).toContain('license for "production"');
    kept.delete('marketData.exports');
    await prompt(resultOf('production', otherDay));
    expect(person.details).not.toContain('license');
    // It was mentioned where the values are chosen.
    expect(person.told).toEqual([]);
  });

  it('never forbid values as sent, and start with seeded ones again, whatever was chosen for sample data', async () => {
    person.picks.add('As sent');
    expect((await prompt(resultOf('production', otherDay)))?.values).toBeUndefined();
    expect((await prompt(resultOf('sandbox', otherDay)))?.values).toBeUndefined();
    person.picks.clear();
    expect((await prompt(resultOf('sandbox', otherDay)))?.values).toBeUndefined();
    expect((await prompt(resultOf('production', otherDay)))?.values).toEqual({ seed: 1 });
  });

  it.each([
    ['sandbox', true],
    ['production', false],
  ])('preselect values as sent for %s, with a Git remote: %s', async (connection, isPublic) => {
    person.isPublic = isPublic;
    expect((await prompt(resultOf(connection, otherDay)))?.values).toBeUndefined();
    expect(person.told).toEqual([]);
  });

  it('offer the hours around a clock change only if the period has one', async () => {
    const label = 'Around the clock change on 2026-03-29';
    await prompt(resultOf('sandbox', otherDay));
    expect(person.lists.flat()).not.toContain(label);
    await prompt(resultOf('sandbox', changeDay));
    expect(person.lists.flat()).toContain(label);
    person.picks.add(label);
    const chosen = await prompt(resultOf('sandbox', changeDay));
    expect(chosen?.rows?.filter?.map(({ op, value }) => [op, value])).toEqual([
      ['>=', '2026-03-28T23:00:00Z'],
      ['<', '2026-03-29T03:00:00Z'],
    ]);
  });

  it.each([
    ['intraday-orders', '1', 'First 1 order event'],
    ['intraday-orders', '12', 'First 12 order events'],
    ['dayahead-prices', '1', 'First 1 value of each series'],
  ])('describe the first records of %s as: %s', async (dataset, typed, label) => {
    person.types = typed;
    await prompt(resultOf('sandbox', otherDay, dataset));
    expect(person.lists[0]?.[0]).toBe(label);
  });

  it('return to the rows that were picked, and not to those of the last time', async () => {
    person.picks.add('Contract PH-1');
    person.goesBack = 2;
    await prompt(resultOf('sandbox', otherDay, 'intraday-orders'));
    expect(person.preferred.slice(0, 3)).toEqual(['First 20 order events', 'Contract PH-1', 'Contract PH-1']);
  });

  it.each(['/tmp', '..', '.github'])(
    'continue with the workspace folder if the export folder is set to %j, and name the setting',
    async (setting) => {
      person.exportFolder = setting;
      const chosen = await prompt(resultOf('sandbox', otherDay));
      expect(chosen?.uri.path).toMatch(/^\/project\/dayahead-prices/);
    },
  );

  it('suggest the folder of the last fixture, which is not that of the last export', async () => {
    const folder = (name: string) => ({
      'dayahead-prices': { folder: `file:///project/${name}`, isSelected: false },
    });
    kept.set('marketData.exportFolders', folder('out'));
    kept.set('marketData.fixtureFolders', folder('test/fixtures'));
    const first = await prompt(resultOf('sandbox', otherDay));
    expect(first?.uri.path).toMatch(/^\/project\/test\/fixtures\//);
    // What an older version wrote.
    kept.set('marketData.fixtureFolders', { 'dayahead-prices': 'file:///project/old' });
    expect((await prompt(resultOf('sandbox', otherDay)))?.uri.path).toMatch(/^\/project\/market-data\//);
    expect(kept.get('marketData.fixtureFolders')).toEqual(folder('market-data'));
  });

  it('offer each contract of orders', async () => {
    person.picks.add('Contract PH-1');
    const chosen = await prompt(resultOf('sandbox', otherDay, 'intraday-orders'));
    expect(chosen?.rows).toEqual({ filter: [{ column: 'contractId', op: '=', value: 'PH-1' }] });
    // A later export of everything would otherwise seem to be the second of two.
    expect(chosen?.uri.path).toMatch(/-part-incomplete\.json$/);
  });

  it('start with what was chosen for the dataset the last time', async () => {
    person.picks.add('zod types').add('MSW mock');
    await prompt(resultOf('sandbox', otherDay));
    person.picks.clear();
    const again = await prompt(resultOf('sandbox', otherDay));
    expect(again).toMatchObject({ rows: { sample: 20 }, types: ['zod'], mocks: ['msw'] });
    expect(again?.uri.path).toMatch(/^\/project\/market-data\//);
  });

  it('offer an unused name at once, unused also by the files that go with it', async () => {
    person.files.add('/project/market-data/dayahead-prices_2026-03-28-part-incomplete.json.provenance.json');
    const chosen = await prompt(resultOf('sandbox', otherDay));
    expect(person.lists.flat()).toContain(
      '$(folder) market-data/dayahead-prices_2026-03-28-part-incomplete-2.json',
    );
    expect(chosen?.uri.path).toMatch(/-incomplete-2\.json$/);
  });

  it('lead to the dialog for the rows in the table, which only the view knows', async () => {
    person.picks.add('Shown or Selected Rows…');
    expect(await prompt(resultOf('sandbox', otherDay))).toBeUndefined();
    expect(openView).toHaveBeenCalledOnce();
    expect(kept.get('marketData.exports')).toBeUndefined();
  });

  it('share types and mocks with exports, but not rows, format, and seed', async () => {
    const beside = { provenance: false, types: ['zod' as const], mocks: [] };
    const choice = { part: 'shown' as const, sample: 7, format: 'csv' as const, beside, seed: 5 };
    const choices = exportChoicesIn(memory);
    choices.remember('dayahead-prices', choice);
    person.picks.add('MSW mock').add('Seeded, with seed 1');
    const chosen = await prompt(resultOf('sandbox', otherDay));
    expect(chosen).toMatchObject({
      rows: { sample: 20 },
      values: { seed: 1 },
      types: ['zod'],
      mocks: ['msw'],
    });
    expect(choices.of('dayahead-prices')).toEqual({ ...choice, beside: { ...beside, mocks: ['msw'] } });
  });

  it('do not change what the first export from a dataset starts with, except for the types', async () => {
    person.picks.add('zod types').add('Seeded, with seed 1');
    await prompt(resultOf('sandbox', otherDay));
    expect(exportChoicesIn(memory).of('dayahead-prices')).toEqual({
      ...noChoice,
      beside: { provenance: null, types: ['zod'], mocks: [] },
    });
  });

  it('remember a seed that the person chose, not one that a Git remote preselected', async () => {
    expect((await prompt(resultOf('production', otherDay)))?.values).toEqual({ seed: 1 });
    expect((await prompt(resultOf('sandbox', otherDay)))?.values).toBeUndefined();
    person.picks.add('Seeded, with seed 1');
    await prompt(resultOf('sandbox', otherDay));
    person.picks.clear();
    expect((await prompt(resultOf('sandbox', otherDay)))?.values).toEqual({ seed: 1 });
  });
});
