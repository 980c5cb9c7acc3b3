import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { ResultExport } from '#src/editor/export/exportResult';
import { openedFile } from '../../results/openedFiles';
import { otherTarget } from '#src/editor/export/freeTarget';
import { savePicture } from '#src/editor/export/savePicture';
import type { ExportOrder } from '#src/protocol/exportOrder';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import { findDataset } from '#src/market/datasets/datasets';
import { newResult, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { SpoolFolder } from '#src/results/store/spoolFolder';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';

let result: Result;
let storage: string;
/** Where the person saves their files. */
let folder: string;
/** Filled when files have been written. */
let written: string[];
/** What the thread waits for while it writes. */
let until: (signal?: AbortSignal) => Promise<unknown>;

/** Replaces the thread: writes the file, and stops if the person canceled. */
const store = doubleOf<ResultStore>({
  get: () => result,
  ask: () => Promise.resolve([]),
  export: async (_id, _order, { path }, { signal, onProgress } = {}) => {
    writeFileSync(path, 'id\r\n');
    await until(signal);
    onProgress?.(20);
    signal?.throwIfAborted();
    return { records: 20, rows: 20, bytes: 4, sha256: '' };
  },
});

const exports = () => {
  const sources = {
    store,
    folder: new SpoolFolder(storage),
    extensionVersion: '1.2.3',
    onWritten: () => written.push('written'),
  };
  return new ResultExport(sources);
};
const savedFiles = () => readdirSync(folder);
const leftFiles = () =>
  readdirSync(storage, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'owner', // the session's claim
  );

beforeEach(() => {
  written = [];
  until = () => Promise.resolve();
  folder = mkdtempSync(join(tmpdir(), 'saved-'));
  editor.folders = [folder];
  storage = mkdtempSync(join(tmpdir(), 'export-'));
  result = newResult('one', { dataset: findDataset('intraday-orders')!, parameters: {} }, 'service', '');
  result.table = { ...result.table, rows: 1, bytes: 10 };
  result.progress = { kind: 'ended', outcome: { kind: 'success' } };
});

const csv: ExportOrder = { format: 'csv', beside: noCompanionFiles };
const write = (order = csv) =>
  exports().writeAndTell(result, order, Uri.file(join(folder, `file.${order.format}`)), true);

/** The person cancels as soon as they can. */
function cancel(): void {
  editor.onProgress = (progress) => progress.cancel();
  until = async (signal) => signal && once(signal, 'abort');
}

describe('an export from the dialog', () => {
  it('of a synthetic file says that its values are seeded', async () => {
    result.source = openedFile({ madeUp: 'synthetic' });
    await write({ ...csv, format: 'json' });
    const { text, tooltip } = editor.statusBarItems.at(-1)!;
    expect(text).toBe('$(check) Exported (seeded) · Show file.json');
    expect(tooltip).toContain(
      'Exported file.json and 1 related file. The prices, volumes, and IDs in the file are seeded.',
    );
  });

  it.each([
    ['all rows, of which there are so many', undefined, '20 of 16,384 rows'],
    ['chosen rows, without the number of all', { sample: 20 }, '20 rows'],
  ])('of %s, says how far it is', async (_, rows, words) => {
    result.table = { ...result.table, rows: 16_384 };
    until = () => vi.waitUntil(() => editor.progress.length > 0);
    await write({ ...csv, rows });
    expect(editor.progress.map(({ reports }) => reports)).toEqual([[words]]);
  });

  it('that the person cancels says so without an error and leaves no file behind', async () => {
    cancel();
    expect(await write()).toBe(false);
    expect(editor.statusMessages).toEqual(['Export canceled.']);
    expect(editor.told).toEqual([]);
    expect(savedFiles()).toEqual([]);
    expect(leftFiles()).toEqual([]);
  });

  it.each([
    ['csv', 'opens', 'vscode.open', 'Select to open the file.'],
    ['json', 'opens', 'vscode.open', 'Select to open the file.'],
    ['xlsx', 'reveals', 'revealFileInOS', 'Select to reveal the file.'],
    ['parquet', 'reveals', 'revealFileInOS', 'Select to reveal the file.'],
  ] as const)(
    'as %s says so in the status bar for a minute, which %s the file',
    async (format, _, command, does) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        await write({ ...csv, format });
        const item = editor.statusBarItems.at(-1)!;
        expect(item).toMatchObject({
          text: `$(check) Exported · Show file.${format}`,
          tooltip: `Exported file.${format}.\n${does}`,
          accessibilityInformation: { label: `Exported file.${format}. ${does}`, role: 'button' },
          isShown: true,
          command: { command, arguments: [Uri.file(join(folder, `file.${format}`))] },
        });
        expect(editor.told).toEqual([]);
        vi.advanceTimersByTime(60_000);
        expect(item.isShown).toBe(false);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it("reveals a workbook on a remote in the editor's explorer, because the person's machine has no such file", async () => {
    editor.remoteName = 'ssh-remote';
    await write({ ...csv, format: 'xlsx' });
    expect(editor.statusBarItems.at(-1)!.command).toMatchObject({ command: 'revealInExplorer' });
  });

  it('completes its walkthrough step when the file is written, not when it is cancelled', async () => {
    await write();
    expect(written).toEqual(['written']);
    cancel();
    await write();
    expect(written).toEqual(['written']);
  });
});

it.each([
  ['still arriving', { kind: 'receiving' }, /still loading/],
  ['dropped', { kind: 'gone' }, /run the query again/i],
] as const)('a headless export of a result that is %s is rejected', async (_, progress, words) => {
  result.progress = progress;
  await expect(exports().headless({ result: 'one', format: 'csv' })).rejects.toThrow(words);
  expect(leftFiles()).toEqual([]);
});

it('an order that makes no sense is rejected at once, also while another export takes long', async () => {
  result.progress = { kind: 'ended', outcome: { kind: 'success' } };
  let end: () => void = () => undefined;
  until = () => new Promise<void>((resolve) => (end = resolve));
  const both = exports();
  const long = both.headless({ result: 'one', format: 'csv', target: 'long.csv' });
  await vi.waitFor(() => expect(leftFiles()).toHaveLength(1));
  const mistaken = { result: 'one', format: 'csv', values: { seed: 1 } } as const;
  await expect(both.headless(mistaken)).rejects.toThrow('Only JSON exports can have seeded values.');
  end();
  await long;
  expect(savedFiles()).toEqual(['long.csv']);
});

it.each(['unreachable', 'unexpectedResponse', 'timeout', 'cancelled'] as const)(
  'a headless export of an incomplete response (%s) to a target is rejected, and the message says how to allow it',
  async (kind) => {
    result.progress = { kind: 'ended', outcome: { kind } };
    const order = { result: 'one', format: 'csv', target: 'prices.csv' } as const;
    await expect(exports().headless(order)).rejects.toThrow(/incomplete\. .* pass/);
    expect(savedFiles()).toEqual([]);
  },
);

describe.skipIf(process.platform === 'win32')("what the person selects in the editor's dialog", () => {
  const selected = (name: string) => void (editor.select = () => Uri.file(join(folder, name)));

  it('is where a link to a file leads, so that the link remains', async () => {
    writeFileSync(join(folder, 'real.csv'), '');
    symlinkSync('real.csv', join(folder, 'latest.csv'));
    selected('latest.csv');
    const order = { format: 'csv' as const, beside: noCompanionFiles };
    expect((await otherTarget(result, order))?.path).toBe(
      Uri.file(realpathSync(join(folder, 'real.csv'))).path,
    );
  });

  it("isn't replaced by a picture if it is a pipe, which would wait forever", async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.png')]);
    selected('pipe.png');
    await expect(savePicture(result, new Uint8Array(1))).rejects.toThrow(/pipe\.png isn't a plain file\.$/);
  });
});

describe('in an untrusted workspace', () => {
  it.each([
    ['a headless export', () => exports().headless({ result: 'one', format: 'csv' })],
    ['a picture', () => savePicture(result, new Uint8Array(1))],
  ])('%s is rejected', async (_, save) => {
    editor.isTrusted = false;
    await expect(save()).rejects.toThrow(/untrusted workspace/);
    expect(savedFiles()).toEqual([]);
  });
});
