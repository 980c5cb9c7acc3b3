import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { Uri, type TreeItem } from 'vscode';
import { rangeItem } from '#src/editor/range/rangeItem';
import { registerRangesView } from '#src/editor/range/rangesView';
import { memoryOf } from '../memoryOf';
import { editor } from '../fakeVscode/editor';

let folder: Uri;

beforeEach(() => {
  folder = Uri.file(join(mkdtempSync(join(tmpdir(), 'ranges-')), 'dayahead-prices'));
});

function writeManifest(states: Readonly<Record<string, string>>): void {
  const days = Object.entries(states).map(([day, state]) => [
    day,
    {
      state,
      outcome: state === 'failed' ? 'timeout' : 'success',
      rows: 96,
      placed: 96,
      bytes: 5,
      sha256: '',
      requestedAt: '2026-04-01T00:00:00Z',
      integrity: [],
    },
  ]);
  const manifest = {
    version: 1,
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1,SE3', currency: 'EUR' },
    format: 'parquet',
    connection: 'mine',
    addresses: '',
    columns: [],
    days: Object.fromEntries(days) as unknown,
  };
  mkdirSync(folder.fsPath, { recursive: true });
  writeFileSync(join(folder.fsPath, '..', '_dayahead-prices.manifest.json'), JSON.stringify(manifest));
}

const said = ({ label, description, contextValue }: TreeItem) => ({ label, description, contextValue });

it('the row of a range says which dataset, areas, and days it has, and where it is', async () => {
  writeManifest({ '2026-03-28': 'fetched', '2026-03-29': 'fetched' });
  const item = await rangeItem(folder, {});
  expect(item.label).toBe('Day-ahead prices · NO1, SE3');
  expect(item.description).toMatch(/^28 Mar 2026 to 29 Mar 2026 · .*\/dayahead-prices$/);
  expect(item.contextValue).toBe('range');
  expect(item.command).toMatchObject({ command: 'marketData.range.open', arguments: [folder] });
});

it('the row of a range begins with what is missing, including days that were requested and never fetched', async () => {
  writeManifest({ '2026-03-28': 'fetched', '2026-03-29': 'failed' });
  const item = await rangeItem(folder, { from: '2026-03-27', to: '2026-03-31' });
  expect(item.description).toMatch(/^3 not requested, 1 failed · 27 Mar 2026 to 31 Mar 2026 · /);
  expect(item.contextValue).toBe('range+lacking');
});

it('a folder that is gone can only be removed from the list', async () => {
  expect(said(await rangeItem(folder, {}))).toMatchObject({ description: 'not found', contextValue: 'gone' });
});

it('the list has the newest folder first, each once, with all days that were requested', async () => {
  const memory = memoryOf();
  const view = registerRangesView(memory, (each, asked) => rangeItem(each, asked));
  const children = () => editor.trees.get('marketData.ranges')?.provider.getChildren();
  const [one, other] = [Uri.file('/one'), Uri.file('/other')];
  view.note(one, { from: '2026-03-02', to: '2026-03-03' });
  view.note(other);
  view.note(one, { from: '2026-03-01', to: '2026-03-02' });
  expect((await children())?.map(String)).toEqual([one, other].map(String));
  expect(view.spanIn(one)).toMatchObject({ from: '2026-03-01', to: '2026-03-03' });
  view.forget(one);
  expect((await children())?.map(String)).toEqual([String(other)]);
  // The next window shows the same list.
  registerRangesView(memory, (each, asked) => rangeItem(each, asked));
  expect((await children())?.map(String)).toEqual([String(other)]);
});

it('a list that another version has stored differently is empty', async () => {
  registerRangesView(memoryOf({ 'marketData.ranges': [{ uri: 5 }] }), (each, asked) =>
    rangeItem(each, asked),
  );
  expect(await editor.trees.get('marketData.ranges')?.provider.getChildren()).toEqual([]);
});
