import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { ResultExport } from '../../../../src/editor/export/exportResult';
import { openedFile } from '../../results/openedFiles';
import { savePicture } from '../../../../src/editor/export/picture';
import type { ExportOrder } from '../../../../src/protocol/exportOrder';
import { nothingBeside } from '../../../../src/protocol/beside';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { newResult, type Result } from '../../../../src/results/result';
import type { ResultStore } from '../../../../src/results/store/resultStore';
import { SpoolFolder } from '../../../../src/results/store/spoolFolder';
import { doubleOf } from '../../doubleOf';

/** What a person sees and does in VS Code during exports. */
const person = vi.hoisted(() => ({
  isTrusted: true,
  presses: '',
  cancels: false,
  /** Whether writing takes so long that its progress is shown; what is said of it. */
  waits: false,
  reported: [] as string[],
  told: [] as string[],
  saved: [] as string[],
  ticked: [] as string[],
}));

vi.mock('vscode', () => {
  const uri = (path: string) => ({
    path,
    scheme: 'file',
    with: (to: object) => ({ ...uri(path), ...to }),
    toString: () => path,
  });
  return {
    l10n: {
      t: (text: string, ...values: (string | number)[]) =>
        text.replace(/\{(\d)\}/g, (gap, at: string) => String(values[Number(at)] ?? gap)),
    },
    commands: {
      executeCommand: (id: string) => Promise.reject(new Error(`The file is gone (${id}).`)),
    },
    ProgressLocation: { Notification: 15 },
    FileType: { Unknown: 0, Directory: 2 },
    Uri: {
      file: uri,
      parse: uri,
      joinPath: ({ path }: { path: string }, ...parts: string[]) => uri(join(path, ...parts)),
    },
    window: {
      showInformationMessage: (text: string) => {
        person.told.push(text);
        return Promise.resolve(person.presses);
      },
      showErrorMessage: (text: string) => Promise.resolve(void person.told.push(text)),
      setStatusBarMessage: (text: string) => person.told.push(text),
      withProgress: (_: unknown, task: (progress: object, token: object) => unknown) =>
        task(
          { report: ({ message }: { message: string }) => person.reported.push(message) },
          { onCancellationRequested: (cancel: () => void) => person.cancels && cancel() },
        ),
    },
    workspace: {
      getConfiguration: () => ({ get: () => undefined }),
      getWorkspaceFolder: () => undefined,
      get isTrusted() {
        return person.isTrusted;
      },
      fs: {
        isWritableFileSystem: () => true,
        createDirectory: () => Promise.resolve(),
        copy: (_: unknown, { path }: { path: string }) => Promise.resolve(person.saved.push(path)),
        rename: (from: { path: string }, { path }: { path: string }) => {
          person.saved.splice(person.saved.indexOf(from.path), 1, path);
          return Promise.resolve();
        },
        writeFile: ({ path }: { path: string }) => Promise.resolve(person.saved.push(path)),
        delete: ({ path }: { path: string }) => {
          person.saved = person.saved.filter((each) => each !== path);
          return rm(path);
        },
      },
    },
  };
});

let result: Result;
let storage: string;

/** Replaces the thread: writes the file, and stops if the person canceled. */
const store = doubleOf<ResultStore>({
  get: () => result,
  ask: () => Promise.resolve([]),
  export: async (_id, _order, { path }, { signal, onProgress } = {}) => {
    writeFileSync(path, 'id\r\n');
    if (person.waits) {
      await new Promise((resolve) => setTimeout(resolve, 400)); // until the progress is shown
      onProgress?.(20);
    }
    if (person.cancels && signal) await once(signal, 'abort');
    signal?.throwIfAborted();
    return { records: 20, rows: 20, bytes: 4, sha256: '' };
  },
});

const exports = () => {
  const folder = new SpoolFolder(storage);
  const tick = (step: string) => person.ticked.push(step);
  const log = { warn: () => undefined };
  const sources = {
    store,
    folder,
    extensionVersion: '1.2.3',
    tokenPathOf: () => '/connect/token',
    tick,
    log,
  };
  return new ResultExport(sources);
};
const leftFiles = () =>
  readdirSync(storage, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'owner', // the session's claim
  );

beforeEach(() => {
  Object.assign(person, {
    isTrusted: true,
    presses: '',
    cancels: false,
    waits: false,
    reported: [],
    told: [],
    saved: [],
    ticked: [],
  });
  storage = mkdtempSync(join(tmpdir(), 'export-'));
  result = newResult('one', { dataset: findDataset('intraday-orders')!, parameters: {} }, 'service', '');
  result.table = { ...result.table, rows: 1, bytes: 10 };
  result.progress = { kind: 'ended', outcome: { kind: 'success' } };
});

const csv: ExportOrder = { format: 'csv', beside: nothingBeside };
const write = (order = csv) =>
  exports().writeAndTell(result, order, Uri.file(`/elsewhere/file.${order.format}`), true);

describe('an export from the dialog', () => {
  it('of a synthetic file says that its values are seeded', async () => {
    result.source = openedFile({ madeUp: 'synthetic' });
    await write({ ...csv, format: 'json' });
    expect(person.told).toEqual([
      'Exported file.json and its provenance. Its prices, volumes, and IDs are seeded.',
    ]);
  });

  it.each([
    ['all rows, of which there are so many', undefined, '20 of 16,384 rows'],
    ['chosen rows, without the number of all', { sample: 20 }, '20 rows'],
  ])('of %s, says how far it is', async (_, rows, words) => {
    result.table = { ...result.table, rows: 16_384 };
    person.waits = true;
    await write({ ...csv, rows });
    expect(person.reported).toEqual([words]);
  });

  it('that the person cancels says so without an error and leaves no file behind', async () => {
    person.cancels = true;
    expect(await write()).toBe(false);
    expect(person.told).toEqual(['Export canceled.']);
    expect(person.saved).toEqual([]);
    expect(leftFiles()).toEqual([]);
  });

  it.each([
    ['Open', 'vscode.open'],
    ['Reveal', 'revealInExplorer'],
  ])('says so if the file cannot be shown when the person presses %s', async (presses, command) => {
    person.presses = presses;
    await write();
    await vi.waitFor(() =>
      expect(person.told).toEqual(['Exported file.csv.', `The file is gone (${command}).`]),
    );
  });

  it('completes its walkthrough step when the file is written, not when it is cancelled', async () => {
    person.cancels = true;
    await write();
    expect(person.ticked).toEqual([]);
    person.cancels = false;
    await write();
    expect(person.ticked).toEqual(['hasTaken']);
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

describe('a headless export of an incomplete response to a target', () => {
  const run = (more: object) =>
    exports().headless({ result: 'one', format: 'csv', target: 'prices.csv', ...more });

  it.each(['unreachable', 'unexpectedResponse', 'timeout', 'cancelled'] as const)(
    'is rejected if the outcome is %s, and the message says how to allow it',
    async (kind) => {
      result.progress = { kind: 'ended', outcome: { kind } };
      await expect(run({})).rejects.toThrow(/incomplete\. .* pass/);
      await expect(run({ incomplete: 'reject' })).rejects.toThrow(/incomplete/);
      expect(person.saved).toEqual([]);
    },
  );
});

describe('in an untrusted workspace', () => {
  it.each([
    ['a headless export', () => exports().headless({ result: 'one', format: 'csv' })],
    ['a picture', () => savePicture(result, new Uint8Array(1))],
  ])('%s is rejected', async (_, save) => {
    person.isTrusted = false;
    await expect(save()).rejects.toThrow(/untrusted workspace/);
    expect(person.saved).toEqual([]);
  });
});
