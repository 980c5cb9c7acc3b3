import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import { requireDataset } from '#src/market/datasets/datasets';
import type { Outcome } from '#src/request/outcome';
import type { Query } from '#src/market/query/query';
import { removeLeftovers } from '#src/disk/leftovers';
import { keptOf } from '#src/results/keptResult';
import { askedOfResult, type Result } from '#src/results/result';
import { ResultStore } from '#src/results/store/resultStore';
import { SpoolFolder } from '#src/results/store/spoolFolder';
import { threadOf, WorkerLink } from '#src/results/store/workerLink';
import { bodyOf, clientFor, connectionTo, recordingServer, requestTo } from '../../service/localService';
import { openedFile } from '../openedFiles';

vi.mock('node:fs', { spy: true });
vi.mock('node:fs/promises', { spy: true });

const query: Query = { dataset: requireDataset('dayahead-prices'), parameters: {} };
const success: Outcome = { kind: 'success', status: 200 };

/**
 * A thread that does what the body says: `die` and `exit` end it, `broken` is a body that does not read well,
 * everything else is one row of 100 bytes.
 */
const script = `
const { parentPort } = require('node:worker_threads');
const { rmSync, writeFileSync } = require('node:fs');
const spools = new Map();
const state = { records: 1, rows: 1, bytes: 100, memory: 100, columns: [] };
let verdict = { kind: 'records' };
parentPort.on('message', (message) => {
  const { result } = message;
  if (message.kind === 'open') {
    spools.set(result, message.spool);
    writeFileSync(message.spool, 'body');
  }
  if (message.kind === 'close') {
    // A thread with other work deletes a body late.
    setTimeout(() => {
      rmSync(spools.get(result) ?? '', { force: true });
      parentPort.postMessage({ kind: 'closed', result });
    }, 50);
  }
  if (message.kind === 'chunk') {
    const text = Buffer.from(message.bytes).toString();
    if (text === 'die') throw new Error('a canary of the thread');
    if (text === 'exit') process.exit(0);
    if (text === 'lost') parentPort.postMessage({ kind: 'lost', result, message: 'no disk' });
    if (text === 'broken') verdict = { kind: 'broken', message: 'cut short' };
    parentPort.postMessage({ kind: 'progress', result, state, hopeless: false });
    parentPort.postMessage({ kind: 'consumed', result });
  }
  if (message.kind === 'ask' && message.about === 'form') {
    parentPort.postMessage({ kind: 'grown', result, memory: 200 });
  }
  if (message.kind === 'ask' && message.about === 'compare') {
    const counts = { changed: 1, same: 0, added: 0, missing: 0 };
    const answer = { state: { ...state, bytes: 0 }, summary: { counts, extremes: null, mean: null } };
    parentPort.postMessage({ kind: 'answer', ask: message.ask, answer });
  } else if (message.kind === 'ask' && message.about === 'integrity') {
    parentPort.postMessage({ kind: 'answer', ask: message.ask, answer: message.known });
  } else if (message.kind === 'ask' && message.question.path !== 'never') {
    parentPort.postMessage({ kind: 'answer', ask: message.ask, answer: 'of the table' });
  }
  if (message.kind === 'end' || message.kind === 'load') {
    parentPort.postMessage({ kind: 'ended', result, state, verdict });
  }
});`;

const links: WorkerLink[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const link of links.splice(0)) await link.dispose();
});

function newStore({ root = mkdtempSync(join(tmpdir(), 'store-')), memory = 1e9, thread = script } = {}) {
  const path = join(root, '..', `thread-${Math.random().toString(36).slice(2)}.js`);
  writeFileSync(path, thread);
  const link = new WorkerLink(threadOf(path));
  links.push(link);
  const folder = new SpoolFolder(root);
  const troubles: string[] = [];
  const store = new ResultStore(
    link,
    folder,
    () => memory,
    (what) => troubles.push(what),
  );
  return { root, folder, store, troubles, link, path };
}

