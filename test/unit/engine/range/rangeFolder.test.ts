import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { localPlace, type Place } from '#src/disk/place';
import { thisProcess } from '#src/disk/sessionLock';
import { placeOf } from '#src/editor/shell/placeOf';
import { fetchRange } from '#src/engine/range/fetchRange';
import { manifestIn } from '#src/engine/range/rangeNotes';
import type { QueryRuns } from '#src/engine/query/queryRuns';
import { findDataset } from '#src/market/datasets/datasets';
import { addDays } from '#src/market/time/deliveryDay';
import type { DayEntry } from '#src/range/dayState';
import type { RangeWishes } from '#src/range/requestedDays';
import { runNotesName } from '#src/range/folderFiles';
import { rangeDays } from '#src/range/rangeDays';
import { RangeReport } from '#src/range/rangeReport';
import type { RangeSummary } from '#src/range/rangeRun';
import { RequestPace } from '#src/range/requestPace';
import type { OutcomeKind } from '#src/request/outcome';
import { newResult } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { placeWith } from '../../disk/placeWith';
import { doubleOf } from '../../doubleOf';
import { ownConnection } from '../../editor/ownConnection';
import { propertyRuns } from '../../propertyRuns';

/** What happens to the operations that change something on disk, counted from 1. */
const disk = {
  steps: 0,
  /** The process is killed before this operation: it changes nothing, and nothing comes after it. */
  killedAt: Infinity,
  /** Before this operation, and no other one, the disk is full. */
  fullAt: Infinity,
  /** So many times, a virus scanner has the manifest open when it's to be replaced. */
  busyManifests: 0,
};
afterEach(() => {
  Object.assign(disk, { steps: 0, killedAt: Infinity, fullAt: Infinity, busyManifests: 0 });
});

async function step<Value>(work: () => PromiseLike<Value>, { needsRoom = true } = {}): Promise<Value> {
  disk.steps += 1;
  if (disk.steps >= disk.killedAt) throw new Error('killed');
  if (needsRoom && disk.steps === disk.fullAt)
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  return work();
}

/** A place whose changes are counted. A file is written in two steps. */
const counted = (real: Place, rename: (from: Place, to: Place, replaces: boolean) => Promise<void>): Place =>
  placeWith(real, (place) => {
    const write = async (bytes: Uint8Array) => {
      await step(() => place.write(bytes.subarray(0, bytes.length / 2)));
      await step(() => place.write(bytes));
    };
    return {
      write,
      async append(bytes) {
        await step(() => place.append(bytes.subarray(0, bytes.length / 2)));
        await step(() => place.append(bytes.subarray(bytes.length / 2)));
      },
      copyFrom: async (path) => write(await readFile(path)),
      renameTo: (other, replaces) => rename(place, other, replaces),
      remove: () => step(() => place.remove(), { needsRoom: false }),
      makeFolder: () => step(() => place.makeFolder()),
    };
  });

/** On this machine, a file is replaced in a single step. */
const here = (path: string) =>
  counted(localPlace(path), (from, to, replaces) =>
    step(async () => {
      if (to.name.endsWith('.manifest.json') && (disk.busyManifests -= 1) >= 0) {
        throw Object.assign(new Error(`EBUSY: resource busy or locked, rename '${to.address}'`), {
          code: 'EBUSY',
        });
      }
      await from.renameTo(to, replaces);
    }),
  );

/** In a file system that only the editor reaches, the replaced file is deleted first. */
const elsewhere = (path: string) =>
  counted(
    placeOf(Uri.from({ scheme: 'vscode-remote', authority: 'there', path })),
    async (from, to, replaces) => {
      if (replaces) await step(() => to.remove().catch(() => undefined));
      await step(() => from.renameTo(to, replaces));
    },
  );

const dataset = findDataset('dayahead-prices')!;
const first = '2026-01-01';
const now = Date.parse('2026-02-01T00:00:00Z');

/** What the service sends for a day. */
interface Sent {
  readonly outcome?: OutcomeKind;
  readonly rows?: number;
  /** Something that is part of each row. */
  readonly version?: number;
  readonly isIncomplete?: boolean;
  readonly isPreliminary?: boolean;
}
type Service = (day: string) => Sent | Promise<Sent>;

const rowsOf = (day: string, { rows = Number(day.slice(-2)) * 3 }: Sent) => rows;
const textOf = (day: string, sent: Sent = {}) =>
  `{"day":"${day}","version":${String(sent.version ?? 1)}}\n`.repeat(rowsOf(day, sent));
