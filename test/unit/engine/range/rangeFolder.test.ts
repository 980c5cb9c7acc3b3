import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { localPlace, type Place } from '../../../../src/disk/place';
import { placeOf } from '../../../../src/editor/shell/placeOf';
import { RangeFolder } from '../../../../src/engine/range/rangeFolder';
import { settledDay, type DayEntry } from '../../../../src/range/dayState';
import { manifestText, readManifest } from '../../../../src/range/manifest';
import { RequestPace } from '../../../../src/range/requestPace';
import { runRange, type FetchedDay, type RangeOutcome } from '../../../../src/range/rangeRun';
import type { OutcomeKind } from '../../../../src/request/outcome';
import { propertyRuns } from '../../propertyRuns';
import { placeWith } from '../../disk/placeWith';
import { MemoryDisk } from '../../editor/fakeVscode/disk';
import { editor } from '../../editor/fakeVscode/editor';

/** What happens to the operations that change something on disk, counted from 1. */
const disk = {
  steps: 0,
  /** The process is killed before this operation: it changes nothing, and nothing comes after it. */
  killedAt: Infinity,
  /** Before this operation, and no other one, the disk is full. */
  fullAt: Infinity,
  /** Files with names like this can't be deleted. */
  undeletable: /^$/,
  /** So many times, a virus scanner has the manifest open when it's to be replaced. */
  busyManifests: 0,
};

/** A place whose changes are counted. A file is written in two steps. */
const counted = (real: Place, rename: (from: Place, to: Place) => Promise<void>): Place =>
  placeWith(real, (place) => {
    const write = async (bytes: Uint8Array) => {
      await step(() => place.write(bytes.subarray(0, bytes.length / 2)));
      await step(() => place.write(bytes));
    };
    return {
      write,
      copyFrom: async (path) => write(await readFile(path)),
      renameTo: (other) => rename(place, other),
      remove: () =>
        disk.undeletable.test(place.address)
          ? Promise.reject(new Error(`EBUSY: ${place.address}`))
          : step(() => place.remove(), { needsRoom: false }),
      makeFolder: () => step(() => place.makeFolder()),
    };
  });

/** On this machine, a file is replaced in a single step. */
const here = (path: string) =>
  counted(localPlace(path), (from, to) =>
    step(async () => {
      if (to.name.endsWith('.manifest.json') && (disk.busyManifests -= 1) >= 0) {
        throw Object.assign(new Error(`EBUSY: resource busy or locked, rename '${to.address}'`), {
          code: 'EBUSY',
        });
      }
      await from.renameTo(to, true);
    }),
  );

/** In a file system that only the editor reaches, the replaced file is deleted first. */
const elsewhere = (path: string) =>
  counted(placeOf(Uri.from({ scheme: 'vscode-remote', authority: 'there', path })), async (from, to) => {
    await to.remove().catch(() => undefined);
    await step(() => from.renameTo(to, true));
  });

async function step<Value>(work: () => PromiseLike<Value>, { needsRoom = true } = {}): Promise<Value> {
  disk.steps += 1;
  if (disk.steps >= disk.killedAt) throw new Error('killed');
  if (needsRoom && disk.steps === disk.fullAt)
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  return work();
}

/** Hours after every file was written, so that none of them can still be in use. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(disk, { busyManifests: 0, undeletable: /^$/ });
});

const newFolder = () => mkdtempSync(join(tmpdir(), 'range-'));
const dayNames = (count: number) =>
  Array.from({ length: count }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')}`);
const rowsOf = (day: string) => Number(day.slice(-2)) * 3;
const textOf = (day: string) => `{"day":"${day}"}\n`.repeat(rowsOf(day));

const asked = {
  dataset: 'dayahead-prices',
  parameters: { deliveryarea: 'NO1' },
  format: 'ndjson',
  connection: 'mine',
  addresses: 'a',
} as const;

const requestedAt = '2026-02-01T00:00:00Z';
const entryOf = (day: string): DayEntry => ({
  outcome: 'success',
  state: 'fetched',
  rows: rowsOf(day),
  placed: rowsOf(day),
  bytes: textOf(day).length,
  sha256: createHash('sha256').update(textOf(day)).digest('hex'),
  requestedAt,
  integrity: [],
});
const failedEntry: DayEntry = {
  ...{ outcome: 'timeout', state: 'failed', requestedAt, integrity: [] },
  ...{ rows: 0, placed: 0, bytes: 0, sha256: '' },
};

/** As the thread does it: in two steps, and nothing is left of a file that isn't taken. */
async function takeNew(folder: RangeFolder, day: string, elsewherePath: string): Promise<void> {
  const file = await folder.newFile(() => elsewherePath);
  const text = textOf(day);
  try {
    await step(() => writeFile(file, text.slice(0, text.length / 2)));
    await step(() => writeFile(file, text));
    await folder.take(day, file, ['day']);
  } finally {
    await step(() => rm(file, { force: true }), { needsRoom: false }).catch(() => undefined);
  }
}

