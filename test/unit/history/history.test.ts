import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DamagedBody } from '#src/history/keptBody';
import { filesBelow, newId, newPlace, openHistory, responseOf, sha256, storedEntry } from './histories';

const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7919 + at * at) % 251));

describe('a query is found again', () => {
  it('newest first, with the response exactly as it was received', async () => {
    const place = newPlace();
    const one = openHistory(place);
    const first = one.record('[1, 2.50]');
    const second = one.record('{"Ø": 1e3}');
    expect((await one.history.list()).map(({ id }) => id)).toEqual([second, first]);
    expect(await one.responses()).toEqual(['{"Ø": 1e3}', '[1, 2.50]']);
    expect(one.troubles).toEqual([]);
  });

  it('after a restart, and in another window at the same time', async () => {
    const place = newPlace();
    const one = openHistory(place);
    const other = openHistory(place);
    one.record('one');
    other.record('other');
    await one.history.list();
    expect(await other.responses()).toEqual(['other', 'one']);
    one.history.dispose();
    expect(await openHistory(place).responses()).toEqual(['other', 'one']);
  });

  it('although the result and its file are discarded right after', async () => {
    const place = newPlace();
    const { record, responses } = openHistory(place);
    const id = record('soon gone');
    rmSync(join(place.spool, `${id}.json`));
    expect(await responses()).toEqual(['soon gone']);
  });

  it('only by its person, compressed, and without leftovers', async () => {
    const place = newPlace();
    const { record, history } = openHistory(place);
    const id = record('a'.repeat(100_000));
    await history.list();
    const entry = join(place.root, 'entries', id);
    const body = `${sha256('a'.repeat(100_000))}.json.gz`;
    expect(readdirSync(entry).sort()).toEqual([body, 'entry.json'].sort());
    expect(statSync(join(entry, body)).size).toBeLessThan(5000);
    const [session = ''] = readdirSync(join(place.root, 'writing'));
    expect(readdirSync(join(place.root, 'writing', session))).toEqual(['owner']);
    for (const path of filesBelow(place.root)) {
      const { mode } = statSync(join(place.root, path));
      expect([path, mode & 0o077]).toEqual([path, 0]);
    }
  });

  it('even without a response', async () => {
    const { record, responses, history } = openHistory(newPlace());
    record(undefined, { outcome: { kind: 'cancelled' } });
    expect(await responses()).toEqual([null]);
    expect((await history.list())[0]?.isGone).toBe(false);
  });
});

