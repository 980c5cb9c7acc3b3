import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { removeAllQuietly } from '#src/disk/removeQuietly';
import { newId, newPlace, openHistory, storedEntry } from './histories';

vi.mock('#src/disk/removeQuietly', { spy: true });

it('after a clock that ran ahead, what it noted goes first, not what is new', async () => {
  const { record, history } = openHistory(newPlace(), { bytes: 6000 });
  const ahead = record(randomBytes(5000), { at: '2100-01-01T00:00:00.000Z' });
  await history.list();
  const fresh = record(randomBytes(5000));
  await history.list();
  expect((await history.find(fresh))?.sha256).toBeDefined();
  expect(await history.find(ahead)).toMatchObject({ sha256: undefined, isGone: true });
});

it('a broken entry that was written by a clock that ran ahead is removed like any other', async () => {
  const place = newPlace();
  const broken = join(place.root, 'entries', newId());
  mkdirSync(broken, { recursive: true });
  utimesSync(broken, new Date(), new Date('2100-01-01'));
  await openHistory(place).history.tidy();
  expect(existsSync(broken)).toBe(false);
});

it('an entry says that its response is gone before it is removed, in case the window is killed in between', async () => {
  const place = newPlace();
  const { history } = openHistory(place);
  const id = newId();
  history.record(id, storedEntry({ hadBody: true, bytes: 5 }), undefined);
  // Another window was compressing the response.
  const session = join(place.root, 'writing', 'other');
  mkdirSync(session);
  writeFileSync(join(session, `${id}.json`), 'other');
  const marks: boolean[] = [];
  vi.mocked(removeAllQuietly).mockImplementation(() => {
    marks.push(existsSync(join(place.root, 'entries', id, 'gone')));
    return Promise.resolve();
  });
  await history.clear('responses');
  expect(marks[0]).toBe(true);
});

it('nothing is written or removed through a symbolic link in place of an entry', async () => {
  const place = newPlace();
  const { history, record } = openHistory(place);
  await history.pin(record('mine'), true);
  const [elsewhere, id] = [join(place.spool, 'elsewhere'), newId()];
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(place.root, 'entries', id));
  await expect(history.pin(id, true)).rejects.toThrow();
  expect(readdirSync(elsewhere)).toEqual([]);
  writeFileSync(join(elsewhere, 'pinned.json'), 'not ours');
  await expect(history.pin(id, false)).rejects.toThrow();
  expect(readdirSync(elsewhere)).toEqual(['pinned.json']);
});
