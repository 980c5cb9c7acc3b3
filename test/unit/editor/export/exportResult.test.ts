import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Uri, type QuickPickItem } from 'vscode';
import { exportChoicesIn, noChoice } from '../../../../src/editor/export/exportChoices';
import { ResultExport, type WriteResult } from '../../../../src/editor/export/exportResult';
import { writeFiles } from '../../../../src/editor/export/resultFiles';
import { openedFile } from '../../results/openedFiles';
import { memoryOf } from '../memoryOf';
import type { Memory } from '../../../../src/editor/shell/memory';
import type { PickManyStep, PickStep } from '../../../../src/editor/shell/promptSteps';
import { savePicture } from '../../../../src/editor/export/picture';
import { nothingBeside } from '../../../../src/exports/formats';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { newResult, type Progress, type Result } from '../../../../src/results/result';
import type { ResultStore } from '../../../../src/results/resultStore';
import { SpoolFolder } from '../../../../src/results/spoolFolder';

/** What a person sees and does in VS Code during exports. */
const person = vi.hoisted(() => ({
  isTrusted: true,
  presses: '',
  chooses: '',
  cancels: false,
  /** Whether writing takes so long that its progress is shown; what is said of it. */
  waits: false,
  reported: [] as string[],
  told: [] as string[],
  saved: [] as string[],
  ticked: [] as string[],
  isPublic: false,
  /** The values, as sent or seeded, that the thread was told to export. */
  values: [] as unknown[],
  /** Labels that are picked instead of pressing Enter. */
  picks: new Set<string>(),
  /** How many of the next prompts for additional files are left with Back. */
  goesBack: 0,
  /** Title and number of each prompt, its items, and what Enter would have picked. */
  prompts: [] as { head: string; details: string; preferred: string | undefined }[],
}));

vi.mock('../../../../src/editor/shell/gitFolder', () => ({
  hasGitRemote: () => Promise.resolve(person.isPublic),
}));
vi.mock('../../../../src/editor/shell/promptSteps', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  /** Presses Enter. */
  pick: (step: PickStep<QuickPickItem>) => {
    const items = step.items('');
    const preferred = items.find((item) => step.preferred?.(item));
    person.prompts.push({
      head: `${step.title} ${step.step}/${step.totalSteps}`,
      details: items.map(({ label, description, detail }) => [label, description, detail].join(' ')).join(),
      preferred: preferred?.label,
    });
    const picked = items.find(({ label }) => person.picks.delete(label));
    return Promise.resolve({ kind: 'answer', answer: picked ?? preferred ?? items[0] });
  },
  pickMany: ({ title, step, totalSteps, items, selected }: PickManyStep<QuickPickItem>) => {
    person.prompts.push({ head: `${title} ${step}/${totalSteps}`, details: '', preferred: undefined });
    return Promise.resolve(
      (person.goesBack -= 1) >= 0 ? { kind: 'back' } : { kind: 'answer', answer: items.filter(selected) },
    );
  },
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
      showWarningMessage: (text: string) => {
        person.told.push(text);
        // A person who declines is prompted for the file again, and closes the dialog.
        if (person.presses === '') person.chooses = '';
        return Promise.resolve(person.presses);
      },
      setStatusBarMessage: (text: string) => person.told.push(text),
      showSaveDialog: () => Promise.resolve(person.chooses === '' ? undefined : uri(person.chooses)),
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
let memory: Memory;
let listener: () => void;
let storage: string;

/** Replaces the thread: writes the file, and stops if the person cancelled. */
const store = {
  get: () => result,
  ask: () => Promise.resolve([]),
  onDidChange: (listen: () => void) => {
    listener = listen;
    return () => undefined;
  },
  export: async (
    _id: string,
    { path, values }: { path: string; values?: object },
    { signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void },
  ) => {
    person.values.push(values);
    writeFileSync(path, 'id\r\n');
    if (person.waits) {
      await new Promise((resolve) => setTimeout(resolve, 400)); // until the progress is shown
      onProgress(20);
    }
    if (person.cancels) await once(signal, 'abort');
    signal.throwIfAborted();
    return 4;
  },
} as unknown as ResultStore;

const become = (progress: Progress) => {
  result.progress = progress;
  listener();
};
const complete: Progress = { kind: 'ended', outcome: { kind: 'success' } };
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
  const write: WriteResult = (...what) => writeFiles(sources, ...what);
  return new ResultExport(store, write, exportChoicesIn(memory), memory, () => null);
};
const leftFiles = () =>
  readdirSync(storage, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'owner', // the session's claim
  );

beforeEach(() => {
  Object.assign(person, {
    isTrusted: true,
    presses: '',
    chooses: '/elsewhere/file.csv',
    cancels: false,
    waits: false,
    reported: [],
    told: [],
    saved: [],
    ticked: [],
    isPublic: false,
    values: [],
    picks: new Set(),
    goesBack: 0,
    prompts: [],
  });
  listener = () => undefined;
  memory = memoryOf();
  storage = mkdtempSync(join(tmpdir(), 'export-'));
  result = newResult('one', { dataset: findDataset('intraday-orders')!, parameters: {} }, 'service', '');
  result.table = { ...result.table, rows: 1, bytes: 10 };
  result.progress = complete;
});

