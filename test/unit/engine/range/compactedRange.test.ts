import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localPlace, type Place } from '../../../../src/disk/place';
import { compactedRange } from '../../../../src/engine/range/compactedRange';
import { filesOf, filesToRead, knownDays, onlyRangeIn } from '../../../../src/engine/range/foundRange';
import { monthOf } from '../../../../src/engine/range/monthOf';
import { RangeFolder, type MonthWriter } from '../../../../src/engine/range/rangeFolder';
import { verifiedRange } from '../../../../src/engine/range/verifiedRange';
import { requireDataset } from '../../../../src/market/datasets/datasets';
import type { DayEntry } from '../../../../src/range/dayState';
import { readManifest, type Manifest } from '../../../../src/range/manifest';
import { writeMonthFile } from '../../../../src/results/thread/range/monthFile';
import { placeWith } from '../../disk/placeWith';

const signal = new AbortController().signal;
const dataset = requireDataset('dayahead-prices');
const asked = {
  dataset: dataset.id,
  parameters: { deliveryarea: 'NO1' },
  format: 'ndjson',
  connection: 'mine',
  addresses: 'a',
} as const;

/** Hours after every file was written, so that none of them can still be in use. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The operations on disk, counted from 1. Before that with the number `killedAt`, the process ends. */
const disk = { steps: 0, killedAt: Infinity };

const step = <Value>(work: () => Promise<Value>): Promise<Value> => {
  disk.steps += 1;
  return disk.steps >= disk.killedAt ? Promise.reject(new Error('killed')) : work();
};

const here = (path: string): Place =>
  placeWith(localPlace(path), (place) => ({
    write: (bytes) => step(() => localPlace(place.address).write(bytes)),
    copyTo: (other) => step(() => localPlace(place.address).copyTo(other)),
    renameTo: (other, replaces) => step(() => localPlace(place.address).renameTo(other, replaces)),
    remove: () => step(() => localPlace(place.address).remove()),
    // A folder isn't removed at once.
    removeFolder: () =>
      step(async () => {
        for (const name of readdirSync(place.address)) {
          await step(() => rm(join(place.address, name), { recursive: true }));
        }
        rmSync(place.address, { recursive: true });
      }),
    makeFolder: () => step(() => localPlace(place.address).makeFolder()),
  }));

const writeMonth: MonthWriter = (question) =>
  step(async () => {
    const rest = monthOf(asked, dataset, '1.0.0');
    const options = { signal, onProgress: () => undefined };
    const written = await writeMonthFile({ ...question, ...rest, maxTableBytes: 1e9 }, options);
    if ('tooLarge' in written) throw new Error(written.tooLarge);
    return written;
  });

const valueAt = (day: string, hour: number) => `${Number(day.slice(8))}.${hour}0`;

/** The rows of a day. Those of March have a further column. */
const linesOf = (day: string, version = 0): string =>
  [10, 11, 12]
    .map((hour) => {
      const times = `"startTime":"${day}T${hour}:00:00.000Z","endTime":"${day}T${hour + 1}:00:00.000Z"`;
      const more = day.startsWith('2026-03') ? `,"quality":"q${version}"` : '';
      return `{${times},"value":${valueAt(day, hour + version)}${more}}\n`;
    })
    .join('');

const entryOf = (text: string): DayEntry => ({
  outcome: 'success',
  state: 'fetched',
  rows: 3,
  placed: 3,
  bytes: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
  requestedAt: '2026-04-01T00:00:00Z',
  integrity: [],
});

/** Fetches days as a run does. In a compact folder, their files have the column for the day. */
async function fetchDays(target: string, days: readonly string[], version = 0): Promise<void> {
  const folder = await RangeFolder.open(here(target), asked);
  for (const day of days) {
    const file = await folder.newFile(() => '');
    const lines = linesOf(day, version);
    const text = folder.isCompact ? lines.replaceAll('}\n', `,"deliveryDay":"${day}"}\n`) : lines;
    writeFileSync(file, text);
    const columns = [...new Set([...folder.manifest.columns, 'startTime', 'endTime', 'value'])];
    const more = day.startsWith('2026-03') && !columns.includes('quality') ? ['quality'] : [];
    const entry = entryOf(text);
    try {
      await folder.take(day, file, [...columns, ...more], entry, writeMonth);
    } finally {
      rmSync(file, { force: true });
    }
    folder.note(day, entry);
  }
  await folder.flush();
}