async function received(
  store: ResultStore,
  words: AsyncIterable<Uint8Array>,
  asked = query,
): Promise<Result> {
  const result = store.begin(asked, 'sandbox', 'http://x.test/', 'person');
  store.change(result, { progress: { kind: 'receiving' } });
  await store.receive(result, words, 'identity');
  store.end(result, success);
  return result;
}

async function* body(...words: string[]): AsyncGenerator<Uint8Array> {
  for (const word of words) yield await Promise.resolve(Buffer.from(word));
}

it('a response that is opened again right after it was discarded keeps its file, which the thread deletes late', async () => {
  const { store, folder } = newStore();
  const result = await received(store, body('row'));
  const kept = keptOf(result, success);
  store.forget(result.id);
  const path = folder.bodyPath(result.id);
  await store.reopen(result.id, (place) => {
    writeFileSync(place, 'again');
    return Promise.resolve(kept);
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(readFileSync(path, 'utf8')).toBe('again');
});

it("a response that two callers request while it isn't found on disk is read once for both", async () => {
  const before = newStore();
  const gone = await received(before.store, body('row'));
  const { store } = newStore();
  const restored = store.restore(gone.id);
  const kept = keptOf(gone, success);
  const placed: string[] = [];
  const reopened = () =>
    store.reopen(gone.id, (place) => {
      placed.push(place);
      writeFileSync(place, 'again');
      return Promise.resolve(kept);
    });
  const [one, other] = await Promise.all([reopened(), reopened()]);
  expect(await restored).toBeUndefined();
  expect(other).toBe(one);
  expect(one.progress).toEqual({ kind: 'ended', outcome: success });
  expect(placed).toHaveLength(1);
});

it('a listener that fails hides no change from other listeners, and lets every result end', async () => {
  const { store, troubles } = newStore({ memory: 150 });
  const told: string[] = [];
  store.onDidChange(({ progress }) => {
    if (progress.kind === 'ended') throw Object.assign(new Error('/home/canary'), { code: 'ENOSPC' });
  });
  store.onDidChange(({ progress }) => told.push(progress.kind));
  const older = await received(store, body('row'));
  await received(store, body('row'));
  expect(told.filter((kind) => kind === 'ended')).toHaveLength(2);
  expect(older.progress).toEqual({ kind: 'gone' }); // the newer one made room for itself
  expect(troubles).toEqual(['ENOSPC', 'ENOSPC']);
});

it('a table that is held in another form, too, counts with both toward the memory limit', async () => {
  const { store } = newStore({ memory: 250 });
  const older = await received(store, body('row'));
  const newer = await received(store, body('row'));
  expect(store.find(older.id)).toBe(older);
  await store.ask(newer.id, 'form', { layout: 'wide' });
  expect(older.progress).toEqual({ kind: 'gone' });
  expect(store.find(newer.id)).toBe(newer);
});

describe('when the thread dies', () => {
  it('the running download stops, and every older result reports that it was lost', async () => {
    const { store, root } = newStore();
    const older = await received(store, body('row'));
    let asked = 0;
    const endless = async function* () {
      yield Buffer.from('die');
      for (;;) {
        asked += 1;
        if (asked > 1000) throw new Error('the download went on');
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield Buffer.from('row');
      }
    };
    await expect(received(store, endless())).rejects.toThrow(
      'The results were lost (Error). Run the query again.',
    );
    expect(older.progress).toEqual({ kind: 'gone' });
    expect(() => store.get(older.id)).toThrow(`Result "${older.id}" not found.`);
    const [session = ''] = readdirSync(root);
    expect(readdirSync(join(root, session))).toEqual(['owner']);
  });

  it.each(['die', 'exit'])('the next query has a thread again (%s)', async (end) => {
    const { store } = newStore();
    await expect(received(store, body(end))).rejects.toThrow();
    const result = await received(store, body('row'));
    expect(result.table.rows).toBe(1);
  });

  it('without an error, queries and questions end as well', async () => {
    const { store } = newStore();
    const older = await received(store, body('row'));
    const asked = store.export(
      older.id,
      { format: 'csv', beside: noCompanionFiles },
      { path: 'never', extensionVersion: '1.0.0' },
    );
    const lost = 'The results were lost. Run the query again.';
    await Promise.all([
      expect(received(store, body('exit'))).rejects.toThrow(lost),
      expect(asked).rejects.toThrow(lost),
    ]);
    expect(older.progress).toEqual({ kind: 'gone' });
  });

  it('together with its window, the bodies are kept for the next session', async () => {
    const { store, root } = newStore();
    const { id } = await received(store, body('row'));
    await links.at(-1)?.dispose();
    expect(await newStore({ root }).store.restore(id)).toBeDefined();
  });

  it("a query whose server doesn't respond ends as well, and frees its socket", async () => {
    const { store } = newStore();
    const result = store.begin(query, 'sandbox', 'http://x.test/', 'person');
    const { signal } = result.controller;
    const silent = async function* () {
      yield Buffer.from('die');
      await new Promise((_, reject) => signal.addEventListener('abort', reject));
    };
    await expect(store.receive(result, silent(), 'identity')).rejects.toThrow(/Run the query again/);
  });
});

it('each question tells the thread what was requested, so that a part of a file is judged as one everywhere', async () => {
  const { store } = newStore();
  const result = await received(store, body('row'));
  const overlay = { result: 'two', label: 'b', ownLabel: 'a', days: 1, asked: { start: null, end: null } };
  expect(await store.ask(result.id, 'integrity', {}, { overlays: [overlay] })).toEqual({
    asked: askedOfResult(result),
    plan: 'steps',
    overlays: [overlay],
    judged: true,
  });
  const whole = await store.ask(result.id, 'integrity', {});
  expect(whole).toMatchObject({ asked: { values: expect.anything() as unknown }, overlays: [] });
  store.change(result, { source: openedFile({ chosenFrom: 92 }), progress: { kind: 'receiving' } });
  const part = await store.ask(result.id, 'integrity', {});
  expect(part).toMatchObject({ asked: { start: null, values: [], isPart: true }, judged: false });
});

describe('a comparison', () => {
  const two = async (memory?: number) => {
    const { store } = newStore(memory === undefined ? {} : { memory });
    const first = await received(store, body('row'));
    return { store, first, second: await received(store, body('row')) };
  };

  it('is a separate result, which can be queried although it has no body', async () => {
    const { store, first, second } = await two();
    const compared = await store.compare(first, second, 'UTC');
    expect(store.offered).toContain(compared);
    expect(compared.source).toMatchObject({
      kind: 'comparison',
      first: { id: first.id },
      second: { id: second.id },
    });
    expect(await store.ask(compared.id, 'typedRows', {})).toBe('of the table');
    await expect(store.compare(first, compared, 'UTC')).rejects.toThrow(/can't be compared again/);
  });

  it("is made only of complete responses, because rows that didn't arrive would count as missing", async () => {
    const { store, first, second } = await two();
    const kinds = ['unexpectedResponse', 'cancelled', 'timeout', 'unreachable'] as const;
    for (const kind of kinds) {
      store.change(second, { progress: { kind: 'ended', outcome: { kind } } });
      await expect(store.compare(first, second, 'UTC')).rejects.toThrow(
        /incomplete result.*again, then compare/,
      );
      await expect(store.compare(second, first, 'UTC')).rejects.toThrow(/incomplete result/);
    }
    store.change(second, { progress: { kind: 'ended', outcome: success } });
    await expect(store.compare(first, second, 'UTC')).resolves.toBeDefined();
  });

  it('counts toward the memory limit, and is lost with the thread', async () => {
    const { store, first, second } = await two(250);
    const compared = await store.compare(first, second, 'UTC');
    expect(store.find(first.id)).toBeUndefined();
    expect(store.find(second.id)).toBeDefined();
    await expect(received(store, body('die'))).rejects.toThrow();
    expect(compared.progress).toEqual({ kind: 'gone' });
  });
});

describe('a result fetched only for a comparison or a chart', () => {
  const fetched = async (root?: string) => {
    const made = newStore(root === undefined ? {} : { root });
    const result = made.store.begin(query, 'sandbox', 'http://x.test/', null);
    await made.store.receive(result, body('row'), 'identity');
    made.store.end(result, success);
    return { ...made, result };
  };

  it("isn't listed until someone opens it, which listeners are told", async () => {
    const { store, result } = await fetched();
    expect(store.find(result.id)).toBe(result);
    expect(store.offered).toEqual([]);
    const told: boolean[] = [];
    store.onDidChange(({ onBehalf }) => told.push(onBehalf));
    store.setShown({}, 'another', [result.id]);
    expect(store.offered).toEqual([]);
    store.setShown({}, result.id, []);
    expect(store.offered).toEqual([result]);
    expect(told).toEqual([false]);
  });

  it('is kept as long as a tab has it in its chart, even when results are cleared or memory is short', async () => {
    const { store } = newStore({ memory: 250 });
    const begun = store.begin(query, 'sandbox', 'http://x.test/', null);
    await store.receive(begun, body('row'), 'identity');
    store.end(begun, success);
    const [one, other] = [{}, {}];
    for (const tab of [one, other]) store.setShown(tab, 'shown', [begun.id]);
    await received(store, body('row'));
    await received(store, body('row'));
    await store.clear();
    expect(store.find(begun.id)).toBe(begun);
    store.setClosed(one);
    await store.clear();
    expect(store.find(begun.id)).toBe(begun);
    store.setShown(other, 'shown', []);
    await store.clear();
    expect(store.find(begun.id)).toBeUndefined();
  });

  it('is still not listed after the window is reloaded', async () => {
    const { root, result } = await fetched();
    const { store } = newStore({ root });
    await store.restore(result.id);
    expect(store.find(result.id)).toBeDefined();
    expect(store.offered).toEqual([]);
  });

  it("isn't restored if it was for a day of a range, so that nothing is written about each day", async () => {
    const { store, root } = newStore();
    const result = store.begin(query, 'sandbox', 'http://x.test/', null, true);
    await store.receive(result, body('row'), 'identity');
    store.end(result, success);
    expect(result.table.rows).toBe(1);
    expect(await newStore({ root }).store.restore(result.id)).toBeUndefined();
    expect(readdirSync(root, { recursive: true }).filter((name) => /\.note$/.test(String(name)))).toEqual([]);
  });
});

describe("a body that can't be stored", () => {
  it('shows no rows, not even those that the thread still reports', async () => {
    const { store } = newStore();
    const result = store.begin(query, 'sandbox', 'http://x.test/', 'person');
    await expect(store.receive(result, body('lost', 'row'), 'identity')).rejects.toThrow('no disk');
    await received(store, body('row')); // what was said of the first one has been heard by now
    expect(result.table.rows).toBe(0);
  });

  it("isn't downloaded, and the message contains no path", async () => {
    const root = join(mkdtempSync(join(tmpdir(), 'store-')), 'file');
    writeFileSync(root, 'where the folder should be');
    const { store } = newStore({ root });
    const result = store.begin(query, 'sandbox', 'http://x.test/', 'person');
    await expect(store.receive(result, body('row'), 'identity')).rejects.toThrow(
      /^Couldn't store the response on disk \(\w+\)\.$/,
    );
    expect(result.controller.signal.aborted).toBe(true);
  });
});

describe("a file that can't be deleted, such as one that a virus scanner reads", () => {
  const refuse = () => {
    throw Object.assign(new Error('canary'), { code: 'EBUSY' });
  };

  it("doesn't keep its result in the lists and in memory", async () => {
    const { store } = newStore();
    const result = await received(store, body('row'));
    const told: string[] = [];
    store.onDidChange(({ progress }) => told.push(progress.kind));
    vi.mocked(rmSync).mockImplementationOnce(refuse);
    store.forget(result.id);
    expect(store.find(result.id)).toBeUndefined();
    expect(told).toEqual(['gone']);
  });

  it("doesn't stop a query whose older results make room for it", async () => {
    const { store } = newStore({ memory: 150 });
    await received(store, body('row'));
    vi.mocked(rmSync).mockImplementationOnce(refuse);
    const newer = await received(store, body('row'));
    expect(store.offered).toEqual([newer]);
  });

  it("doesn't hide that its body was lost", async () => {
    const { store } = newStore();
    const lost = store.begin(query, 'sandbox', 'http://x.test/', 'person');
    vi.mocked(rmSync).mockImplementationOnce(refuse).mockImplementationOnce(refuse);
    await expect(store.receive(lost, body('lost', 'row'), 'identity')).rejects.toThrow('no disk');
    expect(lost.table.rows).toBe(0);
  });

  it('creates no folder just for deleting the file', () => {
    const { folder, root } = newStore();
    folder.discard('x');
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('a result of an earlier session', () => {
  const left = async () => {
    const before = newStore();
    const { id, startedEpochMs } = await received(before.store, body('row'));
    return { root: before.root, id, startedEpochMs };
  };

  it('keeps the time of its query, not of the reload', async () => {
    const { root, id, startedEpochMs } = await left();
    vi.useFakeTimers({ toFake: ['Date'], now: startedEpochMs + 3_600_000 });
    const restored = await newStore({ root }).store.restore(id);
    expect(restored?.startedEpochMs).toBe(startedEpochMs);
    expect(restored?.timings.firstRowsMs).toBeLessThan(3_600_000);
  });

  it('is restored as the file that it was read from', async () => {
    const { store, root } = newStore();
    const source = openedFile({ chosenFrom: 92, madeUp: 'synthetic' });
    const result = store.beginOpened(query, 'file', source, 3);
    expect(result).toMatchObject({ connection: 'file', source, request: { url: source.uri } });
    await store.receive(result, body('row'), 'identity');
    store.change(result, { source: { ...source, isChanged: true } });
    store.end(result, { kind: 'success' });
    await links.at(-1)?.dispose();
    const restored = await newStore({ root }).store.restore(result.id);
    expect(restored).toMatchObject({ connection: 'file', source: { ...source, isChanged: true } });
  });

  it('still knows the words that were entered, so that its copied code requests today', async () => {
    const days = { zone: 'Europe/Oslo', words: { startTime: 'today', endTime: 'today' } };
    const before = newStore();
    const { id } = await received(before.store, body('row'), { ...query, days });
    const restored = await newStore({ root: before.root }).store.restore(id);
    expect(restored?.query.days).toEqual(days);
    const plain = await left();
    expect((await newStore(plain).store.restore(plain.id))?.query).not.toHaveProperty('days');
  });

  it("whose ID in a tab is a path isn't looked for, and nothing at that path is removed", async () => {
    const { root, id } = await left();
    const { store } = newStore({ root });
    const outside = join(root, 'outside');
    for (const kind of ['json', 'note']) writeFileSync(`${outside}.${kind}`, 'not ours');
    for (const path of ['../outside', '..\\outside', outside, `../${id}`]) {
      expect(await store.restore(path)).toBeUndefined();
    }
    expect(readFileSync(`${outside}.json`, 'utf8')).toBe('not ours');
    expect(readFileSync(`${outside}.note`, 'utf8')).toBe('not ours');
  });

  it.each(['', '{', '{"version":1}'])("whose note is %j isn't shown", async (note) => {
    const { root, id } = await left();
    const [session = ''] = readdirSync(root);
    writeFileSync(join(root, session, `${id}.note`), note);
    const { store, folder } = newStore({ root });
    expect(await store.restore(id)).toBeUndefined();
    expect(existsSync(folder.bodyPath(id))).toBe(false);
  });

  it('is restored completely for all who request it at the same time', async () => {
    const { root, id } = await left();
    const { store } = newStore({ root });
    const [one, other] = await Promise.all([store.restore(id), store.restore(id)]);
    expect(one?.progress).toEqual({ kind: 'ended', outcome: success });
    expect(other).toBe(one);
  });

  it("isn't shown as complete if its body can no longer be read", async () => {
    const { root, id } = await left();
    const { store } = newStore({ root });
    await received(store, body('broken')); // from here on the thread finds every body broken
    const restored = await store.restore(id);
    expect(restored?.progress).toEqual({
      kind: 'ended',
      outcome: { kind: 'unexpectedResponse', status: 200, message: 'cut short' },
    });
  });

  it("replaces older ones if memory isn't sufficient for both", async () => {
    const { root, id } = await left();
    const { store } = newStore({ root, memory: 150 });
    const older = await received(store, body('row'));
    await store.restore(id);
    expect(store.find(older.id)).toBeUndefined();
    expect(store.find(id)).toBeDefined();
  });
});

describe('bodies on disk', () => {
  const day = 24 * 60 * 60 * 1000;

  /** A session's folder with a body that was last used so many days ago, by the clock of today. */
  const session = (days: number, { folder, root } = newStore()) => {
    const path = folder.newBodyPath('x');
    writeFileSync(path, 'body');
    const own = join(path, '..');
    const then = new Date(Date.now() - days * day);
    const age = () => utimesSync(own, then, then);
    const isRemoved = async () => {
      age();
      await removeLeftovers(root);
      return !existsSync(path);
    };
    /** Lets the session belong to another process. */
    const handOver = (change: object) => {
      const lock = join(own, 'owner');
      writeFileSync(lock, JSON.stringify({ ...JSON.parse(readFileSync(lock, 'utf8')), ...change }));
    };
    return { folder, root, path, age, isRemoved, handOver };
  };
  /** The ID of a process that has ended. */
  const endedProcess = () => spawnSync(process.execPath, ['--version']).pid;

  it('of an open window are left alone, however long the machine slept and wherever its clock jumped', async () => {
    const { isRemoved } = session(400);
    expect(await isRemoved()).toBe(false);
  });

  it('that a closed window left are removed after a day', async () => {
    const today = session(0.5);
    today.folder.dispose();
    expect(await today.isRemoved()).toBe(false);
    const yesterday = session(1.5);
    yesterday.folder.dispose();
    expect(await yesterday.isRemoved()).toBe(true);
  });

  it.each<[string, () => object]>([
    ['ended without notice', () => ({ pid: endedProcess() })],
    ['ended before the machine was started again', () => ({ pid: process.ppid, uptime: 1e12 })],
  ])('of a process that %s are removed after a day', async (_, owner) => {
    const { isRemoved, handOver } = session(1.5);
    handOver(owner());
    expect(await isRemoved()).toBe(true);
  });

  // Other systems tell when a process started only to slow programs.
  it.runIf(process.platform === 'linux')(
    'of a process whose ID another one has by now are removed after a day',
    async () => {
      const { isRemoved, handOver } = session(1.5);
      handOver({ pid: process.ppid });
      expect(await isRemoved()).toBe(true);
    },
  );

  it('of another process that still runs are left alone', async () => {
    const { isRemoved, handOver } = session(1.5);
    handOver({ pid: process.ppid, started: null });
    expect(await isRemoved()).toBe(false);
  });

  it('of another machine with the same folder are removed after a month, since its processes are unknown', async () => {
    const other = { place: 'elsewhere', pid: endedProcess() };
    const recent = session(29);
    recent.handOver(other);
    expect(await recent.isRemoved()).toBe(false);
    const old = session(31);
    old.handOver(other);
    expect(await old.isRemoved()).toBe(true);
  });

  it.each(['', '{', 'null', '{"pid":1}'])(
    "of an unreadable owner (%j) aren't removed early",
    async (text) => {
      const { path, isRemoved } = session(1.5);
      writeFileSync(join(path, '..', 'owner'), text);
      expect(await isRemoved()).toBe(false);
    },
  );

  it.each<[string, (own: ReturnType<typeof session>) => void]>([
    ['of another machine', ({ handOver }) => handOver({ place: 'elsewhere' })],
    ['of an unreadable owner', ({ path }) => writeFileSync(join(path, '..', 'owner'), '{')],
  ])("%s are cleared by a person only if they haven't been used for a day", async (_, change) => {
    const root = mkdtempSync(join(tmpdir(), 'store-'));
    const [recent, old] = [session(0.5, newStore({ root })), session(1.5, newStore({ root }))];
    for (const each of [recent, old]) {
      change(each);
      each.age();
    }
    await newStore({ root }).store.clear();
    expect([existsSync(recent.path), existsSync(old.path)]).toEqual([true, false]);
  });

  it('are claimed as soon as the disk has space again, so that no other window removes them', async () => {
    const { folder, root } = newStore();
    vi.mocked(writeFileSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('canary'), { code: 'ENOSPC' });
    });
    expect(() => folder.newBodyPath('x')).toThrow("Couldn't store the response on disk (ENOSPC).");
    const path = folder.newBodyPath('x');
    writeFileSync(path, 'body');
    await newStore({ root }).store.clear();
    expect(existsSync(path)).toBe(true);
  });

  it('have a folder that no other process removes while it is made', async () => {
    const root = mkdtempSync(join(tmpdir(), 'store-'));
    const [made, half, old] = ['made', 'half', 'old'].map((name) => join(root, name));
    for (const folder of [made, half, old]) mkdirSync(folder!);
    writeFileSync(join(half!, 'owner.new'), '{');
    const then = new Date(Date.now() - 120_000);
    utimesSync(old!, then, then);
    await newStore({ root }).store.clear();
    expect([made, half, old].map((folder) => existsSync(folder!))).toEqual([true, true, false]);
  });

  it("are removed folder by folder: one that can't be removed doesn't keep the others", async () => {
    const root = mkdtempSync(join(tmpdir(), 'store-'));
    const first = session(2, newStore({ root }));
    const second = session(2, newStore({ root }));
    for (const { folder } of [first, second]) folder.dispose();
    vi.mocked(rm).mockRejectedValueOnce(new Error('EBUSY'));
    for (const { age } of [first, second]) age();
    await removeLeftovers(root);
    expect([first, second].filter(({ path }) => existsSync(path))).toHaveLength(1);
  });

  it('of a result in two windows at once are there for both, and remain for one when the other drops them', async () => {
    const one = newStore();
    const { id } = await received(one.store, body('row'));
    const other = newStore({ root: one.root });
    expect(await other.store.restore(id)).toBeDefined();
    expect(existsSync(one.folder.bodyPath(id))).toBe(true);
    rmSync(one.folder.bodyPath(id));
    expect(readFileSync(other.folder.bodyPath(id), 'utf8')).toBe('body');
  });

  it('are cleared at once when a person asks for it, except of open tabs, running queries, and other windows', async () => {
    const root = mkdtempSync(join(tmpdir(), 'store-'));
    const closed = session(0, newStore({ root }));
    closed.folder.dispose();
    const open = session(0, newStore({ root }));
    const { store } = newStore({ root });
    const shown = await received(store, body('row'));
    store.setShown({}, shown.id, []);
    const done = await received(store, body('row'));
    const running = store.begin(query, 'sandbox', 'http://x.test/', 'person');
    await store.clear();
    expect([existsSync(closed.path), existsSync(open.path)]).toEqual([false, true]);
    expect(store.offered).toEqual([shown, running]);
    expect(done.progress).toEqual({ kind: 'gone' });
  });
});

describe('an area for which a dataset returned data', () => {
  it('is known in this session for that dataset and connection, and only if it was queried by itself', () => {
    const { store } = newStore();
    const end = (deliveryarea: string, outcome: Outcome, rows: number, connection = 'sandbox') => {
      const asked = { dataset: query.dataset, parameters: { deliveryarea } };
      const result = store.begin(asked, connection, 'http://x.test/', 'person');
      store.change(result, { table: { ...result.table, rows } });
      store.end(result, outcome);
      return result;
    };
    end('NO1', success, 96);
    end('NO2', { kind: 'noData', status: 204 }, 0);
    end('NO3,NO4', success, 96);
    const elsewhere = end('NO5', success, 96, 'production');
    const last = end('XX9', { kind: 'noData', status: 204 }, 0);
    expect([...store.areasWithData(last)]).toEqual(['NO1']);
    expect([...store.areasWithData(elsewhere)]).toEqual(['NO5']);
  });
});

/** A thread too busy to read: its rows are the chunks it was given, and it reads once it is asked. */
const busyThread = `
const { parentPort } = require('node:worker_threads');
let rows = 0;
parentPort.on('message', (message) => {
  const { result } = message;
  const state = () => ({ records: rows, rows, bytes: rows, memory: rows, columns: [] });
  if (message.kind === 'chunk') {
    rows += 1;
    parentPort.postMessage({ kind: 'progress', result, state: state(), hopeless: false });
  }
  if (message.kind === 'ask') {
    for (let chunk = 0; chunk < rows; chunk += 1) parentPort.postMessage({ kind: 'consumed', result });
    parentPort.postMessage({ kind: 'answer', ask: message.ask, answer: null });
  }
  if (message.kind === 'end') {
    const verdict = { kind: 'broken', message: 'The response was interrupted.' };
    parentPort.postMessage({ kind: 'ended', result, state: state(), verdict });
  }
});`;
const chunksInFlight = 8;

it('Cancel frees the socket while the thread is still busy, and keeps what has arrived', async () => {
  const closed: Promise<void>[] = [];
  const { url } = await recordingServer((_, response) => {
    closed.push(new Promise((resolve) => response.once('close', resolve)));
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
      response.once('drain', more);
    };
    more();
  });

  const { store } = newStore({ thread: busyThread });
  const result = store.begin(query, 'test', url, 'person');
  store.change(result, { progress: { kind: 'receiving' } });
  const full = new Promise<void>((resolve) =>
    store.onDidChange(({ table }) => table.rows === chunksInFlight && resolve()),
  );

  const { signal } = result.controller;
  const reply = bodyOf(await clientFor().client.ask(requestTo(connectionTo(url), { signal })));
  const receiving = store.receive(result, reply.body, reply.encoding);
  receiving.catch(() => undefined);
  await full;
  result.controller.abort();
  await Promise.all(closed); // the thread has read nothing yet

  await store.ask(result.id, 'integrity', {});
  await expect(receiving).rejects.toMatchObject({ kind: 'cancelled' });
  expect(result.table.rows).toBeGreaterThanOrEqual(chunksInFlight);
});

/** A thread that notes each of its starts, reads what it is given, and answers nothing. */
const countedThread = `
const { parentPort, workerData } = require('node:worker_threads');
const { appendFileSync, writeFileSync } = require('node:fs');
appendFileSync(__filename + '.starts', 'x');
const state = { records: 1, rows: 1, bytes: 100, memory: 100, columns: [] };
parentPort.on('message', ({ kind, result, spool }) => {
  if (kind === 'open') writeFileSync(spool, 'body');
  if (kind !== 'chunk') return;
  parentPort.postMessage({ kind: 'progress', result, state, hopeless: false });
  parentPort.postMessage({ kind: 'consumed', result });
});`;

it('at the end of a session, a query that runs ends with its socket, and nothing starts the thread again', async () => {
  const { store, folder, link, path } = newStore({ thread: countedThread });
  const told: string[] = [];
  const result = store.begin(query, 'test', 'http://x.test/', 'person');
  store.change(result, { progress: { kind: 'receiving' } });
  const { signal } = result.controller;
  const endless = async function* () {
    while (!signal.aborted) {
      yield Buffer.from('row');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    yield Buffer.from('the last one'); // was on its way
  };
  const received = store.receive(result, endless(), 'identity');
  const asked = store.ask(result.id, 'typedRows', {});
  await expect.poll(() => result.table.rows).toBe(1);
  store.onDidChange(({ progress }) => told.push(progress.kind));

  store.dispose();
  await Promise.all([
    link.dispose(),
    expect(received).rejects.toThrow('Canceled.'),
    expect(asked).rejects.toThrow('Canceled.'),
  ]);
  store.end(result, { kind: 'cancelled' });
  expect(signal.aborted).toBe(true);
  await expect(store.ask(result.id, 'typedRows', {})).rejects.toThrow('Canceled.');
  store.prepare();
  // In this time, another thread would have started, and written so.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readFileSync(`${path}.starts`, 'utf8')).toBe('x');
  // The history doesn't hear of it, and no tab of the next session shows half a response as if it were all.
  expect(told).toEqual([]);
  expect(existsSync(folder.bodyPath(result.id))).toBe(true);
  expect(readdirSync(join(folder.bodyPath(result.id), '..'))).not.toContain(`${result.id}.note`);
});