/**
 * Fetches days into the folder. `outcomes` are those of the service's next responses; all later ones have
 * data.
 */
async function run(
  path: string,
  days: readonly string[],
  outcomes: OutcomeKind[] = [],
  placeAt = here,
): Promise<RangeOutcome> {
  const folder = await RangeFolder.open(placeAt(join(path, 'target')), asked);
  try {
    return await runRange(
      days.map((day) => ({ day, requests: [] })),
      {
        held: (day) => folder.held(day),
        isAvailable: () => true,
        async fetch({ day }, held): Promise<FetchedDay> {
          const outcome = outcomes.shift() ?? 'success';
          const context = { held, isDue: true, record: 'timeSeries' } as const;
          const rest = { outcome, requestedAt, withoutData: 0, tookMs: 1, retryAfterSeconds: 0 };
          if (outcome !== 'success') {
            const settled = settledDay({ ...rest, responses: [], file: null }, context);
            return { ...rest, settled, rows: 0 };
          }
          const { rows, bytes, sha256 } = entryOf(day);
          const placement = { placed: rows, strays: 0, unreadable: 0 };
          const responses = [{ isWhole: true, rows, findings: [] }];
          const file = { rows, bytes, sha256, placement };
          const settled = settledDay({ ...rest, responses, file }, context);
          await takeNew(folder, day, join(path, day));
          return { ...rest, settled, rows };
        },
        note(day, entry) {
          folder.note(day, entry);
          return Promise.resolve();
        },
      },
      new RequestPace(),
      new AbortController().signal,
    );
  } finally {
    await folder.flush();
  }
}

/**
 * The run until it's killed before the operation with this number, or to its end. Resolves with whether it
 * was killed.
 */
async function killed(at: number, ...given: Parameters<typeof run>): Promise<boolean> {
  Object.assign(disk, { steps: 0, killedAt: at });
  await run(...given).catch(() => undefined);
  const wasKilled = disk.steps >= at;
  Object.assign(disk, { steps: 0, killedAt: Infinity, fullAt: Infinity });
  return wasKilled;
}

