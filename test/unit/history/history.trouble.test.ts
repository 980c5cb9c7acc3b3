import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '../propertyRuns';
import { filesBelow, newPlace, openHistory, sha256 } from './histories';

/** What happens instead of an operation on the disk, by its name. It gets the operation itself. */
const disk = vi.hoisted(() => {
  type Operation = (...given: unknown[]) => unknown;
  const instead = new Map<string, (real: Operation, given: readonly unknown[]) => unknown>();
  const replaceable = (real: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const operation = real[name] as Operation;
        const either: Operation = (...given) => {
          const other = instead.get(name);
          return other ? other(operation, given) : operation(...given);
        };
        return [name, either];
      }),
    );
  /** Each operation that changes something. */
  const steps = {
    sync: ['mkdirSync', 'linkSync', 'writeFileSync', 'renameSync', 'rmSync'],
    async: ['copyFile', 'rename', 'rm', 'writeFile'],
  };
  return { instead, replaceable, steps };
});
vi.mock('node:fs', async (importActual) => {
  const real = await importActual<Record<string, unknown>>();
  return { ...real, ...disk.replaceable(real, [...disk.steps.sync, 'createWriteStream']) };
});
vi.mock('node:fs/promises', async (importActual) => {
  const real = await importActual<Record<string, unknown>>();
  return { ...real, ...disk.replaceable(real, [...disk.steps.async, 'lstat']) };
});

/** Undoes what tests replaced. */
const work = () => disk.instead.clear();

afterEach(work);

/**
 * From the operation with this number on, nothing is changed on disk any longer, as if the process had been
 * killed before it. Returns how many operations there were.
 */
function killBefore(number: number): { readonly count: number } {
  const seen = { count: 0 };
  const isDead = () => (seen.count += 1) > number;
  const killed = () => new Error('killed');
  for (const name of disk.steps.sync) {
    disk.instead.set(name, (real, given) => {
      if (isDead()) throw killed();
      return real(...given);
    });
  }
  for (const name of disk.steps.async) {
    disk.instead.set(name, (real, given) => (isDead() ? Promise.reject(killed()) : real(...given)));
  }
  disk.instead.set('createWriteStream', (real, given) =>
    isDead() ? new Writable({ write: (_, __, done) => done(killed()) }) : real(...given),
  );
  return seen;
}

it.each([{ body: 'the whole response' }, { body: undefined }])(
  'a window that is killed before any step loses nothing, or the whole query ($body)',
  async ({ body }) => {
    const outcomes = new Set<string>();
    let number = 0;
    for (let isThrough = false; !isThrough; number += 1) {
      const place = newPlace();
      const before = openHistory(place);
      before.record('earlier');
      await before.history.list();
      before.history.dispose();

      const dying = openHistory(place);
      const seen = killBefore(number);
      const id = dying.record(body);
      await dying.history.list().catch(() => undefined);
      // What a killed process no longer does.
      isThrough = seen.count <= number;
      work();
      // Its folder is no longer claimed by a process that runs.
      for (const session of readdirSync(join(place.root, 'writing'))) {
        rmSync(join(place.root, 'writing', session, 'owner'), { force: true });
      }

      const next = openHistory(place);
      next.history.resume();
      const found = await next.history.list();
      const responses = await next.responses();
      const entry = found.find((each) => each.id === id);
      expect(responses.at(-1)).toBe('earlier');
      expect(found.length).toBe(entry ? 2 : 1);
      // Never half a response, and never another one.
      if (entry) expect([body ?? null, null]).toContain(responses[0]);
      outcomes.add(!entry ? 'nothing' : responses[0] === null ? 'entry' : 'all');
      // Whoever comes next can use the history.
      next.record('later');
      expect((await next.responses())[0]).toBe('later');
    }
    expect(number).toBeGreaterThan(5);
    expect(outcomes).toContain(body === undefined ? 'entry' : 'all');
  },
);

