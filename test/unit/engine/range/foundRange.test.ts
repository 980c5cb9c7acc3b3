import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { localPlace } from '#src/disk/place';
import { onlyRangeIn } from '#src/engine/range/foundRange';
import { RangeFolder } from '#src/engine/range/rangeFolder';
import { placeWith } from '../../disk/placeWith';
import type { DayEntry } from '#src/range/dayState';
import { responseName } from '#src/range/folderFiles';
import { verificationText, verifiedRange } from '#src/engine/range/verifiedRange';

const dataset = 'dayahead-prices';
const asked = { dataset, parameters: {}, format: 'ndjson', connection: 'mine', addresses: 'a' } as const;
const days = ['2026-02-27', '2026-02-28', '2026-03-01'];
const pathOf = (day: string) => join(target, dataset, `day=${day}`, 'part-0.ndjson');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const sentOn = (day: string) => `sent for ${day}`;
const responseOn = (day: string) => responseName(day, hashOf(sentOn(day)));
const responses = `_${dataset}.responses`;
const found = () => onlyRangeIn(localPlace(target), target);

let target = '';

beforeEach(async () => {
  target = mkdtempSync(join(tmpdir(), 'found-'));
  const folder = await RangeFolder.open(localPlace(join(target, dataset)), asked);
  await folder.take(days, new AbortController().signal);
  for (const day of days) {
    const [rows, response] = [await folder.newFile(() => ''), await folder.newFile(() => '')];
    const text = `{"value":${Number(day.slice(8))}}\n`;
    writeFileSync(rows, text);
    writeFileSync(response, sentOn(day));
    const entry: DayEntry = {
      outcome: 'success',
      state: 'fetched',
      rows: 1,
      placed: 1,
      bytes: text.length,
      sha256: hashOf(text),
      response: { file: responseOn(day), bytes: sentOn(day).length, sha256: hashOf(sentOn(day)) },
      requestedAt: '2026-04-01T00:00:00Z',
      integrity: [],
    };
    expect(await folder.put(day, { rows, response }, entry, await folder.held(day))).toBe(true);
  }
  await folder.end();
});

it('a day whose rows changed while they were to be replaced can be put into the folder once more', async () => {
  const [day = ''] = days;
  const folder = await RangeFolder.open(localPlace(join(target, dataset)), asked);
  await folder.take([day], new AbortController().signal);
  const files = { rows: await folder.newFile(() => ''), response: await folder.newFile(() => '') };
  writeFileSync(files.rows, 'new rows');
  writeFileSync(files.response, 'sent anew');
  const { entry: before } = await folder.held(day);
  const sha256 = hashOf('sent anew');
  const response = { file: responseName(day, sha256), bytes: 9, sha256 };
  const entry = { ...before!, bytes: 8, sha256: hashOf('new rows'), response };
  expect(await folder.put(day, files, entry, { entry: before, version: 'another' })).toBe(false);
  expect(await folder.put(day, files, entry, await folder.held(day))).toBe(true);
  await folder.end();
  expect(await verifiedRange(await found(), new AbortController().signal)).toMatchObject({
    days: 3,
    good: 3,
  });
});

it('verifying names the days whose file is gone or has other content, also of the same size', async () => {
  const [gone = '', other = ''] = days;
  rmSync(pathOf(gone));
  writeFileSync(pathOf(other), '{"value":99}\n');
  expect(await verifiedRange(await found(), new AbortController().signal)).toEqual({
    days: 3,
    good: 1,
    missing: [gone],
    changed: [other],
    added: [],
  });
});

it('verifying names responses that are gone, were changed, or were put there by others', async () => {
  const [gone = '', other = ''] = days;
  rmSync(join(target, responses, responseOn(gone)));
  writeFileSync(join(target, responses, responseOn(other)), sentOn(other).toUpperCase());
  writeFileSync(join(target, responses, 'day=2026-02-27 (1).json.gz'), '');
  expect(await verifiedRange(await found(), new AbortController().signal)).toEqual({
    days: 3,
    good: 1,
    missing: [`${responses}/${responseOn(gone)}`],
    changed: [`${responses}/${responseOn(other)}`],
    added: [`${responses}/day=2026-02-27 (1).json.gz`],
  });
});

it('verifying names files that a program would take for data, but no run has written', async () => {
  const added = ['day=2026-02-27/part-1.ndjson', 'day=2026-03-02/part-0.ndjson', 'notes/more.ndjson'];
  for (const name of added) {
    mkdirSync(join(target, dataset, name, '..'), { recursive: true });
    writeFileSync(join(target, dataset, name), '{}\n');
  }
  writeFileSync(join(target, dataset, 'README.md'), '');
  const verification = await verifiedRange(await found(), new AbortController().signal);
  expect(verification).toEqual({ days: 3, good: 3, missing: [], changed: [], added });
  expect(verificationText(verification)).toBe(
    `Unchanged files: 3 of 3 delivery days. Added by other programs (3): ${added.join(', ')}.`,
  );
});

it("verifying rejects with the reason of the disk if a file can't be read, instead of calling it changed", async () => {
  const denied = () => Promise.reject(Object.assign(new Error('denied'), { code: 'EACCES' }));
  const place = placeWith(localPlace(target), ({ name }) =>
    name.startsWith('part-') ? { localPath: undefined, read: denied } : {},
  );
  await expect(verifiedRange(await onlyRangeIn(place, target), new AbortController().signal)).rejects.toThrow(
    "Couldn't read day=2026-02-27/part-0.ndjson (EACCES).",
  );
});

it('a manifest with more columns than a table can have is rejected at once', async () => {
  const path = join(target, `_${dataset}.manifest.json`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...manifest, columns: Array.from({ length: 200_000 }, () => 'a') }));
  await expect(found()).rejects.toThrow("isn't a manifest of a range");
});
