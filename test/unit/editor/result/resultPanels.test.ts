import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { EditorAnswers } from '#src/editor/shell/editorAnswers';
import type { ColumnChoice } from '#src/protocol/tableTypes';
import { exportChoicesIn, type Remembered } from '#src/editor/shell/remembered';
import { RestoredTabs } from '#src/editor/result/restoredTabs';
import { ResultPanel } from '#src/editor/result/resultPanel';
import { ResultPanels } from '#src/editor/result/resultPanels';
import type { ShownQueries } from '#src/editor/result/shownQueries';
import { findDataset } from '#src/market/datasets/datasets';
import { originalsOf } from '#src/results/comparedResults';
import { newResult, type Progress, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { openedFile } from '../../results/openedFiles';
import { memoryOf } from '../memoryOf';
import { selectedConnection } from '../selectedConnection';
import { FakeTab } from '../fakeVscode/fakeTab';
import { editor } from '../fakeVscode/editor';
import { extensionWithPage } from './extensionWithPage';

vi.mock('node:fs', { spy: true });

const extension = extensionWithPage();

function resultOf(id: string, deliveryarea: string, progress: Progress): Result {
  const query = { dataset: findDataset('dayahead-prices')!, parameters: { deliveryarea } };
  return Object.assign(newResult(id, query, 'sandbox', ''), { progress });
}

/** The result tabs over a store that restores these results, and a history that reads these again. */
function panelsOf(
  queries: Partial<ShownQueries>,
  restored: Result[] = [],
  inHistory: Result[] = [],
  inStore: Partial<ResultStore> = {},
) {
  const idIn = (results: Result[], id: string) => Promise.resolve(results.find((each) => each.id === id));
  const compared: string[][] = [];
  const shownQueries = doubleOf<ShownQueries>({ remember: () => undefined, ...queries });
  const store = doubleOf<ResultStore>({
    onDidChange: () => () => undefined,
    setShown: () => undefined,
    ask: () => new Promise<never>(() => undefined),
    restore: (id) => idIn(restored, id),
    compare: (one, other) => (compared.push([one.id, other.id]), Promise.resolve(one)),
    ...inStore,
  });
  const active: string[] = [];
  const connections = selectedConnection();
  const parts = {
    store,
    columnChoices: doubleOf<Remembered<ColumnChoice>>({ of: () => null }),
    exportChoices: exportChoicesIn(memoryOf()),
    act: () => undefined,
    waits: { nextRequest: () => undefined, onDidChange: () => () => undefined },
    connections,
    answers: doubleOf<EditorAnswers>({}),
    log: doubleOf<vscode.LogOutputChannel>({ warn: () => undefined }),
  };
  const panels = new ResultPanels(extension, shownQueries, ({ id }) => void active.push(id));
  panels.connect(parts);
  const tabs = new RestoredTabs(store, panels, shownQueries, (id) => idIn(inHistory, id));
  const restore = (state: unknown) => tabs.deserializeWebviewPanel(new FakeTab(), state);
  return { panels, restore, compared, active, connections };
}

const success: Progress = { kind: 'ended', outcome: { kind: 'success', status: 200 } };

describe('the name of a tab', () => {
  const onProduction = (id: string, progress: Progress) =>
    Object.assign(resultOf(id, 'NO1', progress), { connection: 'production' });
  const titles = () => editor.tabs.map(({ title }) => title);

  it("ends in its connection if that isn't the selected one, and changes when another is selected", () => {
    const { panels, connections } = panelsOf({}, [], [], { areasWithData: () => new Set() });
    void panels.show(resultOf('sample', 'NO1', success));
    void panels.show(onProduction('real', success));
    expect(titles()).toEqual(['Day-ahead prices · NO1', 'Day-ahead prices · NO1 · production']);
    connections.select('production');
    expect(titles()).toEqual(['Day-ahead prices · NO1 · sandbox', 'Day-ahead prices · NO1']);
  });

  it('ends in the connection after what went wrong, and however long the rest is', () => {
    const { panels } = panelsOf({});
    void panels.show(onProduction('failed', { kind: 'ended', outcome: { kind: 'timeout' } }));
    const areas = Array.from({ length: 40 }, (_, index) => `NO${index}`).join(',');
    void panels.show(
      Object.assign(onProduction('long', success), { query: resultOf('', areas, success).query }),
    );
    expect(titles()).toEqual([
      'Day-ahead prices · NO1 · failed · production',
      expect.stringMatching(/^Day-ahead prices · NO0, .*… · production$/),
    ]);
  });

  it('says what went wrong as soon as the query has ended, and no longer once it runs again', () => {
    const { panels } = panelsOf({}, [], [], { areasWithData: () => new Set() });
    const asked = resultOf('asked', 'NO1', { kind: 'asking' });
    void panels.show(asked);
    expect(titles()).toEqual(['Day-ahead prices · NO1']);
    Object.assign(asked, { progress: { kind: 'ended', outcome: { kind: 'timeout' } } });
    panels.tabOf('asked')!.change({ kind: 'changed' });
    expect(titles()).toEqual(['Day-ahead prices · NO1 · failed']);
    void panels.show(resultOf('again', 'NO1', { kind: 'asking' }), { inPlaceOf: 'asked' });
    expect(titles()).toEqual(['Day-ahead prices · NO1']);
  });

  it('ends in the connection of both compared results, but not in one of two, and not in the name of a file', () => {
    const { panels } = panelsOf({});
    const versus = (first: Result, second: Result) => {
      const compared = { kind: 'comparison', ...originalsOf(first, second, 'UTC'), summary: null } as const;
      return { ...newResult('', first.query, first.connection, '', compared), progress: success };
    };
    const [one, other] = [onProduction('one', success), resultOf('other', 'NO1', success)];
    void panels.show(versus(one, { ...one, startedEpochMs: 0 }));
    void panels.show(versus(one, other));
    const file = {
      ...resultOf('file', 'NO1', success),
      connection: 'file',
      source: openedFile({ name: 'a.json' }),
    };
    void panels.show(versus(file, one));
    void panels.show(file);
    expect(titles()).toEqual([
      expect.stringMatching(/ vs\. .* · production$/),
      'Day-ahead prices · NO1 · sandbox vs. production',
      'Day-ahead prices · NO1 · production vs. a.json',
      'a.json · Day-ahead prices · NO1',
    ]);
  });
});

it('a prompt that was open while its tab moved on to another result changes the query in that tab', () => {
  const { panels } = panelsOf({});
  const first = resultOf('first', 'NO1', success);
  const running = resultOf('running', 'NO2', { kind: 'asking' });
  void panels.show(first);
  void panels.show(running, { inPlaceOf: 'first' });
  void panels.show(resultOf('next', 'NO3', { kind: 'asking' }), { inPlaceOf: 'first' });
  void panels.show(resultOf('last', 'NO4', { kind: 'asking' }), { inPlaceOf: 'running' });
  expect(editor.tabs).toHaveLength(1);
  expect(panels.tabOf('last')).toBeDefined();
  void panels.show(resultOf('unknown', 'NO5', { kind: 'asking' }), { inPlaceOf: 'elsewhere' });
  expect(editor.tabs).toHaveLength(2);
});

it('listeners to the active tab get its result, and the next result that the tab shows', () => {
  const { panels, active } = panelsOf({});
  void panels.show(resultOf('a', 'NO1', success));
  editor.tabs[0]!.active = false;
  void panels.show(resultOf('b', 'NO2', success));
  void panels.show(resultOf('c', 'NO3', success), { inPlaceOf: 'b' });
  expect([...new Set(active)]).toEqual(['a', 'b', 'c']);
});

it("a tab whose page isn't in the extension closes again, and nothing takes it for the tab of its result", () => {
  const setShown = vi.fn();
  const { panels } = panelsOf({}, [], [], { setShown });
  vi.mocked(readFileSync).mockImplementationOnce(() => {
    throw new Error('no such file: style.css');
  });
  expect(() => panels.show(resultOf('a', 'NO1', success))).toThrow('style.css');
  expect(editor.tabs.at(-1)?.isClosed).toBe(true);
  expect(setShown).not.toHaveBeenCalled();
  expect(panels.tabOf('a')).toBeUndefined();
});

it('a tab with the same query fills itself without coming to the front, and other tabs stay as they are', () => {
  const { panels } = panelsOf({});
  void panels.show(resultOf('early', 'NO1', success));
  void panels.show(resultOf('other', 'NO2', success));
  const reveal = vi.spyOn(ResultPanel.prototype, 'reveal');
  expect(panels.fill(resultOf('there', 'NO1', success))).toBe(true);
  expect(panels.fill(resultOf('elsewhere', 'NO3', success))).toBe(false);
  expect(['there', 'other', 'early', 'elsewhere'].map((id) => panels.tabOf(id) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(reveal).not.toHaveBeenCalled();
  expect(editor.tabs).toHaveLength(2);
});

describe('a restored tab', () => {
  const gone = (id: string) => resultOf(id, 'NO1', { kind: 'gone' });

  it('shows its response from the history if its own files are gone, instead of offering to run the query', async () => {
    const inHistory = resultOf('a', 'NO1', success);
    const { panels, restore } = panelsOf({ goneResult: gone }, [], [inHistory]);
    await restore({ result: 'a' });
    expect(panels.tabOf('a')?.result).toBe(inHistory);
    await restore({ result: 'b' });
    expect(panels.tabOf('b')?.result.progress.kind).toBe('gone');
  });

  it('reads nothing from the history if its own files are there', async () => {
    const restored = resultOf('a', 'NO1', success);
    const { panels, restore } = panelsOf({ goneResult: gone }, [restored], [resultOf('a', 'NO1', success)]);
    await restore({ result: 'a' });
    expect(panels.tabOf('a')?.result).toBe(restored);
  });

  it('compares its two results again, even if one is only in the history', async () => {
    const [one, other] = [resultOf('one', 'NO1', success), resultOf('other', 'NO2', success)];
    const source = { kind: 'comparison', ...originalsOf(one, other, 'UTC'), summary: null } as const;
    const { restore, compared } = panelsOf({ goneResult: (id) => ({ ...gone(id), source }) }, [one], [other]);
    await restore({ result: 'compared' });
    expect(compared).toEqual([['one', 'other']]);
  });
});