it('a window that closes while it finds the files of another window keeps them for the next window', async () => {
  const place = newPlace();
  const ended = openHistory(place);
  ended.record('left behind');
  ended.history.dispose();
  const closing = openHistory(place);
  let hasFound = false;
  disk.instead.set('lstat', async (real, given) => {
    const found = await real(...given);
    if (String(given[0]).endsWith('.json')) {
      hasFound = true;
      closing.history.dispose();
    }
    return found;
  });
  closing.history.resume();
  await closing.history.list();
  expect(hasFound).toBe(true);
  work();
  const next = openHistory(place);
  next.history.resume();
  expect(await next.responses()).toEqual(['left behind']);
});

it('a window that is still open keeps what it writes', async () => {
  const place = newPlace();
  const open = openHistory(place);
  const body = 'x'.repeat(3_000_000);
  open.record(body);
  const next = openHistory(place);
  next.history.resume();
  await next.history.list();
  expect(await open.responses()).toEqual([body]);
});

describe('a full disk', () => {
  const full = () => Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });

  it('costs the response, as its entry says, and no later one', async () => {
    const place = newPlace();
    const { record, history, responses, troubles } = openHistory(place);
    disk.instead.set('createWriteStream', () => {
      work();
      return new Writable({ write: (_, __, done) => done(full()) });
    });
    const id = record('too much');
    expect(await history.find(id)).toMatchObject({ sha256: undefined, isGone: true });
    expect(troubles).toEqual(['ENOSPC']);
    expect(filesBelow(place.root).filter((path) => /\.gz$|writing\/.*\.json$/.test(path))).toEqual([]);
    record('fits');
    expect(await responses()).toEqual(['fits', null]);
  });

  it('in the middle of a response leaves no part of it', async () => {
    const place = newPlace();
    const { record, history } = openHistory(place);
    disk.instead.set('createWriteStream', (real, given) => {
      work();
      const file = real(...given) as WriteStream;
      let written = 0;
      const write = file._write.bind(file);
      file._write = (chunk: Buffer, encoding, done) => {
        written += chunk.length;
        if (written > 500_000) done(full());
        else write(chunk, encoding, done);
      };
      return file;
    });
    const noise = Buffer.from(Array.from({ length: 2_000_000 }, (_, at) => (at * at * 2_654_435_761) >>> 24));
    const id = record(noise);
    expect(await history.find(id)).toMatchObject({ sha256: undefined, isGone: true });
    expect(filesBelow(place.root).filter((path) => path.endsWith('.gz'))).toEqual([]);
  });

  it('with no room for an entry either costs the entry, and no later one', async () => {
    const place = newPlace();
    const { record, history, responses, troubles } = openHistory(place);
    disk.instead.set('mkdirSync', () => {
      throw full();
    });
    record('nowhere');
    expect(await history.list()).toEqual([]);
    expect(troubles).toEqual(['ENOSPC']);
    work();
    record('room');
    expect(await responses()).toEqual(['room']);
  });
});

