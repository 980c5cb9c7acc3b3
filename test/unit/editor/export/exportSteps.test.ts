import { posix } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuickPickItem } from 'vscode';
import {
  pickBeside,
  pickRows,
  pickTarget,
  pickValues,
  rowsAgain,
  rowsBefore,
} from '../../../../src/editor/export/exportSteps';
import type { PickManyStep, PickStep } from '../../../../src/editor/shell/promptSteps';
import { nothingBeside } from '../../../../src/exports/formats';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { newResult, type Result } from '../../../../src/results/result';
import { openedFile } from '../../results/openedFiles';

/**
 * The files that exist, what the editor asked in a modal dialog, and what the person does one after the
 * other.
 */
const editor = vi.hoisted(() => ({
  files: new Set<string>(),
  asked: [] as string[],
  /** Buttons of modal dialogs. */
  presses: [] as string[],
  /** Files in the editor's dialog; `null` closes it. */
  selects: [] as (string | null)[],
  /** Texts in the names of files, each with the label that is picked then. */
  types: [] as (readonly [text: string, label: RegExp])[],
  /** What the lists began with, what could be picked, and what Enter would have picked. */
  lists: [] as { typed: string; items: readonly QuickPickItem[]; preferred: string | undefined }[],
}));

vi.mock('../../../../src/editor/shell/promptSteps', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  pick: (step: PickStep<QuickPickItem>) => {
    const [text, label] = editor.types.shift() ?? [step.typed ?? '', /./];
    if (text !== step.typed) step.onTyped?.(text);
    const items = step.items(text);
    const preferred = items.find((item) => step.preferred?.(item))?.label;
    editor.lists.push({ typed: step.typed ?? '', items, preferred });
    return Promise.resolve({ kind: 'answer', answer: items.find((item) => label.test(item.label)) });
  },
  pickMany: (step: PickManyStep<QuickPickItem>) =>
    Promise.resolve({ kind: 'answer', answer: step.items.filter(step.selected) }),
}));

vi.mock('vscode', () => {
  const uri = (path: string) => ({ path, scheme: 'file', toString: () => path });
  return {
    l10n: {
      t: (text: string, ...values: string[]) =>
        text.replace(/\{(\d)\}/g, (gap, at: number) => values[at] ?? gap),
    },
    FileType: { Unknown: 0 },
    Uri: {
      file: uri,
      joinPath: ({ path }: { path: string }, ...parts: string[]) => uri(posix.join(path, ...parts)),
    },
    window: {
      showSaveDialog: () => {
        const path = editor.selects.shift();
        return Promise.resolve(path ? uri(path) : undefined);
      },
      showWarningMessage: (text: string) => {
        editor.asked.push(text);
        return Promise.resolve(editor.presses.shift());
      },
    },
    workspace: {
      asRelativePath: ({ path }: { path: string }) => path,
      fs: {
        stat: ({ path }: { path: string }) =>
          editor.files.has(path) ? Promise.resolve({ type: 1 }) : Promise.reject(new Error('No file.')),
      },
    },
  };
});

beforeEach(() =>
  Object.assign(editor, {
    files: new Set(),
    asked: [],
    presses: [],
    selects: ['/data/orders.json'],
    types: [],
    lists: [],
  }),
);

const { Uri: uris } = await import('vscode');
const folder = (path: string, problem: string | null = null) => ({
  uri: uris.file(path),
  isSelected: false,
  problem,
});

let result: Result;
beforeEach(() => {
  const query = { dataset: findDataset('intraday-orders')!, parameters: {} };
  result = newResult('one', query, 'service', '');
  result.progress = { kind: 'ended', outcome: { kind: 'success' } };
  result.table = { ...result.table, rows: 92 };
});

const prompt = (folders: ReturnType<typeof folder>[] = [], step = 3, before?: string) => {
  const beside = { ...nothingBeside, provenance: true, types: ['typescript' as const] };
  const named = { format: 'json', isPart: false } as const;
  const frame = { title: 'Export', step, totalSteps: 4 };
  return pickTarget(
    frame,
    result,
    named,
    beside,
    folders,
    before === undefined ? undefined : uris.file(before),
  );
};