/** All files below the target and those next to it that belong to it, with their texts. */
function filesIn(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1))
    .filter((name) => /^(_target\.|target[\\/])/.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

/** Where the manifest of the target is. */
const manifestPath = (path: string) => join(path, '_target.manifest.json');
const daysIn = (path: string) =>
  (JSON.parse(readFileSync(manifestPath(path), 'utf8')) as { days: Record<string, DayEntry> }).days;

async function undisturbed(days: readonly string[]): Promise<Record<string, string>> {
  const path = newFolder();
  await run(path, days);
  return filesIn(path);
}

describe("a manifest that can't be replaced for a moment", () => {
  it('has all days in the end, so that none of them is fetched again', async () => {
    const days = dayNames(12);
    const path = newFolder();
    disk.busyManifests = 1;
    expect(await run(path, days)).toMatchObject({ fetched: 12, failed: 0 });
    expect(filesIn(path)).toEqual(await undisturbed(days));
    expect(await run(path, days)).toMatchObject({ fetched: 0, kept: 12 });
  });

  it('at the end of a run is a failure told in words, without its path', async () => {
    const path = newFolder();
    disk.busyManifests = Infinity;
    await expect(run(path, dayNames(2))).rejects.toThrow(
      /^Couldn't write _target\.manifest\.json \(EBUSY\)\.$/,
    );
    disk.busyManifests = 0;
    const left = readdirSync(path, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(await run(path, dayNames(2))).toMatchObject({ fetched: 2 });
  });
});

describe('a folder as earlier versions wrote it', () => {
  /** Two days and their manifest, without states and inside the folder. */
  function formerFolder(): string {
    const path = newFolder();
    const target = join(path, 'target');
    const days: Record<string, object> = {};
    for (const day of dayNames(2)) {
      const { outcome, rows, bytes, sha256, integrity } = entryOf(day);
      mkdirSync(join(target, `day=${day}`), { recursive: true });
      writeFileSync(join(target, `day=${day}`, 'part-0.ndjson'), textOf(day));
      days[day] = { outcome, rows, bytes, sha256, requestedAt, integrity };
    }
    writeFileSync(join(target, '_manifest.json'), JSON.stringify({ version: 1, ...asked, days }));
    return path;
  }

  it('is continued, and its manifest moves out of what programs read', async () => {
    const path = formerFolder();
    expect(await run(path, dayNames(3))).toMatchObject({ kept: 2, fetched: 1 });
    expect(filesIn(path)).toEqual(await undisturbed(dayNames(3)));
  });

  it('loses no day if the process ends while its manifest moves', async () => {
    const expected = await undisturbed(dayNames(3));
    for (let at = 1, wasKilled = true; wasKilled; at += 1) {
      const path = formerFolder();
      wasKilled = await killed(at, path, dayNames(3));
      const { kept, fetched } = await run(path, dayNames(3));
      expect({ at, days: kept + fetched, isKept: kept >= 2 }).toEqual({ at, days: 3, isKept: true });
      expect(filesIn(path)).toEqual(expected);
    }
  });
});

it('a folder that a person deleted can be fetched with another query, although its manifest is left', async () => {
  const path = newFolder();
  await run(path, dayNames(1));
  rmSync(join(path, 'target'), { recursive: true });
  const other = { ...asked, parameters: { deliveryarea: 'FI' } };
  const folder = await RangeFolder.open(here(join(path, 'target')), other);
  await folder.flush();
  expect(daysIn(path)).toEqual({});
  // What belongs to days that are there stays.
  await expect(run(path, dayNames(1))).rejects.toThrow(/a different query \(deliveryarea: FI\)/);
});

it('days that several tasks noted, each in its own part of the manifest, are all known', async () => {
  const path = newFolder();
  const [first = '', second = ''] = dayNames(2);
  await run(path, [first, second]);
  const whole = readManifest(readFileSync(manifestPath(path), 'utf8'), '');
  const only = (day: string) => ({ ...whole, days: { [day]: entryOf(day) } });
  writeFileSync(manifestPath(path), manifestText(only(first)));
  writeFileSync(join(path, '_target.manifest.part-7.json'), manifestText(only(second)));
  expect(await run(path, [first, second])).toMatchObject({ kept: 2, fetched: 0 });
});

it('a file that another window is writing is left to it', async () => {
  vi.setSystemTime(Date.now() - 2 * 3_600_000);
  const path = newFolder();
  const partial = join(path, '_target.x.partial');
  writeFileSync(partial, '');
  await run(path, dayNames(1));
  expect(existsSync(partial)).toBe(true);
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  await run(path, dayNames(1));
  expect(existsSync(partial)).toBe(false);
});

it('what an earlier run was writing is no obstacle if it is in use', async () => {
  const path = newFolder();
  const left = ['.part-0.ndjson.x.partial', 'day=2026-01-01/.part-0.ndjson.y.partial'];
  mkdirSync(join(path, 'target', 'day=2026-01-01'), { recursive: true });
  for (const name of left) writeFileSync(join(path, 'target', name), '');
  disk.undeletable = /[xy]\.partial$/;
  expect(await run(path, dayNames(2))).toMatchObject({ fetched: 2, failed: 0 });
});

describe('a range folder that changes while days are fetched', () => {
  const [day = ''] = dayNames(1);
  /** A range folder, and the file of a day that was fetched for it. */
  async function opened(placeAt = here) {
    const path = newFolder();
    const target = join(path, 'target');
    const folder = await RangeFolder.open(placeAt(target), asked);
    const fetched = await folder.newFile(() => join(path, 'fetched.ndjson'));
    writeFileSync(fetched, textOf(day));
    return { path, target, folder, fetched };
  }

  it('is not created again after a person moved it, and the run says so', async () => {
    const { path, target, folder, fetched } = await opened();
    await folder.take(day, fetched, []);
    folder.note(day, entryOf(day));
    await folder.flush();
    renameSync(target, join(path, 'moved'));
    const words = 'The folder "target" was moved, deleted, or replaced while days were being fetched.';
    await expect(folder.take('2026-01-02', fetched, [])).rejects.toThrow(words);
    folder.note('2026-01-02', entryOf('2026-01-02'));
    await expect(folder.flush()).rejects.toThrow(words);
    expect(existsSync(target)).toBe(false);
  });

  it.skipIf(process.platform === 'win32').each([
    ['on this machine', here],
    ['elsewhere', elsewhere],
  ])('is not left through a link in place of a day, %s', async (_, placeAt) => {
    const { path, target, folder, fetched } = await opened(placeAt);
    const outside = join(path, 'outside');
    mkdirSync(outside);
    for (const name of ['part-0.ndjson', '.mine.partial']) writeFileSync(join(outside, name), textOf(day));
    symlinkSync(outside, join(target, `day=${day}`));
    folder.note(day, entryOf(day));
    expect(await folder.held(day)).toBeUndefined();
    writeFileSync(fetched, 'new');
    await expect(folder.take(day, fetched, [])).rejects.toThrow(/ is a symbolic link\.$/);
    expect(readdirSync(outside).sort()).toEqual(['.mine.partial', 'part-0.ndjson']);
    expect(readFileSync(join(outside, 'part-0.ndjson'), 'utf8')).toBe(textOf(day));
  });

  it.skipIf(process.platform === 'win32')('is not left through a link in its own place', async () => {
    const { path, target, folder, fetched } = await opened();
    mkdirSync(join(path, 'elsewhere'));
    renameSync(target, join(path, 'before'));
    symlinkSync(join(path, 'elsewhere'), target);
    await expect(folder.take(day, fetched, [])).rejects.toThrow(/was moved, deleted, or replaced/);
    folder.note(day, entryOf(day));
    await expect(folder.flush()).rejects.toThrow(/was moved, deleted, or replaced/);
    expect(readdirSync(join(path, 'elsewhere'))).toEqual([]);
  });

  it('has no new day after a person moved everything, and the run says so', async () => {
    const { path, folder } = await opened();
    renameSync(path, `${path}-moved`);
    await expect(takeNew(folder, day, join(path, day))).rejects.toThrow(
      'The folder "target" was moved, deleted, or replaced while days were being fetched.',
    );
    expect(existsSync(path)).toBe(false);
  });

  it('keeps the days that another window adds to the manifest', async () => {
    const { path, target, folder } = await opened();
    const [first = '', second = '', third = ''] = dayNames(3);
    folder.note(first, entryOf(first));
    await folder.flush();
    const other = await RangeFolder.open(here(target), asked);
    other.note(second, entryOf(second));
    other.note(third, entryOf(third));
    await other.flush();
    folder.note(third, failedEntry);
    await folder.flush();
    expect(daysIn(path)).toMatchObject(
      Object.fromEntries([first, second, third].map((each) => [each, { outcome: 'success' }])),
    );
  });

  it('is left alone as soon as its manifest is that of a different query', async () => {
    const { path, folder, target } = await opened();
    const other = await RangeFolder.open(here(target), { ...asked, parameters: { deliveryarea: 'FI' } });
    await other.flush();
    folder.note(day, entryOf(day));
    await expect(folder.flush()).rejects.toThrow(
      'The folder already contains data from a different query (deliveryarea: FI). Choose another folder.',
    );
    const { parameters } = JSON.parse(readFileSync(manifestPath(path), 'utf8')) as {
      parameters: object;
    };
    expect(parameters).toEqual({ deliveryarea: 'FI' });
  });
});

it('a day is renamed to its path on this machine, and copied into a file system elsewhere', async () => {
  const [day = ''] = dayNames(1);
  const path = newFolder();
  const beside = await RangeFolder.open(here(join(path, 'target')), asked);
  const unfinished = await beside.newFile(() => 'elsewhere');
  expect(unfinished.slice(path.length + 1)).toMatch(/^_target\..+\.partial$/);
  writeFileSync(unfinished, textOf(day));
  await beside.take(day, unfinished, []);
  expect(filesIn(path)).toEqual({ [`target/day=${day}/part-0.ndjson`]: textOf(day) });

  // It has no empty folders, so a folder that isn't there wasn't moved.
  const memory = (editor.disk = new MemoryDisk());
  const remote = Uri.from({ scheme: 'vscode-remote', authority: 'there', path: '/data/target' });
  const folder = await RangeFolder.open(placeOf(remote), asked);
  const file = await folder.newFile(() => '/storage/day');
  expect(file).toBe('/storage/day');
  memory.files.set(file, textOf(day));
  await folder.take(day, file, []);
  folder.note(day, entryOf(day));
  await folder.flush();
  expect(memory.texts.map(([name]) => name)).toEqual([
    '/storage/day',
    `/data/target/day=${day}/part-0.ndjson`,
    '/data/_target.manifest.json',
  ]);
  expect(await folder.held(day)).toEqual(entryOf(day));
});

describe('a range run that is killed', () => {
  it.each([
    ['on this machine', here],
    ['elsewhere', elsewhere],
  ])(
    'before any change on disk continues where it was, with the same bytes in the end: %s',
    async (_, at) => {
      const days = dayNames(3);
      const expected = await undisturbed(days);
      expect(Object.keys(expected)).toHaveLength(4);
      let step = 1;
      for (let wasKilled = true; wasKilled; step += 1) {
        const path = newFolder();
        wasKilled = await killed(step, path, days, [], at);
        const { fetched, kept, rows } = await run(path, days, [], at);
        expect({ step, days: fetched + kept, rows }).toEqual({ step, days: 3, rows: 18 });
        expect(filesIn(path)).toEqual(expected);
      }
      expect(step).toBeGreaterThan(20);
    },
  );

  it('while it fetches days again keeps all other days', async () => {
    const days = dayNames(4);
    const expected = await undisturbed(days);
    for (let at = 1, wasKilled = true; wasKilled; at += 1) {
      const path = newFolder();
      await run(path, days);
      writeFileSync(join(path, 'target', 'day=2026-01-03', 'part-0.ndjson'), 'changed');
      wasKilled = await killed(at, path, days);
      const { fetched, kept } = await run(path, days);
      expect(fetched).toBeLessThanOrEqual(1);
      expect(fetched + kept).toBe(4);
      expect(filesIn(path)).toEqual(expected);
    }
  });

  it('50 times, with a service that fails and a disk that is sometimes full, loses and duplicates nothing', async () => {
    const outcome = fc.constantFrom<OutcomeKind>(
      'tooManyRequests',
      'unreachable',
      'unexpectedError',
      'timeout',
    );
    const end = fc.record({
      at: fc.integer({ min: 1, max: 40 }),
      fullAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: Infinity }),
      outcomes: fc.array(fc.oneof(outcome, fc.constant<OutcomeKind>('success')), { maxLength: 8 }),
    });
    const days = dayNames(12);
    const expected = await undisturbed(days);
    await fc.assert(
      fc.asyncProperty(fc.array(end, { minLength: 50, maxLength: 50 }), async (ends) => {
        const path = newFolder();
        for (const { at, fullAt, outcomes } of ends) {
          disk.fullAt = fullAt;
          await killed(at, path, days, [...outcomes]);
        }
        const { fetched, kept, failed, rows } = await run(path, days);
        expect({ days: fetched + kept, failed, rows }).toEqual({ days: 12, failed: 0, rows: 234 });
        expect(filesIn(path)).toEqual(expected);
      }),
      { numRuns: propertyRuns(5) },
    );
  });
});
