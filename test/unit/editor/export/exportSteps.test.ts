import { posix } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { pickTarget } from '../../../../src/editor/export/exportSteps';
import { nothingBeside } from '../../../../src/exports/formats';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { newResult } from '../../../../src/results/result';

/** The files that exist, what the editor asked in a modal dialog, and what the person pressed there. */
const editor = vi.hoisted(() => ({ files: new Set<string>(), asked: [] as string[], presses: '' }));

vi.mock('vscode', () => {
  const uri = (path: string) => ({ path, scheme: 'file', toString: () => path });
  return {
    l10n: {
      t: (text: string, ...values: string[]) =>
        text.replace(/\{(\d)\}/g, (_, at: number) => values[at] ?? ''),
    },
    FileType: { Unknown: 0 },
    Uri: {
      joinPath: ({ path }: { path: string }, ...parts: string[]) => uri(posix.join(path, ...parts)),
    },
    window: {
      showSaveDialog: () => Promise.resolve(uri('/data/orders.json')),
      showWarningMessage: (text: string) => {
        editor.asked.push(text);
        return Promise.resolve(editor.presses);
      },
    },
    workspace: {
      fs: {
        stat: ({ path }: { path: string }) =>
          editor.files.has(path) ? Promise.resolve({ type: 1 }) : Promise.reject(new Error('No file.')),
      },
    },
  };
});

beforeEach(() => void Object.assign(editor, { files: new Set(), asked: [], presses: '' }));

const prompt = () => {
  const result = newResult(
    'one',
    { dataset: findDataset('intraday-orders')!, parameters: {} },
    'service',
    '',
  );
  const beside = { ...nothingBeside, provenance: true, types: ['typescript' as const] };
  return pickTarget({ title: 'Export' }, result, { format: 'json', isPart: false }, beside, []);
};

it('a file that the save dialog has asked about is replaced without a second question', async () => {
  editor.files.add('/data/orders.json');
  expect(await prompt()).toMatchObject({
    answer: { uri: { path: '/data/orders.json' }, overwrite: true },
  });
  expect(editor.asked).toEqual([]);
});

it('files beside it, about which the save dialog knows nothing, are replaced only after a question', async () => {
  editor.files.add('/data/orders.json').add('/data/orders.types.ts');
  expect(await prompt()).toEqual({ kind: 'leave' });
  expect(editor.asked).toEqual(['orders.types.ts already exists.']);
  editor.presses = 'Replace';
  expect(await prompt()).toMatchObject({ answer: { overwrite: true } });
});