/** The response that these rows are made from. */
const sentFor = (rows: string) => `sent: ${rows}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

let made = 0;
const newFolder = () => mkdtempSync(join(tmpdir(), 'range-'));
const folderIn = (path: string) => join(path, dataset.id);
const fileIn = (path: string, day: string) => join(folderIn(path), `day=${day}`, 'part-0.ndjson');
const responseIn = (path: string, file: string) => join(path, `_${dataset.id}.responses`, file);
const manifestPath = (path: string) => join(path, `_${dataset.id}.manifest.json`);

interface RunOptions {
  readonly days?: number;
  readonly service?: Service;
  readonly placeAt?: (path: string) => Place;
  readonly wishes?: RangeWishes;
  readonly area?: string;
  readonly at?: number;
  readonly asked?: string[];
  readonly report?: RangeReport;
}

/** Fetches days into the folder. */
async function run(
  path: string,
  {
    days = 3,
    service = () => ({}),
    placeAt = here,
    wishes = {},
    area = 'NO1',
    at = now,
    asked = [],
    report = new RangeReport(),
  }: RunOptions = {},
): Promise<RangeSummary> {
  const parameters = { deliveryarea: area, currency: 'EUR' };
  const sent = new Map<string, Sent>();
  const store = doubleOf<ResultStore>({
    prepare: () => undefined,
    forget: () => undefined,
    async writeDay({ path: file, responsePath = '', pieces: [piece] }) {
      const day = piece!.result;
      const what = sent.get(day) ?? {};
      const text = textOf(day, what);
      await step(() => writeFile(file, text.slice(0, text.length / 2)));
      await step(() => writeFile(file, text));
      const response = sentFor(text);
      await step(() => writeFile(responsePath, response.slice(0, response.length / 2)));
      await step(() => writeFile(responsePath, response));
      const rows = rowsOf(day, what);
      return {
        records: 1,
        rows,
        bytes: text.length,
        sha256: hashOf(text),
        response: { bytes: response.length, sha256: hashOf(response) },
        fingerprint: hashOf(text),
        columns: ['day', 'version'],
        placement: { placed: rows, strays: 0, unreadable: 0 },
        findings: [
          what.isIncomplete
            ? [{ kind: 'missing', count: 1, text: '', severity: 'problem', shows: 'rows' }]
            : [],
        ],
        finality: { isStated: true, preliminary: what.isPreliminary ? 1 : 0, isInEuros: true },
      };
    },
  });
  const runs = doubleOf<QueryRuns>({
    async runOnBehalf(query, { name }) {
      const start = Date.parse(query.parameters['startTime'] ?? '');
      const day = new Date(start + 2 * 3_600_000).toISOString().slice(0, 10);
      asked.push(day);
      const what = await service(day);
      sent.set(day, what);
      const outcome = { kind: what.outcome ?? 'success' };
      const result = newResult(day, query, name, '');
      const table = { ...result.table, rows: rowsOf(day, what) };
      return { ...result, table, progress: { kind: 'ended', outcome } };
    },
  });
  const range = { dataset, parameters, from: first, to: addDays(first, days - 1) };
  return fetchRange(
    {
      store,
      runs,
      newPath: () => join(path, `fetched-${String((made += 1))}`),
      extensionVersion: '1.2.3',
      now: () => at,
    },
    { dataset, parameters, days: rangeDays(range), format: 'ndjson', wishes },
    ownConnection('mine'),
    placeAt(path),
    {
      signal: new AbortController().signal,
      pace: new RequestPace(),
      longestWaitSeconds: 600,
      report,
      onProgress: () => undefined,
      onWait: () => undefined,
    },
  );
}

/** More than two minutes pass: what runs that were killed have left is old. With a negative time, it's ahead. */
function later(path: string, ms = 121_000): void {
  for (const name of readdirSync(path)) {
    const old = new Date(statSync(join(path, name)).mtimeMs - ms);
    if (/\.(jsonl|partial)$/.test(name)) utimesSync(join(path, name), old, old);
  }
}

/** The notes of runs next to the folder. */
const notesIn = (path: string) =>
  readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(path, name));

/** The runs whose notes are there belong to another process, of this machine unless another `place` is given. */
function handOver(path: string, owner: { readonly pid?: number; readonly place?: string }): void {
  for (const file of notesIn(path)) {
    const { atime, mtime } = statSync(file);
    const lines = readFileSync(file, 'utf8').split('\n');
    const changed = lines.map((line) => {
      if (!line.startsWith('{"owner"')) return line;
      const read = JSON.parse(line) as { owner: object };
      return JSON.stringify({ owner: { ...read.owner, ...owner } });
    });
    writeFileSync(file, changed.join('\n'));
    utimesSync(file, atime, mtime);
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** A process that has ended. */
const endedProcess = { pid: spawnSync(process.execPath, ['--version']).pid };

/**
 * The run until it's killed before the operation with this number, or to its end. Resolves with whether it
 * was killed. Its days are free afterwards.
 */
async function killed(at: number, path: string, options: RunOptions): Promise<boolean> {
  Object.assign(disk, { steps: 0, killedAt: at });
  await run(path, options).catch(() => undefined);
  const wasKilled = disk.steps >= at;
  Object.assign(disk, { steps: 0, killedAt: Infinity, fullAt: Infinity });
  later(path);
  return wasKilled;
}

/** The folder of a run that was killed while it had taken days and noted some. */
async function leftBehind(): Promise<string> {
  const path = newFolder();
  disk.killedAt = 12;
  await run(path).catch(() => undefined);
  disk.killedAt = Infinity;
  return path;
}

/** All files of the range, with their texts. */
function filesIn(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1))
    .filter((name) => name.includes(dataset.id));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

const daysIn = async (path: string): Promise<Readonly<Record<string, DayEntry>>> =>
  (await manifestIn(localPlace(folderIn(path))))?.days ?? {};

/** Every noted day has its rows and its response, and the response is the one that the rows are made from. */
async function expectWhole(path: string): Promise<void> {
  for (const [day, { sha256, response }] of Object.entries(await daysIn(path))) {
    const text = readFileSync(fileIn(path, day), 'utf8');
    const sent = readFileSync(responseIn(path, response?.file ?? ''), 'utf8');
    expect([day, hashOf(text), sent, hashOf(sent)]).toEqual([day, sha256, sentFor(text), response?.sha256]);
  }
}

async function undisturbed(options: RunOptions = {}): Promise<Record<string, string>> {
  const path = newFolder();
  await run(path, options);
  return filesIn(path);
}

it('a range consists of its days, the manifest, and what is settled for all files', async () => {
  expect(Object.keys(await undisturbed({ days: 2 }))).toEqual([
    '_dayahead-prices.manifest.json',
    `_dayahead-prices.responses/day=2026-01-01.${hashOf(sentFor(textOf(first))).slice(0, 12)}.json.gz`,
    `_dayahead-prices.responses/day=2026-01-02.${hashOf(sentFor(textOf('2026-01-02'))).slice(0, 12)}.json.gz`,
    '_dayahead-prices.settled.json',
    'dayahead-prices/day=2026-01-01/part-0.ndjson',
    'dayahead-prices/day=2026-01-02/part-0.ndjson',
  ]);
});

it('a run with nothing to do writes nothing', async () => {
  const path = newFolder();
  await run(path);
  disk.killedAt = disk.steps + 2; // making the folder, which is there
  expect(await run(path)).toMatchObject({ kept: 3, fetched: 0, problems: [] });
});

it('noting a day writes as much beside many days as in an empty folder', async () => {
  const few = newFolder();
  await run(few, { days: 2 });
  const before = disk.steps;
  await run(few, { days: 4 });
  const steps = disk.steps - before;
  const many = newFolder();
  await run(many, { days: 28 });
  const beside = disk.steps;
  await run(many, { days: 30 });
  expect(disk.steps - beside).toBe(steps);
});

describe("a manifest that can't be replaced for a moment", () => {
  it('has all days in the end, so that none of them is fetched again', async () => {
    const path = newFolder();
    disk.busyManifests = 1;
    await expect(run(path)).rejects.toThrow(/^Couldn't write _dayahead-prices\.manifest\.json \(EBUSY\)\.$/);
    expect(readdirSync(path).filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(Object.keys(await daysIn(path))).toHaveLength(3);
    expect(await run(path, { days: 4 })).toMatchObject({ fetched: 1, kept: 3 });
    later(path);
    await run(path, { days: 5 });
    expect(filesIn(path)).toEqual(await undisturbed({ days: 5 }));
  });
});

it('a folder of another version is rejected, and stays as it is', async () => {
  const path = newFolder();
  await run(path, { days: 1 });
  const manifest = JSON.parse(readFileSync(manifestPath(path), 'utf8')) as object;
  writeFileSync(manifestPath(path), JSON.stringify({ ...manifest, version: 1 }));
  const before = filesIn(path);
  const words =
    '_dayahead-prices.manifest.json was written by another version of this extension. Choose another folder.';
  await expect(run(path)).rejects.toThrow(words);
  await expect(manifestIn(localPlace(folderIn(path)))).rejects.toThrow(words);
  expect(filesIn(path)).toEqual(before);
});

describe('the response of a day', () => {
  const responses = (path: string) => readdirSync(join(path, '_dayahead-prices.responses'));

  it('takes the place of the former one together with its rows', async () => {
    const path = newFolder();
    await run(path);
    await run(path, { wishes: { again: true }, service: () => ({ version: 2 }) });
    await expectWhole(path);
    expect(responses(path)).toHaveLength(3);
  });

  it("that is gone isn't requested again, but told, until all days are requested again", async () => {
    const path = newFolder();
    await run(path);
    const [gone = '', , other = ''] = responses(path);
    rmSync(responseIn(path, gone));
    writeFileSync(responseIn(path, other), 'changed');
    const asked: string[] = [];
    const summary = await run(path, { asked });
    expect([summary.kept, asked]).toEqual([3, []]);
    expect(summary.problems).toEqual([
      "2026-01-01, 2026-01-03: The response is missing or was changed, so it can't be opened.",
    ]);
    expect(await run(path, { wishes: { again: true } })).toMatchObject({ revised: [], problems: [] });
    await expectWhole(path);
    expect(responses(path)).toHaveLength(3);
    rmSync(responseIn(path, gone));
    expect(await run(path, { wishes: { again: 'unsettled' } })).toMatchObject({ fetched: 1, kept: 2 });
    await expectWhole(path);
  });

  it.skipIf(process.platform === 'win32')(
    "is never written through a link in its folder's place",
    async () => {
      const path = newFolder();
      const outside = newFolder();
      symlinkSync(outside, join(path, '_dayahead-prices.responses'));
      await expect(run(path)).rejects.toThrow('"_dayahead-prices.responses" isn\'t a folder.');
      expect(readdirSync(outside)).toEqual([]);
    },
  );

  it('that no note knows is removed by the next run, and a file of another name is kept', async () => {
    const path = newFolder();
    await run(path);
    writeFileSync(responseIn(path, 'day=2026-01-01.0123456789ab.json.gz'), 'of a killed run');
    writeFileSync(responseIn(path, 'day=2026-01-01 (1).json.gz'), 'mine');
    await run(path, { days: 4 });
    expect(responses(path).filter((name) => !name.startsWith('day=2026-01-01.'))).toContain(
      'day=2026-01-01 (1).json.gz',
    );
    expect(responses(path)).toHaveLength(5);
    await expectWhole(path);
  });
});

const entryOf = (text: string): DayEntry => ({
  outcome: 'success',
  state: 'fetched',
  rows: 3,
  placed: 3,
  bytes: text.length,
  sha256: hashOf(text),
  requestedAt: '2026-01-20T00:00:00Z',
  integrity: [],
});

describe("what a run didn't write", () => {
  const second = '2026-01-02';
  const put = (path: string, text: string) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  };

  it.each<[string, (path: string) => string]>([
    ['a file that no run has written', (path) => fileIn(path, second)],
    ['a folder in place of the file', (path) => join(fileIn(path, second), 'mine.txt')],
    ['a file in place of the folder', (path) => join(folderIn(path), `day=${second}`)],
  ])('stays as it is in place of a day: %s', async (_, where) => {
    const path = newFolder();
    put(where(path), 'mine');
    const asked: string[] = [];
    const summary = await run(path, { asked });
    expect(summary).toMatchObject({ fetched: 2, failed: 1 });
    expect(summary.problems).toEqual([expect.stringContaining(`${second}: day=${second}`)]);
    expect(asked).not.toContain(second);
    expect(await run(path, { wishes: { again: true } })).toMatchObject({ fetched: 2, failed: 1 });
    expect(readFileSync(where(path), 'utf8')).toBe('mine');
  });

  it.skipIf(process.platform === 'win32').each([
    ['on this machine', here],
    ['elsewhere', elsewhere],
  ])('stays as it is behind a link in place of a day, %s', async (_, placeAt) => {
    const path = newFolder();
    const outside = join(newFolder(), 'outside');
    put(join(outside, 'part-0.ndjson'), 'mine');
    mkdirSync(folderIn(path));
    symlinkSync(outside, join(folderIn(path), `day=${second}`));
    expect(await run(path, { placeAt })).toMatchObject({ fetched: 2, failed: 1 });
    expect(readdirSync(outside)).toEqual(['part-0.ndjson']);
    expect(readFileSync(join(outside, 'part-0.ndjson'), 'utf8')).toBe('mine');
  });

  it('stays as it is if somebody changes a file, even to one of the same size', async () => {
    for (const text of ['changed', textOf(second).replaceAll('"version":1', '"version":7')]) {
      const path = newFolder();
      await run(path);
      writeFileSync(fileIn(path, second), text);
      const wishes = { again: true };
      const summary = await run(path, { wishes, service: () => ({ version: 2 }) });
      expect(summary).toMatchObject({ fetched: 2, failed: 1, revised: [first, '2026-01-03'] });
      expect(summary.problems[0]).toContain(`day=${second}/part-0.ndjson was changed`);
      expect(readFileSync(fileIn(path, second), 'utf8')).toBe(text);
    }
  });

  it('stays as it is if somebody adds the file while the day is being fetched', async () => {
    const path = newFolder();
    const service: Service = (day) => {
      if (day === second) put(fileIn(path, second), 'mine');
      return {};
    };
    expect(await run(path, { service })).toMatchObject({ fetched: 2, failed: 1 });
    expect(readFileSync(fileIn(path, second), 'utf8')).toBe('mine');
  });

  it('stays as it is next to the folder, whatever its name', async () => {
    const path = newFolder();
    const names = [
      '_dayahead-prices.x.partial',
      '_dayahead-prices.replaced/mine.txt',
      '_dayahead-prices.run-x.jsonl',
      '_dayahead-prices.run-0123456789abcdef.partial',
      'dayahead-prices/.part-0.ndjson.x.partial',
      'dayahead-prices/day=2026-01-01/part-1.ndjson',
    ];
    for (const name of names) put(join(path, name), 'mine');
    expect(await run(path)).toMatchObject({ fetched: 3, failed: 0 });
    for (const name of names) expect(readFileSync(join(path, name), 'utf8')).toBe('mine');
  });

  it('is told if programs take it for data, such as conflict copies of a sync client', async () => {
    const path = newFolder();
    await run(path);
    const copies = ['day=2026-01-01/part-0 (1).ndjson', 'day=2026-01-02 (1)/part-0.ndjson', 'more.ndjson'];
    for (const name of copies) put(join(folderIn(path), name), 'mine');
    const link = 'day=2026-01-02 (2)';
    symlinkSync(join(folderIn(path), 'day=2026-01-02 (1)'), join(folderIn(path), link), 'junction');
    put(join(folderIn(path), `day=${first}`, 'notes.txt'), 'mine');
    const report = new RangeReport();
    expect(await run(path, { report })).toMatchObject({
      kept: 3,
      failed: 0,
      problems: [
        `Programs read files in the folder as data that no run has written. Move or delete them: ${[...copies, link].sort().join(', ')}.`,
      ],
    });
    expect(report.hasFailed).toBe(true);
    for (const name of copies) expect(readFileSync(join(folderIn(path), name), 'utf8')).toBe('mine');
    // Days that another run has written are data of the range.
    for (const name of ['more.ndjson', link]) rmSync(join(folderIn(path), name));
    for (const name of copies.slice(0, 2)) rmSync(join(folderIn(path), name));
    await run(path, { days: 4 });
    expect((await run(path, { days: 1 })).problems).toEqual([]);
  });

  it("is the manifest of a different query, even if its folder isn't there", async () => {
    const path = newFolder();
    await run(path);
    renameSync(folderIn(path), join(path, 'moved'));
    const before = filesIn(path);
    await expect(run(path, { area: 'FI' })).rejects.toThrow(/a different query \(deliveryarea: NO1\)/);
    writeFileSync(manifestPath(path), '{}');
    await expect(run(path)).rejects.toThrow("_dayahead-prices.manifest.json isn't a manifest of a range.");
    writeFileSync(manifestPath(path), before['_dayahead-prices.manifest.json']!);
    expect(filesIn(path)).toEqual(before);
    expect(await run(path)).toMatchObject({ fetched: 3 });
  });
});

describe('the notes of a run that was killed', () => {
  it.each([
    ['by a run with nothing to fetch', 3],
    ['by one that fetches another day', 4],
  ])(
    'become part of the manifest and are removed %s, which is killed at any moment, too',
    async (_, days) => {
      for (let at = 1, wasKilled = true; wasKilled; at += 1) {
        const path = newFolder();
        await run(path, { days: 1 });
        disk.busyManifests = 1;
        await run(path).catch(() => undefined);
        expect(notesIn(path)).toHaveLength(1);
        handOver(path, endedProcess);
        wasKilled = await killed(at, path, { days });
        handOver(path, endedProcess);
        expect(
          Object.keys(await daysIn(path))
            .sort()
            .slice(0, 3),
        ).toEqual([first, '2026-01-02', '2026-01-03']);
        if (!wasKilled) expect(notesIn(path)).toEqual([]);
        const last = await run(path, { days });
        expect(last).toMatchObject({ failed: 0, taken: 0, problems: [] });
        expect(last.kept + last.fetched).toBe(days);
        expect(notesIn(path)).toEqual([]);
        await expectWhole(path);
      }
    },
  );

  it('stay beside a run that goes on, which could write the manifest without them', async () => {
    const path = newFolder();
    await run(path, { days: 1 });
    const service: Service = async () => {
      // Nothing to fetch: it sees the notes of this run only.
      expect(await run(path, { days: 1 })).toMatchObject({ kept: 1 });
      expect(notesIn(path)).toHaveLength(1);
      return {};
    };
    await run(path, { days: 2, service });
    expect(Object.keys(await daysIn(path))).toHaveLength(2);
    expect(notesIn(path)).toEqual([]);
  });
});

it('a run keeps its notes if another process writes an earlier manifest after it, and then ends', async () => {
  const path = newFolder();
  await run(path, { days: 1 });
  const earlier = readFileSync(manifestPath(path), 'utf8');
  const other = spawn(process.execPath, ['--eval', 'setTimeout(() => undefined, 60_000)']);
  const ended = once(other, 'exit');
  const head = { ...(JSON.parse(earlier) as object), days: {} };
  const owner = { ...thisProcess(), pid: other.pid, started: null };
  const lines = [head, { owner }, { hasEnded: true }];
  const notes = join(path, runNotesName(dataset.id, '0123456789abcdef'));
  writeFileSync(notes, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const placeAt = (target: string) =>
    counted(localPlace(target), async (from, to, replaces) => {
      await from.renameTo(to, replaces);
      if (to.address !== manifestPath(path) || other.killed) return;
      writeFileSync(manifestPath(path), earlier);
      other.kill('SIGKILL');
      await ended;
    });
  await run(path, { placeAt });
  expect(other.killed).toBe(true);
  expect(await run(path)).toMatchObject({ kept: 3, failed: 0 });
  await expectWhole(path);
});

describe('several notes about one day', () => {
  it('count as its file says, not as clocks do', async () => {
    const path = newFolder();
    await run(path, { service: () => ({ isIncomplete: true }), at: Date.parse('2026-01-05T00:00:00Z') });
    const file = join(path, runNotesName(dataset.id, '0123456789abcdef'));
    const head = JSON.parse(readFileSync(manifestPath(path), 'utf8')) as object;
    const wrong = { ...entryOf('x'.repeat(99)), requestedAt: '2099-01-01T00:00:00Z' };
    const lines = [
      { ...head, days: {} },
      { day: first, entry: wrong },
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    later(path);
    expect((await daysIn(path))[first]).toMatchObject({ state: 'incomplete', sha256: hashOf(textOf(first)) });
    expect(await run(path)).toMatchObject({ fetched: 3, failed: 0 });
    expect(readFileSync(fileIn(path, first), 'utf8')).toBe(textOf(first));
  });

  it('are told apart by their hashes if sizes are the same', async () => {
    const path = newFolder();
    await run(path);
    await run(path, { wishes: { again: true }, service: () => ({ version: 2 }) });
    const lost = newFolder();
    await run(lost);
    writeFileSync(
      manifestPath(path),
      readFileSync(manifestPath(lost), 'utf8').replaceAll('2026-02-01', '2027-02-01'),
    );
    expect(await run(path, { wishes: { again: true }, service: () => ({ version: 3 }) })).toMatchObject({
      failed: 3,
    });
    expect(readFileSync(fileIn(path, first), 'utf8')).toBe(textOf(first, { version: 2 }));
  });
});

it('a smaller response is rejected, and the manifest says why, also if the run that did so was killed', async () => {
  const message = 'The response has fewer values than before: 1 instead of 3.';
  const service = () => ({ rows: 1 });
  const messages = async (path: string) => Object.values(await daysIn(path)).map((entry) => entry.message);
  for (let at = 1, wasKilled = true; wasKilled; at += 1) {
    const path = newFolder();
    await run(path, { days: 1 });
    wasKilled = await killed(at, path, { days: 1, wishes: { again: true }, service });
    const noted = await messages(path);
    expect(await run(path, { days: 1 })).toMatchObject({ kept: 1, failed: 0 });
    expect(await messages(path)).toEqual(noted);
    await expectWhole(path);
    if (!wasKilled) expect(noted).toEqual([message]);
    // The earlier response is confirmed.
    await run(path, { days: 1, wishes: { again: true }, at: now + 1000 });
    expect(await messages(path)).toEqual([undefined]);
  }
});

describe('several runs on one folder at once', () => {
  it.each([2, 3])('request each day once, and describe every file, %i of them', async (count) => {
    for (let time = 0; time < 5; time += 1) {
      const path = newFolder();
      const asked: string[] = [];
      const service =
        (version: number): Service =>
        async () => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
          return { version };
        };
      const runs = Array.from({ length: count }, (_, at) =>
        run(path, { days: 12, service: service(at), asked }),
      );
      const summaries = await Promise.all(runs);
      const sum = (key: 'fetched' | 'failed') => summaries.reduce((all, each) => all + each[key], 0);
      expect({ fetched: sum('fetched'), failed: sum('failed') }).toEqual({ fetched: 12, failed: 0 });
      expect([...asked].sort()).toEqual([...new Set(asked)].sort());
      await expectWhole(path);
      expect(await run(path, { days: 12 })).toMatchObject({ kept: 12 });
    }
  });

  it('leave the days of one that is living, until it was silent for two minutes', async () => {
    const path = await leftBehind();
    const summary = await run(path);
    expect(summary.taken).toBeGreaterThan(0);
    expect(summary.pending).toBe(0);
    expect(summary.problems.join()).toMatch(/Another run is fetching some of these delivery days/);
    later(path);
    expect(await run(path)).toMatchObject({ pending: 0, taken: 0, failed: 0 });
    expect(filesIn(path)).toEqual(await undisturbed());
  });

  it('leave nothing to one whose process on this machine is gone, at once', async () => {
    const expected = await undisturbed();
    for (let at = 1, wasKilled = true; wasKilled; at += 1) {
      const path = newFolder();
      if (at % 2 === 0) await run(path, { days: 1 });
      Object.assign(disk, { steps: 0, killedAt: at });
      await run(path).catch(() => undefined);
      wasKilled = disk.steps >= at;
      Object.assign(disk, { steps: 0, killedAt: Infinity });
      handOver(path, endedProcess);
      const { fetched, kept, taken, pending } = await run(path);
      expect({ at, done: fetched + kept, taken, pending }).toEqual({ at, done: 3, taken: 0, pending: 0 });
      later(path);
      await run(path, { wishes: { again: true } });
      expect(filesIn(path)).toEqual(expected);
    }
  });

  it('leave the days that a run in a container with other process IDs has noted', async () => {
    const path = await leftBehind();
    handOver(path, { ...endedProcess, place: 'here pid:[1]' });
    expect((await run(path)).taken).toBeGreaterThan(0);
  });

  it('leave nothing to one whose notes are from the future, as after a clock was wrong', async () => {
    const path = await leftBehind();
    later(path, -3_600_000);
    expect(await run(path)).toMatchObject({ taken: 0, failed: 0 });
    expect(filesIn(path)).toEqual(await undisturbed());
  });

  it('count the days that another run has just requested again as kept, too', async () => {
    const path = newFolder();
    await run(path);
    let other: RangeSummary | undefined;
    const wishes = { again: true };
    const service: Service = async (day) => {
      if (day === '2026-01-03') other = await run(path, { days: 2, wishes });
      return {};
    };
    expect(await run(path, { wishes, service })).toMatchObject({ fetched: 3 });
    // Two days are requested at the same time, so the second one may not be noted yet.
    expect(other?.kept).toBeGreaterThan(0);
  });

  it('count the days that another run has fetched meanwhile as kept, and the others as taken', async () => {
    const path = newFolder();
    /** What another run gets of the days that this one leaves. */
    let other: RangeSummary | undefined;
    let otherRun: Promise<RangeSummary> | undefined;
    let hasTaken = false;
    const service: Service = async (day) => {
      otherRun ??= run(path, {
        service: async () => {
          hasTaken = true;
          await until(() => existsSync(fileIn(path, first)));
          return {};
        },
      });
      await until(() => hasTaken);
      if (day !== first) other = await otherRun;
      return {};
    };
    expect(await run(path, { days: 2, service })).toMatchObject({ fetched: 2 });
    expect(other).toMatchObject({ days: 3, kept: 1, taken: 1, fetched: 1, pending: 0 });
    expect(await run(path)).toMatchObject({ kept: 3 });
    await expectWhole(path);
  });

  it('one of which was suspended leave what the others have fetched meanwhile', async () => {
    const path = newFolder();
    const service: Service = async (day) => {
      if (day !== first) return {};
      later(path);
      expect(await run(path, { service: () => ({ version: 2 }) })).toMatchObject({ fetched: 3 });
      return { version: 1 };
    };
    await run(path, { service });
    expect(readFileSync(fileIn(path, first), 'utf8')).toBe(textOf(first, { version: 2 }));
    await expectWhole(path);
  });

  it('with different queries are told apart before a file takes its place', async () => {
    const path = newFolder();
    const results = await Promise.allSettled([run(path, { area: 'NO1' }), run(path, { area: 'FI' })]);
    expect(results.some(({ status }) => status === 'rejected')).toBe(true);
    const { parameters } = (await manifestIn(localPlace(folderIn(path))))!;
    const [own, other] = parameters['deliveryarea'] === 'NO1' ? ['NO1', 'FI'] : ['FI', 'NO1'];
    later(path);
    expect(await run(path, { area: own })).toMatchObject({ failed: 0, taken: 0 });
    await expect(run(path, { area: other })).rejects.toThrow(/a different query/);
  });
});

describe('a range folder that changes while days are fetched', () => {
  const words = 'The folder "dayahead-prices" was moved, deleted, or replaced while days were being fetched.';

  it("isn't created again after a person moved it, and the run says so", async () => {
    const path = newFolder();
    const service: Service = (day) => {
      if (day === '2026-01-02') renameSync(folderIn(path), join(path, 'moved'));
      return {};
    };
    await expect(run(path, { service })).rejects.toThrow(words);
    expect(existsSync(folderIn(path))).toBe(false);
  });

  it.skipIf(process.platform === 'win32')("isn't left through a link in its own place", async () => {
    const path = newFolder();
    mkdirSync(join(path, 'elsewhere'));
    const service: Service = (day) => {
      if (day !== '2026-01-02') return {};
      renameSync(folderIn(path), join(path, 'before'));
      symlinkSync(join(path, 'elsewhere'), folderIn(path));
      return {};
    };
    await expect(run(path, { service })).rejects.toThrow(words);
    expect(readdirSync(join(path, 'elsewhere'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32').each(['elsewhere', 'nowhere'])(
    'is refused as a link if it was one from the start, to %s',
    async (name) => {
      const path = newFolder();
      mkdirSync(join(path, 'elsewhere'));
      symlinkSync(join(path, name), folderIn(path));
      await expect(run(path)).rejects.toThrow('"dayahead-prices" is a symbolic link');
      expect(readdirSync(join(path, 'elsewhere'))).toEqual([]);
      expect(existsSync(join(path, 'nowhere'))).toBe(false);
    },
  );
});

describe('a range run that is killed', () => {
  it.each([
    ['on this machine', here],
    ['elsewhere', elsewhere],
  ])(
    'before any change on disk continues where it was, with the same bytes in the end: %s',
    async (_, placeAt) => {
      const expected = await undisturbed();
      let at = 1;
      for (let wasKilled = true; wasKilled; at += 1) {
        const path = newFolder();
        // Every other time, there's a manifest to replace.
        if (at % 2 === 0) await run(path, { placeAt, days: 1 });
        wasKilled = await killed(at, path, { placeAt });
        const { fetched, kept, rows } = await run(path, { placeAt });
        expect({ at, days: fetched + kept, rows }).toEqual({ at, days: 3, rows: 18 });
        later(path);
        await run(path, { placeAt, days: 4 });
        const files = filesIn(path);
        const { file = '' } = (await daysIn(path))['2026-01-04']?.response ?? {};
        const last = join(dataset.id, 'day=2026-01-04', 'part-0.ndjson');
        // The whole manifest that was on its way to its place is a second one.
        const names = Object.keys(files).filter((name) => !name.includes('.manifest.part-'));
        const sent = join(`_${dataset.id}.responses`, file);
        expect(names).toEqual([...Object.keys(expected), last, sent].sort());
        for (const name of Object.keys(expected).filter((each) => each.includes('day='))) {
          expect(files[name]).toBe(expected[name]);
        }
      }
      expect(at).toBeGreaterThan(20);
    },
  );

  it('while it fetches days again keeps one of both files of each, with its note', async () => {
    for (let at = 1, wasKilled = true; wasKilled; at += 1) {
      const path = newFolder();
      await run(path, { days: 2 });
      const service = () => ({ version: 2 });
      wasKilled = await killed(at, path, { days: 2, wishes: { again: true }, service });
      await expectWhole(path);
      for (const day of Object.keys(await daysIn(path))) {
        expect([textOf(day), textOf(day, { version: 2 })]).toContain(readFileSync(fileIn(path, day), 'utf8'));
      }
      expect(await run(path, { days: 3 })).toMatchObject({ kept: 2, fetched: 1, failed: 0, problems: [] });
      await expectWhole(path);
      expect(readdirSync(join(path, '_dayahead-prices.responses'))).toHaveLength(3);
    }
  });

  it('50 times, with a service that fails and a disk that is sometimes full, loses and duplicates nothing', async () => {
    const outcome = fc.constantFrom<OutcomeKind>('unreachable', 'unexpectedError', 'timeout');
    const end = fc.record({
      at: fc.integer({ min: 1, max: 60 }),
      fullAt: fc.option(fc.integer({ min: 1, max: 60 }), { nil: Infinity }),
      outcomes: fc.array(fc.oneof(outcome, fc.constant<OutcomeKind>('success')), { maxLength: 8 }),
    });
    const days = 12;
    const expected = await undisturbed({ days });
    await fc.assert(
      fc.asyncProperty(fc.array(end, { minLength: 50, maxLength: 50 }), async (ends) => {
        const path = newFolder();
        for (const { at, fullAt, outcomes } of ends) {
          disk.fullAt = fullAt;
          const left = [...outcomes];
          await killed(at, path, { days, service: () => ({ outcome: left.shift() ?? 'success' }) });
        }
        const { fetched, kept, failed, rows } = await run(path, { days });
        expect({ days: fetched + kept, failed, rows }).toEqual({ days: 12, failed: 0, rows: 234 });
        later(path);
        await run(path, { days, wishes: { again: true } });
        expect(filesIn(path)).toEqual(expected);
      }),
      { numRuns: propertyRuns(2, 50) },
    );
  });
});

it('whatever is sent, edited, and requested, no data is lost and no day is called fetched too early', async () => {
  const sent = fc.record({
    outcome: fc.constantFrom<OutcomeKind>('success', 'success', 'success', 'noData', 'badRequest'),
    rows: fc.integer({ min: 1, max: 4 }),
    version: fc.integer({ min: 1, max: 3 }),
    isIncomplete: fc.boolean(),
    isPreliminary: fc.boolean(),
  });
  const turn = fc.record({
    sent: fc.array(sent, { minLength: 3, maxLength: 3 }),
    again: fc.boolean(),
    edit: fc.option(fc.record({ at: fc.nat(2), kind: fc.constantFrom('change', 'delete', 'add') })),
    clock: fc.constantFrom(-1, 1, 20, 400),
  });
  const stateOf = ({ outcome, isIncomplete, isPreliminary }: Sent) =>
    outcome !== 'success' ? 'empty' : isIncomplete ? 'incomplete' : isPreliminary ? 'preliminary' : 'fetched';
  const ranks = ['failed', 'empty', 'incomplete', 'preliminary', 'fetched'];
  const isMine = (text: string | undefined) => text?.startsWith('mine') === true;
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), async (turns) => {
      const path = newFolder();
      const days = [0, 1, 2].map((at) => addDays(first, at));
      const textIn = (day: string) =>
        existsSync(fileIn(path, day)) ? readFileSync(fileIn(path, day), 'utf8') : undefined;
      /** What was ever sent for a day as whole and settled. */
      const settled = new Set<string>();
      for (const [number, { sent: of, again, edit, clock }] of turns.entries()) {
        const service: Service = (day) => of[days.indexOf(day)]!;
        for (const [at, each] of of.entries()) {
          if (stateOf(each) === 'fetched') settled.add(textOf(days[at]!, each));
        }
        const edited = edit && days[edit.at];
        if (edited && edit.kind === 'delete') rmSync(fileIn(path, edited), { force: true });
        else if (edited && (edit.kind === 'change' || textIn(edited) === undefined)) {
          mkdirSync(join(fileIn(path, edited), '..'), { recursive: true });
          writeFileSync(fileIn(path, edited), `mine ${String(number)}`);
        }
        const texts = days.map(textIn);
        const before = await daysIn(path);
        await run(path, { service, wishes: { again }, at: now + clock * 86_400_000 });
        const after = await daysIn(path);
        for (const [at, day] of days.entries()) {
          const [was, text, came] = [texts[at], textIn(day), of[at]!];
          if (isMine(was)) expect(text).toBe(was);
          if (isMine(text) || text === undefined) continue;
          expect(after[day]?.sha256).toBe(hashOf(text));
          const { file = '' } = after[day]?.response ?? {};
          expect(readFileSync(responseIn(path, file), 'utf8')).toBe(sentFor(text));
          if (after[day]?.state === 'fetched') expect(settled).toContain(text);
          if (was === undefined || text === was) continue;
          const gain = ranks.indexOf(stateOf(came)) - ranks.indexOf(before[day]?.state ?? '');
          expect(gain).toBeGreaterThanOrEqual(0);
          if (gain === 0) expect(came.rows).toBeGreaterThanOrEqual(before[day]?.placed ?? 0);
        }
        // What was there is there, or something took its place.
        for (const [at, day] of days.entries())
          if (texts[at] !== undefined) expect(textIn(day)).toBeDefined();
      }
    }),
    { numRuns: propertyRuns(30, 3000) },
  );
});