describe('an export by prompt', () => {
  it.each([
    ['is as sent by default', false, null, undefined],
    ['is seeded if the data of a service would be published', true, null, { seed: 1 }],
    ['is seeded as it was the last time', false, 7, { seed: 7 }],
  ])('as JSON %s', async (_, isPublic, seed, values) => {
    Object.assign(person, { isPublic, chooses: '/elsewhere/file.json' });
    exportChoicesIn(memory).remember('intraday-orders', { ...noChoice, seed });
    await exports().prompt(result, 'json');
    expect(person.values).toEqual([values]);
    // In the prompt for the values, not in an additional message.
    expect(person.prompts.at(-1)?.details.includes('license')).toBe(isPublic);
    expect(person.told).toEqual([expect.stringContaining('Exported')]);
  });

  it('as CSV, which has no types, mocks, provenance, and seed, keeps these for the next JSON', async () => {
    const beside = { provenance: true, types: ['zod' as const], mocks: ['msw' as const] };
    const last = { ...noChoice, format: 'csv' as const, beside, seed: 7 };
    exportChoicesIn(memory).remember('intraday-orders', last);
    expect(await exports().prompt(result)).toBe('/elsewhere/file.csv');
    expect(person.saved).toEqual(['/elsewhere/file.csv']);
    expect(exportChoicesIn(memory).of('intraday-orders')).toEqual(last);
  });

  it('as CSV that would publish the data of a service mentions the license in a message, since no prompt does', async () => {
    person.isPublic = true;
    await exports().prompt(result, 'csv');
    await exports().prompt(result, 'csv');
    expect(person.told.filter((text) => text.includes('license'))).toHaveLength(1);
  });

  it('as CSV for the first time does not turn off the provenance of the next JSON', async () => {
    person.picks.add('CSV');
    await exports().prompt(result);
    expect(person.saved).toEqual(['/elsewhere/file.csv']);
    expect(exportChoicesIn(memory).of('intraday-orders')).toMatchObject({
      format: 'csv',
      beside: { provenance: null },
    });
    person.chooses = '/elsewhere/file.json';
    person.picks.add('JSON');
    await exports().prompt(result);
    expect(person.saved).toContain('/elsewhere/file.json.provenance.json');
  });

  it('names its result and the number of steps, which depends on the format', async () => {
    person.picks.add('CSV');
    await exports().prompt(result);
    const heads = person.prompts.map(({ head }) => head);
    expect(heads.map((head) => head.replace(/^.* /, ''))).toEqual(['1/5', '2/5']);
    person.prompts = [];
    person.chooses = '/elsewhere/file.json';
    person.picks.add('JSON');
    await exports().prompt(result);
    expect(person.prompts.map(({ head }) => head.replace(/^.* /, ''))).toEqual(['1/3', '2/3', '3/5', '5/5']);
    expect(heads[0]).toMatch(/^Export Intraday orders/);
  });

  it('of a synthetic file never calls its values sent, and says what they are', async () => {
    result.source = openedFile({ madeUp: 'synthetic' });
    person.chooses = '/elsewhere/file.json';
    await exports().prompt(result);
    expect(person.prompts.map(({ details }) => details).join()).not.toMatch(/as sent/i);
    expect(person.told).toEqual([
      'Exported file.json and its provenance. Its prices, volumes, and IDs are seeded.',
    ]);
  });

  it('of a range of delivery days offers no JSON, which has no single response to come from', async () => {
    result.source = {
      kind: 'range',
      uri: 'file:///r',
      target: 'r',
      from: '2026-03-28',
      to: '2026-03-30',
      days: [],
    };
    person.picks.add('JSON').add('NDJSON');
    await exports().prompt(result);
    // What wasn't offered is still to be picked.
    expect([...person.picks]).toEqual(['JSON']);
    expect(person.saved).toHaveLength(1);
  });

  it('goes back one step, and continues from there', async () => {
    result.table = { ...result.table, rows: 92 };
    person.picks.add('First 20 order events');
    // From the additional files to the format, and again.
    Object.assign(person, { goesBack: 1, chooses: '/elsewhere/file.json' });
    await exports().prompt(result);
    expect(person.prompts.map(({ preferred }) => preferred)).toEqual([
      'All: 92 rows',
      'JSON',
      undefined,
      'JSON',
      undefined,
      'As sent',
    ]);
  });

  it('into a folder that the person selected suggests that folder the next time, even in the next session', async () => {
    await exports().prompt(result, 'csv');
    expect(memory.get('marketData.exportFolders')).toEqual({
      'intraday-orders': { folder: '/elsewhere', isSelected: true },
    });
  });

  it.each([
    ['preselected', 'service', null],
    ['preselected and chosen before', 'service', 7],
  ])('as JSON remembers no seed that was only %s', async (_, connection, seed) => {
    Object.assign(person, { isPublic: true, chooses: '/elsewhere/file.json' });
    result = { ...result, connection };
    exportChoicesIn(memory).remember('intraday-orders', { ...noChoice, seed });
    await exports().prompt(result);
    expect(person.values).toEqual([{ seed: seed ?? 1 }]);
    expect(exportChoicesIn(memory).of('intraday-orders')?.seed).toBe(seed);
  });

  it.each([
    ['all rows, of which there are so many', undefined, '20 of 16,384 rows'],
    ['chosen rows, without the number of all', { sample: 20 }, '20 rows'],
  ])('of %s, says how far it is', async (_, rows, words) => {
    result.table = { ...result.table, rows: 16_384 };
    person.waits = true;
    const how = { format: 'csv', rows, beside: nothingBeside, overwrite: true } as const;
    await exports().writeAndTell(result, how, Uri.file('/elsewhere/file.csv'));
    expect(person.reported).toEqual([words]);
  });

  it('that the person cancels says so without an error and leaves no file behind', async () => {
    person.cancels = true;
    expect(await exports().prompt(result, 'csv')).toBeUndefined();
    expect(person.told).toEqual(['Export canceled.']);
    expect(person.saved).toEqual([]);
    expect(leftFiles()).toEqual([]);
  });

  it.each([
    ['Open', 'vscode.open'],
    ['Reveal', 'revealInExplorer'],
  ])('says so if the file cannot be shown when the person presses %s', async (presses, command) => {
    person.presses = presses;
    await exports().prompt(result, 'csv');
    await vi.waitFor(() =>
      expect(person.told).toEqual(['Exported file.csv.', `The file is gone (${command}).`]),
    );
  });

  it('completes its walkthrough step when the file is written, not when it is cancelled', async () => {
    person.cancels = true;
    await exports().prompt(result, 'csv');
    expect(person.ticked).toEqual([]);
    person.cancels = false;
    await exports().prompt(result, 'csv');
    expect(person.ticked).toEqual(['hasTaken']);
  });

  it('of a result that is still arriving waits for the end if the person wants to', async () => {
    result.progress = { kind: 'receiving' };
    person.presses = 'Export When Done';
    const written = exports().prompt(result, 'csv');
    await vi.waitFor(() => expect(person.told).toEqual(['This result is still loading.']));
    become({ kind: 'receiving' });
    expect(person.saved).toEqual([]);
    become(complete);
    expect(await written).toBe('/elsewhere/file.csv');
    expect(person.saved).toEqual(['/elsewhere/file.csv']);
  });

  it('of a result that is still arriving does nothing if the person dismisses the message', async () => {
    result.progress = { kind: 'receiving' };
    expect(await exports().prompt(result, 'csv')).toBeUndefined();
    expect(person.saved).toEqual([]);
  });

  describe('of an incomplete response', () => {
    beforeEach(() => become({ kind: 'ended', outcome: { kind: 'unreachable' } }));

    it('asks whether a name may hide that, and writes nothing if the person says no', async () => {
      expect(await exports().prompt(result, 'csv')).toBeUndefined();
      expect(person.told).toEqual(['The response is incomplete. Export what was received?']);
      expect(person.saved).toEqual([]);
    });

    it('is written under that name if the person says yes', async () => {
      person.presses = 'Export';
      expect(await exports().prompt(result, 'csv')).toBe('/elsewhere/file.csv');
      expect(person.saved).toEqual(['/elsewhere/file.csv']);
    });

    it.each(['/elsewhere/prices-incomplete.csv', '/elsewhere/prices-incomplete-2.csv'])(
      'asks nothing about the name %s, which says so',
      async (path) => {
        person.chooses = path;
        expect(await exports().prompt(result, 'csv')).toBe(path);
        expect(person.told).toEqual([`Exported ${basename(path)}.`]);
      },
    );
  });

  it('of a result that is no longer in memory says what to do', async () => {
    result.progress = { kind: 'gone' };
    await expect(exports().prompt(result, 'csv')).rejects.toThrow(/run the query again/i);
  });
});

it.each([
  ['still arriving', { kind: 'receiving' }, /still loading/],
  ['dropped', { kind: 'gone' }, /run the query again/i],
] as const)('a headless export of a result that is %s is rejected', async (_, progress, words) => {
  result.progress = progress;
  const choose = () => Promise.resolve(undefined);
  await expect(exports().run({ result: 'one', format: 'csv' }, choose)).rejects.toThrow(words);
  expect(leftFiles()).toEqual([]);
});

describe('a headless export of an incomplete response to a target', () => {
  const choose = () => Promise.resolve(undefined);
  const run = (more: object) =>
    exports().run({ result: 'one', format: 'csv', target: 'prices.csv', ...more }, choose);

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
    ['an export', () => exports().prompt(result, 'csv')],
    ['a picture', () => savePicture(result, new Uint8Array(1))],
  ])('%s is rejected, even by prompt', async (_, save) => {
    person.isTrusted = false;
    await expect(save()).rejects.toThrow(/untrusted workspace/);
    expect(person.saved).toEqual([]);
  });
});