it('without hard links, the response is copied', async () => {
  const place = newPlace();
  disk.instead.set('linkSync', () => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  const { record, responses } = openHistory(place);
  record('copied');
  expect(await responses()).toEqual(['copied']);
});

describe('the limit', () => {
  const megabyte = 1024 * 1024;
  const bodies = (root: string) => filesBelow(root).filter((path) => path.endsWith('.json.gz'));
  const used = (root: string) => bodies(root).reduce((sum, path) => sum + statSync(join(root, path)).size, 0);

  it('of 1 MB applies to two windows together: the oldest go first, pinned ones last', async () => {
    const place = newPlace();
    const limit = { bytes: megabyte };
    const windows = [openHistory(place, limit), openHistory(place, limit)];
    const pinned = windows[0]!.record(randomBytes(300_000));
    await windows[0]!.history.pin(pinned, true);
    const ids: string[] = [];
    for (let index = 1; index < 9; index += 1) {
      const { record, history } = windows[index % 2]!;
      ids.push(record(randomBytes(300_000)));
      await history.list();
      expect(used(place.root)).toBeLessThanOrEqual(megabyte);
    }
    const kept = (await windows[1]!.history.list()).filter((each) => each.sha256 !== undefined);
    expect(kept.map(({ id }) => id)).toEqual([ids[7], ids[6], pinned]);
    expect((await windows[0]!.history.find(ids[0]!))?.isGone).toBe(true);
    limit.bytes = 200_000;
    await windows[0]!.history.tidy();
    expect(bodies(place.root)).toEqual([]);
    expect((await windows[0]!.history.list()).length).toBe(9);
  });

  it('that a single response exceeds doesn’t cost the others', async () => {
    const place = newPlace();
    const { record, responses } = openHistory(place, { bytes: 100_000 });
    record('small');
    record(randomBytes(500_000));
    expect(await responses()).toEqual([null, 'small']);
  });

  it('of 0 keeps no response, not even for a moment', async () => {
    const place = newPlace();
    const { record, history } = openHistory(place, { bytes: 0 });
    const id = record('nothing of this');
    expect(bodies(place.root)).toEqual([]);
    expect(existsSync(join(place.root, 'entries', id, 'entry.json'))).toBe(true);
    expect((await history.find(id))?.isGone).toBe(true);
    expect(bodies(place.root)).toEqual([]);
  });
});

describe('any sequence of steps in two windows', () => {
  interface Model {
    readonly id: string;
    body: string | null;
    isPinned: boolean;
  }
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('record' as const),
        body: fc.option(fc.string({ maxLength: 50 })),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('pin' as const), at: fc.nat(9), isPinned: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat(9) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('clear' as const),
        what: fc.constantFrom('everything' as const, 'responses' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  );

  it('gives the result that a person expects', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), step), { maxLength: 15 }), async (all) => {
        const place = newPlace();
        const windows = [openHistory(place), openHistory(place)];
        let model: Model[] = [];
        for (const [index, each] of all) {
          const { record, history } = windows[index]!;
          if (each.kind === 'record') {
            const id = record(each.body ?? undefined);
            model.unshift({ id, body: each.body, isPinned: false });
          } else if (each.kind === 'restart') {
            history.dispose();
            // A process that has ended does nothing more.
            await history.list();
            windows[index] = openHistory(place);
            windows[index].history.resume();
          } else {
            // One window knows what the other writes once that is written.
            for (const window of windows) await window.history.list();
            if (each.kind === 'clear') {
              await history.clear(each.what);
              model = each.what === 'everything' ? [] : model.map((entry) => ({ ...entry, body: null }));
              continue;
            }
            const entry = model[each.at];
            if (!entry) continue;
            if (each.kind === 'pin') {
              await history.pin(entry.id, each.isPinned);
              entry.isPinned = each.isPinned;
            } else {
              await history.delete([entry.id]);
              model = model.filter(({ id }) => id !== entry.id);
            }
          }
        }
        for (const window of windows) window.history.resume();
        for (const window of windows) await window.history.list();
        for (const window of windows) {
          const found = await window.history.list();
          const responses = await window.responses();
          expect(found.map(({ id, isPinned }, at) => ({ id, isPinned, body: responses[at] }))).toEqual(
            model.map(({ id, isPinned, body }) => ({ id, isPinned, body })),
          );
          window.history.dispose();
        }
      }),
      { numRuns: propertyRuns(10, 500) },
    );
  });
});

it('responses with equal content belong to their entries alone', async () => {
  const place = newPlace();
  const { record, history, responses } = openHistory(place);
  const first = record('same');
  record('same');
  await history.delete([first]);
  expect(await responses()).toEqual(['same']);
  expect(filesBelow(place.root).filter((path) => path.includes(sha256('same')))).toHaveLength(1);
});
