import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { pickRangeFolder } from '#src/editor/range/pickRangeFolder';
import { editor } from '../fakeVscode/editor';

let workspace: string;

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'ranges-'));
  editor.folders = [workspace];
});

/** A range whose days ended in these states, each day requested at its time. */
function writeRange(target: string, days: Readonly<Record<string, readonly [state: string, at: string]>>) {
  const entries = Object.entries(days).map(([day, [state, requestedAt]]) => {
    const outcome = state === 'failed' ? 'timeout' : 'success';
    const rows = { rows: 96, placed: 96, bytes: 5, sha256: '' };
    return [day, { state, outcome, ...rows, requestedAt, integrity: [] }] as const;
  });
  const manifest = {
    version: 2,
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1,SE3', currency: 'EUR' },
    format: 'parquet',
    connection: 'mine',
    addresses: '',
    columns: [],
    days: Object.fromEntries(entries),
  };
  return write(target, JSON.stringify(manifest));
}

function write(target: string, manifest: string): Uri {
  mkdirSync(join(workspace, target, 'dayahead-prices'), { recursive: true });
  const path = join(workspace, target, '_dayahead-prices.manifest.json');
  writeFileSync(path, manifest);
  return Uri.file(path);
}

it('the list says which areas and days a range has, what they lack, when it was run, and where it is, the newest first', async () => {
  const found = [
    writeRange('old', { '2026-03-28': ['fetched', '2026-04-01T10:00:00Z'] }),
    writeRange('new', {
      '2026-03-28': ['fetched', '2026-04-02T08:00:07Z'],
      '2026-03-29': ['failed', '2026-04-02T08:05:31Z'],
    }),
    // Other programs have files of such names, too.
    Uri.file(join(workspace, '_app.manifest.json')),
  ];
  editor.find = (pattern) => (pattern === '**/_*.manifest.json' ? found : []);
  editor.pick = (items) => items[0];
  expect((await pickRangeFolder('Open Range'))?.path).toBe(`${workspace}/new/dayahead-prices`);
  expect(editor.menus[0]).toMatchObject([
    {
      label: 'Day-ahead prices · NO1, SE3',
      description: '28 Mar 2026 to 29 Mar 2026 · 1 failed · last run 2026-04-02 10:05',
      detail: 'new/dayahead-prices',
    },
    {
      label: 'Day-ahead prices · NO1, SE3',
      description: '28 Mar 2026 · last run 2026-04-01 12:00',
      detail: 'old/dayahead-prices',
    },
    { label: 'Other Folder…' },
  ]);
});

it("a range whose manifest can't be read is listed without its state, because opening it says why", async () => {
  const manifest = write('newer', '{ "version": 99 }');
  editor.find = () => [manifest];
  editor.pick = (items) => items[0];
  expect((await pickRangeFolder('Open Range'))?.path).toBe(`${workspace}/newer/dayahead-prices`);
  expect(editor.menus[0]?.[0]).toMatchObject({ label: 'dayahead-prices', detail: 'newer/dayahead-prices' });
});

it('a folder elsewhere is browsed for: at once if the workspace has no range', async () => {
  const elsewhere = Uri.file('/elsewhere/dayahead-prices');
  editor.select = () => elsewhere;
  expect(await pickRangeFolder('Open Range')).toBe(elsewhere);
  expect(editor.menus).toEqual([]);
  const manifest = writeRange('here', {});
  editor.find = () => [manifest];
  editor.pick = (items) => items.find(({ label }) => label === 'Other Folder…');
  expect(await pickRangeFolder('Open Range')).toBe(elsewhere);
  expect(editor.menus[0]?.[0]).toMatchObject({ description: '' });
  editor.pick = () => undefined;
  expect(await pickRangeFolder('Open Range')).toBeUndefined();
  expect(editor.dialogs).toHaveLength(2);
});