describe('the file of an export', () => {
  it('that was confirmed in the save dialog is replaced without a second question', async () => {
    editor.files.add('/data/orders.json');
    expect(await prompt()).toMatchObject({
      answer: { uri: { path: '/data/orders.json' }, overwrite: true, isSelected: true },
    });
    expect(editor.asked).toEqual([]);
  });

  it('has files next to it that the save dialog does not know, which are replaced only after a question', async () => {
    editor.files.add('/data/orders.json').add('/data/orders.types.ts');
    editor.presses = ['Replace'];
    expect(await prompt()).toMatchObject({ answer: { overwrite: true } });
    expect(editor.asked).toEqual(['orders.types.ts already exists.']);
  });

  it('can be renamed by a person who declines to replace another one, without typing it again', async () => {
    editor.files.add('/project/mine.json');
    editor.types = [
      ['mine', /mine/],
      ['mine2', /mine2/],
    ];
    expect(await prompt([folder('/project')])).toMatchObject({
      answer: { uri: { path: '/project/mine2.json' }, overwrite: false, isSelected: false },
    });
    expect(editor.asked).toEqual(['mine.json already exists.']);
    expect(editor.lists.map(({ typed }) => typed)).toEqual(['', 'mine']);
  });

  it('can be picked from the suggested names again after the save dialog was closed', async () => {
    editor.selects = [null];
    editor.types = [
      ['', /Another Location/],
      ['', /intraday-orders/],
    ];
    expect(await prompt([folder('/project')])).toMatchObject({
      answer: { uri: { path: '/project/intraday-orders.json' } },
    });
  });

  it('is prompted for again if its name would hide that the response is incomplete', async () => {
    result.progress = { kind: 'ended', outcome: { kind: 'unreachable' } };
    editor.types = [
      ['mine', /mine/],
      ['', /incomplete/],
    ];
    expect(await prompt([folder('/project')])).toMatchObject({
      answer: { uri: { path: '/project/intraday-orders-incomplete.json' } },
    });
    expect(editor.asked).toEqual(['The response is incomplete. Export what was received?']);
  });

  it('leads back to the previous step if no names were offered, and ends the prompts if there is none', async () => {
    editor.selects = [null, null];
    expect(await prompt([], 3)).toEqual({ kind: 'back' });
    expect(await prompt([], 1)).toEqual({ kind: 'leave' });
  });

  it.each([
    ['/second/intraday-orders.json', '', '/second/intraday-orders.json'],
    ['/second/mine.json', 'mine.json', '/second/mine.json'],
    ['/elsewhere/mine.json', '', '/project/intraday-orders.json'],
    ['/second/of-another-format.csv', '', '/second/intraday-orders.json'],
  ])('is suggested again when a person returns to its step: %s', async (before, typed, first) => {
    await prompt([folder('/project'), folder('/second')], 3, before);
    const begins = editor.lists.map((list) => [list.typed, list.items[0]?.label]);
    expect(begins).toEqual([[typed, `$(folder) ${first}`]]);
  });

  it('is suggested with the reason why it is not in the folder of the setting', async () => {
    const problem = 'The "marketData.exportFolder" setting is not a safe relative path.';
    await prompt([folder('/project', problem)]);
    expect(editor.lists[0]?.items[0]?.detail).toContain(problem);
  });
});

describe('a person who goes back', () => {
  const pickedRows = async (before: Parameters<typeof pickRows>[2]) => {
    const more = [{ label: 'Contract PH-1', rows: { filter: [] } }];
    await pickRows({ title: '' }, result, before, { hasView: true, more });
    return editor.lists.at(-1)!;
  };

  it('finds the rows that were picked, including a typed number', async () => {
    const before = rowsBefore(null, 'sample');
    expect((await pickedRows(before)).preferred).toBe('First 20 order events');
    expect((await pickedRows(rowsAgain({ sample: 7 }, before))).preferred).toBe('First 7 order events');
    expect((await pickedRows(rowsAgain(null, before))).preferred).toBe('All: 92 rows');
  });

  it('finds the rows of the view above those of each contract, however many contracts there are', async () => {
    const { items } = await pickedRows(rowsBefore(null, 'sample'));
    expect(items.map(({ label }) => label)).toEqual([
      'All: 92 rows',
      'First 20 order events',
      'Shown or Selected Rows…',
      'Contract PH-1',
    ]);
  });
});

describe('the values of an export', () => {
  const labelsOf = async (license = '') => {
    await pickValues({ title: '' }, result, { before: null, isPublic: license !== '', license });
    return editor.lists.at(-1)!;
  };

  it('are never called sent for a synthetic file', async () => {
    result.source = openedFile({ madeUp: 'synthetic' });
    const { items, preferred } = await labelsOf();
    expect(preferred).toBe('Seeded, as in the file');
    expect(items.map(({ label, detail }) => `${label} ${detail}`).join()).not.toMatch(/sent/);
    result.source = openedFile();
    expect((await labelsOf()).preferred).toBe('As sent');
  });

  it('are described in few words, with what is known about the license', async () => {
    const { items, preferred } = await labelsOf('The license.');
    expect(items[0]?.detail).toBe('The license.');
    expect(preferred).toBe('Seeded, with seed 1');
    for (const { detail } of [...items, ...(await labelsOf()).items]) {
      expect(detail?.length).toBeLessThanOrEqual(70);
    }
  });
});

it.each([
  ['left at its default', null, null],
  ['left out before', false, false],
  ['chosen before', true, true],
])('a provenance that was %s is remembered as a choice only if it was one', async (_, before, after) => {
  const beside = { ...nothingBeside, provenance: before };
  const end = await pickBeside({ title: '' }, beside, { provenance: true, mocks: true });
  expect(end).toMatchObject({ answer: { provenance: after } });
});
