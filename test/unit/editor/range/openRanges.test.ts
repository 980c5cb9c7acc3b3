import { rmSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { FileType, Uri } from 'vscode';
import { OpenRanges } from '#src/editor/range/openRanges';
import { placeOf } from '#src/editor/shell/placeOf';
import type { FoundRange } from '#src/engine/range/foundRange';
import { findDataset } from '#src/market/datasets/datasets';
import type { DayEntry } from '#src/range/dayState';
import type { OpenedDay } from '#src/protocol/openedRange';
import { newResult } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { type Disk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

/** A range on another machine, whose files are copied to this one before they are read. */
const thereAt = (path: string) => Uri.from({ scheme: 'vscode-remote', authority: 'there', path });
const copies: string[] = [];

vi.mock('node:fs', { spy: true });
vi.mock('#src/editor/range/askForRange', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  rangeNamed: () => Promise.resolve(found),
  rangeOfPerson: () => Promise.resolve(found),
}));
vi.mock('#src/engine/range/foundRange', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  filesOf: (_: unknown, days: readonly string[]) =>
    Promise.resolve(new Map(days.map((day) => [day, [placeOf(thereAt(`/data/day=${day}/part-0.parquet`))]]))),
}));

const unaborted = new AbortController().signal;

const entry: DayEntry = {
  outcome: 'success',
  state: 'fetched',
  rows: 96,
  placed: 96,
  bytes: 5,
  sha256: '',
  requestedAt: '',
  integrity: [],
};
const found = doubleOf<FoundRange>({
  place: placeOf(thereAt('/data')),
  dataset: findDataset('dayahead-prices')!,
  manifest: {
    version: 1,
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1', currency: 'EUR' },
    format: 'parquet',
    connection: 'mine',
    addresses: '',
    columns: [],
    days: { '2026-03-28': entry, '2026-03-29': entry, '2026-03-30': entry },
  },
});

beforeEach(() => {
  copies.splice(0);
  editor.disk = doubleOf<Disk>({
    isWritableFileSystem: () => true,
    // The second day's file was cut short.
    stat: ({ path }) =>
      Promise.resolve({ type: FileType.File, size: path.includes('2026-03-29') ? 3 : 5, mtime: 0, ctime: 0 }),
    copy: (_, { path }) => Promise.resolve(void copies.push(path)),
  });
});

it("a range that was read is shown, and its other copies are deleted, even if one copy can't be deleted", async () => {
  const result = newResult('range', { dataset: found.dataset, parameters: {} }, 'mine', '');
  const store = doubleOf<ResultStore>({
    prepare: () => undefined,
    readRange: () => Promise.resolve(result),
  });
  const removed: string[] = [];
  vi.mocked(rmSync).mockImplementation((path) => {
    removed.push(String(path));
    if (removed.length === 1) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
  });
  let paths = 0;
  const ranges = new OpenRanges(
    store,
    () => Promise.resolve(),
    () => `/storage/${(paths += 1)}`,
  );
  expect(await ranges.headless({ target: 'data', show: false }, unaborted)).toMatchObject({ id: 'range' });
  expect(removed).toEqual(['/storage/1', '/storage/2', '/storage/3']);
  expect(copies).toEqual(removed);
});

it("a day whose file was cut short or replaced isn't shown as complete", async () => {
  let days: readonly OpenedDay[] = [];
  const store = doubleOf<ResultStore>({
    prepare: () => undefined,
    readRange: ({ range }) => {
      ({ days } = range);
      return Promise.resolve(newResult('range', { dataset: found.dataset, parameters: {} }, 'mine', ''));
    },
  });
  const ranges = new OpenRanges(
    store,
    () => Promise.resolve(),
    () => '/storage/copy',
  );
  await ranges.headless({ target: 'data', show: false }, unaborted);
  expect(days.map(({ outcome, rows }) => [outcome, rows])).toEqual([
    ['success', 96],
    ['fileChanged', 0],
    ['success', 96],
  ]);
});

it.each([
  ['2026-03-29', ['2026-03-28'], 'Only the first day, 2026-03-28, fits.', 'Open First Day'],
  [
    '2026-03-30',
    ['2026-03-28', '2026-03-29'],
    'The first 2 fit: 2026-03-28 to 2026-03-29.',
    'Open First 2 Days',
  ],
])(
  'days that need too much memory from %s are told with a button that opens those that fit',
  async (tooLarge, fitting, words, button) => {
    const read: (readonly string[])[] = [];
    const shown: string[] = [];
    const store = doubleOf<ResultStore>({
      prepare: () => undefined,
      readRange: (_, { days }) => {
        read.push(days.map(({ day }) => day));
        return Promise.resolve(
          days.length > 2 || days.at(-1)?.day === tooLarge
            ? { tooLarge }
            : newResult('range', { dataset: found.dataset, parameters: {} }, 'mine', ''),
        );
      },
    });
    const ranges = new OpenRanges(
      store,
      ({ id }) => Promise.resolve(void shown.push(id)),
      () => '/storage/copy',
    );
    const text = `These 3 delivery days need more memory than the "marketData.maxResultMegabytes" setting allows. ${words}`;
    await expect(ranges.headless({ target: 'data' }, unaborted)).rejects.toThrow(text);
    read.pop();
    editor.press(button);
    expect(await ranges.prompt(thereAt('/data'))).toBeUndefined();
    await vi.waitFor(() => expect(shown).toEqual(['range']));
    expect(read).toEqual([['2026-03-28', '2026-03-29', '2026-03-30'], fitting]);
    expect(editor.messages).toMatchObject([{ kind: 'error', text, buttons: [button, 'Open Settings'] }]);
  },
);