describe('nothing wrong is shown as the response', () => {
  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -9)],
    [
      'changed',
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, 30), Buffer.from([bytes[30]! ^ 1]), bytes.subarray(31)]),
    ],
    ['another response', () => gzipSync('something else')],
    ['not gzip', () => Buffer.from('[1, 2]')],
    ['empty', () => Buffer.alloc(0)],
    ['much longer', () => gzipSync(Buffer.alloc(50_000_000))],
  ])('a file that is %s is rejected and removed', async (_, damage) => {
    const place = newPlace();
    const { record, history, responses } = openHistory(place);
    const id = record(noise(1000));
    await history.list();
    const file = join(place.root, 'entries', id, `${sha256(noise(1000))}.json.gz`);
    writeFileSync(file, damage(readFileSync(file)));
    const entry = (await history.find(id))!;
    const read = join(place.spool, 'read');
    await expect(history.extract(entry, read)).rejects.toThrow(DamagedBody);
    expect(!existsSync(read) || statSync(read).size <= 1000).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(await responses()).toEqual([null]);
    expect((await history.find(id))?.isGone).toBe(true);
  });

  it("a response whose file has another length than what was received isn't kept", async () => {
    const { record, history } = openHistory(newPlace());
    const short = record('[1, 2', { bytes: 6 });
    const long = record('[1, 2]!', { bytes: 6 });
    for (const id of [short, long]) {
      expect(await history.find(id)).toMatchObject({ sha256: undefined, isGone: true });
    }
  });

  it('symbolic links, foreign names, and broken entries are skipped, and removed only after a day', async () => {
    const place = newPlace();
    const { record, history } = openHistory(place);
    const good = record('good');
    await history.list();
    const entries = join(place.root, 'entries');
    const secret = join(place.spool, 'secret');
    mkdirSync(secret);
    writeFileSync(join(secret, 'entry.json'), JSON.stringify(storedEntry()));
    symlinkSync(secret, join(entries, newId()));
    const put = (name: string, text: string) => {
      mkdirSync(join(entries, name));
      writeFileSync(join(entries, name, 'entry.json'), text);
      return name;
    };
    put('not-an-id', JSON.stringify(storedEntry()));
    const broken = [
      '',
      '{',
      'null',
      JSON.stringify({ ...storedEntry(), dataset: '../../else' }),
      JSON.stringify({ ...storedEntry(), at: 'yesterday' }),
      JSON.stringify({ ...storedEntry(), by: 'nobody' }),
      JSON.stringify({ ...storedEntry(), parameters: { a: 1 } }),
      JSON.stringify({ ...storedEntry(), bytes: -1 }),
      JSON.stringify({ ...storedEntry(), connection: 'x'.repeat(2_000_000) }),
    ].map((text) => put(newId(), text));
    const newer = put(newId(), JSON.stringify({ version: 2 }));
    const linked = newId();
    mkdirSync(join(entries, linked));
    symlinkSync(join(secret, 'entry.json'), join(entries, linked, 'entry.json'));
    writeFileSync(join(entries, newId()), 'a file');

    expect((await history.list()).map(({ id }) => id)).toEqual([good]);
    for (const id of [...broken, linked, '../../secret', '', 'x'.repeat(1e6)]) {
      expect(await history.find(id)).toBeUndefined();
    }
    await history.tidy();
    expect(broken.every((id) => existsSync(join(entries, id)))).toBe(true);
    for (const id of [...broken, newer, linked]) utimesSync(join(entries, id), 0, 0);
    await history.tidy();
    expect(broken.filter((id) => existsSync(join(entries, id)))).toEqual([]);
    expect([newer, good].every((id) => existsSync(join(entries, id)))).toBe(true);
    expect(existsSync(join(secret, 'entry.json'))).toBe(true);
  });

  it("a response that is a symbolic link isn't read", async () => {
    const place = newPlace();
    const { record, history } = openHistory(place);
    const id = record('mine');
    await history.list();
    const file = join(place.root, 'entries', id, `${sha256('mine')}.json.gz`);
    const other = join(place.spool, 'other.gz');
    writeFileSync(other, gzipSync('mine'));
    rmSync(file);
    symlinkSync(other, file);
    await expect(responseOf(history, (await history.find(id))!, place.spool)).rejects.toThrow();
    await history.clear('everything');
    expect(existsSync(other)).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('something else in the place of a history file', () => {
  it('blocks neither the list nor a later window if it is a pipe', async () => {
    const place = newPlace();
    const { record, history } = openHistory(place);
    const good = record('good');
    await history.list();
    history.dispose();
    const put = (entry: string) => {
      mkdirSync(join(place.root, 'entries', entry));
      return join(place.root, 'entries', entry);
    };
    execFileSync('mkfifo', [join(put(newId()), 'entry.json')]);
    const waiting = newId();
    const entry = put(waiting);
    writeFileSync(join(entry, 'entry.json'), JSON.stringify(storedEntry({ bytes: 5, hadBody: true })));
    const session = join(place.root, 'writing', 'ended');
    mkdirSync(session);
    execFileSync('mkfifo', [join(session, `${waiting}.json`)]);

    const later = openHistory(place).history;
    later.resume();
    expect((await later.list()).map(({ id }) => id).sort()).toEqual([good, waiting].sort());
    execFileSync('mkfifo', [join(entry, `${sha256('mine!')}.json.gz`)]);
    await expect(responseOf(later, (await later.find(waiting))!, place.spool)).rejects.toThrow(DamagedBody);
    expect(readdirSync(entry).sort()).toEqual(['entry.json', 'gone']);
  });

  it('is removed without its target if it is a symbolic link', async () => {
    for (const name of ['entries', 'writing'] as const) {
      for (const step of ['clear', 'record', 'resume'] as const) {
        const place = newPlace();
        const elsewhere = join(place.spool, 'elsewhere');
        const files = [`${newId()}.json`, join(newId(), 'entry.json'), join('session', `${newId()}.json`)];
        for (const file of files) {
          mkdirSync(dirname(join(elsewhere, file)), { recursive: true });
          writeFileSync(join(elsewhere, file), 'not ours');
        }
        mkdirSync(place.root);
        symlinkSync(elsewhere, join(place.root, name));
        const { record, history } = openHistory(place, { bytes: 0 });
        if (step === 'record') record('mine');
        if (step === 'resume') history.resume();
        if (step === 'clear') await history.clear('everything');
        await history.list();
        await history.clear('responses');
        history.dispose();
        for (const file of files) expect(readFileSync(join(elsewhere, file), 'utf8')).toBe('not ours');
        expect(readdirSync(elsewhere)).toHaveLength(3);
      }
    }
  });
});

describe('pins', () => {
  it('stay after a restart with their fingerprint, and find the newest entry with a response', async () => {
    const place = newPlace();
    const { record, history } = openHistory(place);
    const [first, second, third] = [record('1'), record('2'), record(undefined)];
    for (const id of [first, second, third]) await history.pin(id, true, 'v1:sha256:aa');
    await history.pin(second, true);
    const again = openHistory(place).history;
    expect((await again.pinnedWith('v1:sha256:aa'))?.id).toBe(second);
    expect(await again.pinnedWith('v1:sha256:bb')).toBeUndefined();
    await again.pin(second, false);
    expect((await history.find(second))?.isPinned).toBe(false);
    expect((await history.pinnedWith('v1:sha256:aa'))?.id).toBe(first);
  });

  it('protect a response that is about to be pinned, and cost no earlier pin if it never is', async () => {
    const place = newPlace();
    const { history, record, responses } = openHistory(place, { bytes: 6000 });
    const [before, fresh] = [randomBytes(5000), randomBytes(5000)];
    await history.pin(record(before), true);
    const recordSpared = () => {
      const id = newId();
      const end = history.spare(id);
      const file = join(place.spool, `${id}.json`);
      writeFileSync(file, fresh);
      history.record(id, storedEntry({ bytes: 5000, wireBytes: 5000, hadBody: true }), file);
      return { id, end };
    };
    const isKept = async () => (await responses()).map((response) => response !== null);
    const unpinned = recordSpared();
    expect(await isKept()).toEqual([true, true]);
    unpinned.end();
    expect(await isKept()).toEqual([false, true]);
    const pinned = recordSpared();
    await history.pin(pinned.id, true);
    pinned.end();
    // The oldest pins go first.
    expect((await history.find(pinned.id))?.sha256).toBe(sha256(fresh));
    expect((await isKept()).filter(Boolean)).toHaveLength(1);
  });

  it('can be set for a query that is still being written', async () => {
    const { record, history } = openHistory(newPlace());
    const id = record(noise(3_000_000));
    await history.pin(id, true);
    expect(await history.find(id)).toMatchObject({ isPinned: true, sha256: sha256(noise(3_000_000)) });
  });
});

describe('clearing', () => {
  it('removes everything, even what is being written here and in other windows', async () => {
    const place = newPlace();
    const one = openHistory(place);
    const other = openHistory(place);
    const pinned = one.record('pinned');
    await one.history.pin(pinned, true);
    other.record(noise(5_000_000));
    one.record(noise(5_000_000));
    one.record('last');
    await one.history.clear('everything');
    expect(readdirSync(join(place.root, 'entries'))).toEqual([]);
    expect(await other.history.list()).toEqual([]);
    const files = filesBelow(join(place.root, 'writing')).filter((path) => path.includes('/'));
    expect(files.filter((path) => !path.endsWith('/owner'))).toEqual([]);
  });

  it('only responses keeps the list, says so, and later responses are kept again', async () => {
    const place = newPlace();
    const { record, history, responses } = openHistory(place);
    const first = record('first');
    await history.list();
    await history.pin(first, true);
    const second = record(noise(5_000_000));
    await history.clear('responses');
    expect((await history.list()).map(({ id, isGone, sha256: kept }) => [id, isGone, kept])).toEqual([
      [second, true, undefined],
      [first, true, undefined],
    ]);
    expect(
      filesBelow(place.root).filter(
        (path) =>
          path.endsWith('.gz') ||
          (path.endsWith('.json') && !path.endsWith('entry.json') && !path.endsWith('pinned.json')),
      ),
    ).toEqual([]);
    record('third');
    expect(await responses()).toEqual(['third', null, null]);
  });

  it('a single entry removes it alone, even while it is being written', async () => {
    const { record, history, responses } = openHistory(newPlace());
    record('stays');
    const id = record(noise(5_000_000));
    await history.delete([id, '../../x', newId()]);
    expect(await responses()).toEqual(['stays']);
  });

  it.skipIf(process.getuid?.() === 0)("rejects if something couldn't be removed", async () => {
    const place = newPlace();
    const { record, history } = openHistory(place);
    record('x');
    await history.list();
    chmodSync(join(place.root, 'entries'), 0o500);
    try {
      await expect(history.clear('everything')).rejects.toThrow();
    } finally {
      chmodSync(join(place.root, 'entries'), 0o700);
    }
  });
});