const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-04'];

/** A folder with the days, and the path of its range. */
async function fetched(of: readonly string[] = days): Promise<string> {
  const target = join(mkdtempSync(join(tmpdir(), 'compact-')), dataset.id);
  await fetchDays(target, of);
  return target;
}

const found = (target: string, place = localPlace) => onlyRangeIn(place(target), target);
const compact = async (target: string) => compactedRange(await found(target, here), writeMonth, signal);

type Row = Record<string, unknown>;

/** The rows that programs see: those of all files in the folder, by their day. */
function rowsSeen(target: string): Record<string, unknown[]> {
  const rows: Record<string, unknown[]> = {};
  for (const path of filesIn(target)) {
    for (const line of readFileSync(join(target, path), 'utf8').split('\n').filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const { deliveryDay = /day=([^/]*)/.exec(path)?.[1] } = row;
      if (typeof deliveryDay !== 'string') throw new Error(path);
      (rows[deliveryDay] ??= []).push(row.value);
    }
  }
  return rows;
}

const filesIn = (target: string): string[] =>
  readdirSync(target, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ndjson'))
    .sort();

const expectedRows = (of: readonly string[], version = 0) =>
  Object.fromEntries(
    of.map((day) => [day, [10, 11, 12].map((hour) => Number(valueAt(day, hour + version)))]),
  );

const manifestOf = (target: string): Manifest =>
  readManifest(readFileSync(join(target, '..', `_${dataset.id}.manifest.json`), 'utf8'), '');

const allGood = (count: number) => ({ days: count, good: count, missing: [], changed: [] });

describe('a compact range', () => {
  it('has one file a month, in which all rows have the same columns and their day', async () => {
    const target = await fetched();
    expect(await compact(target)).toEqual(allGood(5));
    expect(filesIn(target)).toEqual(['month=2026-02/part-0.ndjson', 'month=2026-03/part-0.ndjson']);
    expect(rowsSeen(target)).toEqual(expectedRows(days));
    for (const path of filesIn(target)) {
      const [line = ''] = readFileSync(join(target, path), 'utf8').split('\n');
      const names = Object.keys(JSON.parse(line) as Row);
      expect(names.slice(0, 3)).toEqual(['startTime', 'endTime', 'value']);
      expect(names).toContain('quality');
      expect(names.at(-2)).toBe('deliveryDay');
    }
    // What was written ends in the same digits.
    expect(readFileSync(join(target, 'month=2026-02/part-0.ndjson'), 'utf8')).toContain('"value":27.100,');
    expect(readdirSync(join(target, '..')).sort()).toEqual([`_${dataset.id}.manifest.json`, dataset.id]);
  });

  it('stays as it is if it is compacted again', async () => {
    const target = await fetched();
    await compact(target);
    const { steps } = disk;
    expect(await compact(target)).toEqual(allGood(5));
    expect(disk.steps).toBe(steps);
  });

  it('takes days that are fetched later, each in a file of its own, until it is compacted again', async () => {
    const target = await fetched();
    await compact(target);
    await fetchDays(target, ['2026-03-03', '2026-04-01']);
    expect(filesIn(target)).toEqual([
      'month=2026-02/part-0.ndjson',
      'month=2026-03/part-0.ndjson',
      'month=2026-03/part-03.ndjson',
      'month=2026-04/part-01.ndjson',
    ]);
    const all = [...days, '2026-03-03', '2026-04-01'].sort();
    expect(rowsSeen(target)).toEqual(expectedRows(all));
    expect(await verifiedRange(await found(target), signal)).toEqual(allGood(7));
    expect(await compact(target)).toEqual(allGood(7));
    expect(filesIn(target)).toHaveLength(3);
    expect(rowsSeen(target)).toEqual(expectedRows(all));
    const march = readFileSync(join(target, 'month=2026-03/part-0.ndjson'), 'utf8');
    expect(march.match(/"deliveryDay":"[^"]*"/g)?.join()).toMatch(/-01.*-02.*-03.*-04/);
  });

  it('gets the new rows of a day that is fetched again in place of the earlier ones', async () => {
    const target = await fetched();
    await compact(target);
    await fetchDays(target, ['2026-03-02'], 1);
    await fetchDays(target, ['2026-03-03']);
    await fetchDays(target, ['2026-03-03'], 1);
    expect(filesIn(target)).toHaveLength(3);
    expect(rowsSeen(target)).toEqual({
      ...expectedRows(days),
      ...expectedRows(['2026-03-02', '2026-03-03'], 1),
    });
    expect(await verifiedRange(await found(target), signal)).toEqual(allGood(6));
    const folder = await RangeFolder.open(localPlace(target), asked);
    for (const day of [...days, '2026-03-03']) expect(await folder.held(day)).toBeDefined();
  });

  it('is read in the order of the days, each row once', async () => {
    const target = await fetched();
    await compact(target);
    await fetchDays(target, ['2026-03-03']);
    const range = await found(target);
    const toRead = filesToRead(range, await filesOf(range, knownDays(range).slice(1), signal));
    expect(toRead.map(({ files, only }) => [files.map(({ name }) => name).join(), only])).toEqual([
      ['part-0.ndjson', ['2026-02-28']],
      ['part-0.ndjson', ['2026-03-01', '2026-03-02']],
      ['part-03.ndjson', ['2026-03-03']],
      ['part-0.ndjson', ['2026-03-04']],
    ]);
  });

  it('names the days of a file that is missing or has changed', async () => {
    const target = await fetched();
    await compact(target);
    rmSync(join(target, 'month=2026-02'), { recursive: true });
    writeFileSync(join(target, 'month=2026-03/part-0.ndjson'), '{}\n');
    const expected = {
      days: 5,
      good: 0,
      missing: ['2026-02-27', '2026-02-28'],
      changed: ['2026-03-01', '2026-03-02', '2026-03-04'],
    };
    expect(await verifiedRange(await found(target), signal)).toEqual(expected);
    // Nothing is compacted on top of that.
    expect(await compact(target)).toEqual(expected);
    await expect(fetchDays(target, ['2026-03-01'])).rejects.toThrow(
      'The file month=2026-03/part-0.ndjson was changed. Delete it to fetch its days again.',
    );
    rmSync(join(target, 'month=2026-03/part-0.ndjson'));
    await fetchDays(target, days);
    expect(rowsSeen(target)).toEqual(expectedRows(days));
    expect(await verifiedRange(await found(target), signal)).toEqual(allGood(5));
  });
});

describe('a range that is not compacted', () => {
  it('has a file that would be lost, or one that changes meanwhile', async () => {
    vi.useRealTimers();
    const target = await fetched();
    const before = rowsSeen(target);
    writeFileSync(join(target, 'notes.txt'), 'mine');
    await expect(compact(target)).rejects.toThrow(/^notes\.txt isn't in the manifest of the range\./);
    rmSync(join(target, 'notes.txt'));
    mkdirSync(join(target, 'day=2026-05-01'));
    writeFileSync(join(target, 'day=2026-05-01', 'part-0.ndjson'), linesOf('2026-05-01'));
    await expect(compact(target)).rejects.toThrow(/^day=2026-05-01\/part-0\.ndjson isn't in the manifest/);
    rmSync(join(target, 'day=2026-05-01'), { recursive: true });
    const range = await found(target, here);
    const meanwhile: MonthWriter = async (question) => {
      await fetchDays(target, ['2026-03-03']);
      return writeMonth(question);
    };
    await expect(compactedRange(range, meanwhile, signal)).rejects.toThrow(/was changed while/);
    expect(rowsSeen(target)).toEqual({ ...before, ...expectedRows(['2026-03-03']) });
    expect(readdirSync(join(target, '..')).sort()).toEqual([`_${dataset.id}.manifest.json`, dataset.id]);
  });

  it('is compacted while a run fetches days: the run ends, and the next one continues', async () => {
    const target = await fetched();
    const folder = await RangeFolder.open(localPlace(target), asked);
    const file = await folder.newFile(() => '');
    writeFileSync(file, linesOf('2026-03-03'));
    await compact(target);
    await expect(
      folder.take('2026-03-03', file, [], entryOf(linesOf('2026-03-03')), writeMonth),
    ).rejects.toThrow(/was moved, deleted, or replaced while days were being fetched/);
    expect(rowsSeen(target)).toEqual(expectedRows(days));
  });
});

describe('a process that is killed', () => {
  /** Works on a copy until it's killed before each operation in turn, and calls `check` each time. */
  async function killedEverywhere(
    prepare: () => Promise<string>,
    work: (target: string) => Promise<unknown>,
    check: (target: string, at: number) => Promise<void>,
  ): Promise<number> {
    for (let at = 1; ; at += 1) {
      Object.assign(disk, { steps: 0, killedAt: Infinity });
      const target = await prepare();
      Object.assign(disk, { steps: 0, killedAt: at });
      await work(target).catch(() => undefined);
      const wasKilled = disk.steps >= at;
      Object.assign(disk, { steps: 0, killedAt: Infinity });
      await check(target, at);
      if (!wasKilled) return at;
    }
  }

  it('while it compacts leaves whole days or whole months, never both, and the next one goes on', async () => {
    const steps = await killedEverywhere(fetched, compact, async (target, at) => {
      // A program sees everything, unless the process was killed between the two renames.
      if (existsSync(target))
        expect({ at, rows: rowsSeen(target) }).toEqual({ at, rows: expectedRows(days) });
      const verification = await verifiedRange(await found(target), signal);
      expect({ at, ...verification }).toEqual({ at, ...allGood(5) });
      expect(rowsSeen(target)).toEqual(expectedRows(days));
      const folder = await RangeFolder.open(localPlace(target), asked);
      for (const day of days) expect(await folder.held(day)).toBeDefined();
      expect(await compact(target)).toEqual(allGood(5));
      expect(filesIn(target)).toHaveLength(2);
      expect(rowsSeen(target)).toEqual(expectedRows(days));
      await RangeFolder.open(localPlace(target), asked);
      expect(readdirSync(join(target, '..')).sort()).toEqual([`_${dataset.id}.manifest.json`, dataset.id]);
    });
    expect(steps).toBeGreaterThan(10);
  });

  it('while it compacts again, too', async () => {
    const prepare = async () => {
      const target = await fetched();
      await compact(target);
      await fetchDays(target, ['2026-03-03']);
      return target;
    };
    const all = [...days, '2026-03-03'];
    await killedEverywhere(prepare, compact, async (target, at) => {
      expect({ at, ...(await verifiedRange(await found(target), signal)) }).toEqual({ at, ...allGood(6) });
      expect(rowsSeen(target)).toEqual(expectedRows(all));
      expect(await compact(target)).toEqual(allGood(6));
      expect(rowsSeen(target)).toEqual(expectedRows(all));
    });
  });

  it('while a day is fetched again leaves the earlier or the new rows, and knows which', async () => {
    const prepare = async () => {
      const target = await fetched();
      await compact(target);
      return target;
    };
    const day = '2026-03-02';
    const refetch = (target: string) => fetchDays(target, [day], 1);
    await killedEverywhere(prepare, refetch, async (target, at) => {
      const { [day]: rows, ...others } = rowsSeen(target);
      const { [day]: earlier, ...rest } = expectedRows(days);
      expect({ at, others }).toEqual({ at, others: rest });
      const isNew = String(rows) === String(expectedRows([day], 1)[day]);
      if (!isNew) expect(rows).toEqual(earlier);
      const folder = await RangeFolder.open(localPlace(target), asked);
      const held = await folder.held(day);
      const entry = manifestOf(target).days[day];
      // If the manifest is ahead of the file, the day is asked for once more.
      const isAhead = !isNew && entry?.sha256 !== undefined && held === undefined;
      expect({ at, isKnown: held !== undefined || isAhead }).toEqual({ at, isKnown: true });
      for (const other of days) if (other !== day) expect(await folder.held(other)).toBeDefined();
      await refetch(target);
      expect(rowsSeen(target)).toEqual({ ...rest, ...expectedRows([day], 1) });
      expect(await verifiedRange(await found(target), signal)).toEqual(allGood(5));
    });
  });
});
