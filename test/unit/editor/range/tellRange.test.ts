import { beforeEach, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { showRangeEnd } from '#src/editor/range/rangeMessages';
import { findDataset } from '#src/market/datasets/datasets';
import { RangeReport } from '#src/range/rangeReport';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

/** What a person chooses in each message, by its first button; a message that isn't answered stays. */
const choices = new Map<string, Promise<string | undefined>>();

const counts = { ...new RangeReport().outcome, days: 3, fetched: 3 };
const summary = { ...counts, target: 'file:///project/data', manifest: 'file:///m' };
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  choices.clear();
  editor.answer = ({ buttons }) => choices.get(buttons[0] ?? '');
  editor.folders = ['/project'];
  editor.disk = new MemoryDisk({ '/project/.git/HEAD': '' });
});

it('the range opens at once, while the question about Git waits for its answer', async () => {
  choices.set('Open', Promise.resolve('Open'));
  choices.set('Add to .gitignore', never());
  void showRangeEnd(findDataset('dayahead-turnover')!, summary, never);
  await vi.waitFor(() =>
    expect(editor.commands).toEqual([
      ['marketData.range.open', { target: Uri.file('/project/data/dayahead-turnover') }],
    ]),
  );
  expect(editor.told.some((message) => message.includes('Git repository'))).toBe(true);
});

it("a run whose report doesn't fit into a message offers the log, which has the whole report", async () => {
  choices.set('Open', Promise.resolve('Show Log'));
  const problems = ['2026-03-01: Incomplete', '2026-03-02: Preliminary', '2026-03-04: No data'];
  await showRangeEnd(findDataset('dayahead-turnover')!, { ...summary, problems }, never);
  expect(editor.messages[0]?.buttons).toEqual(['Open', 'Show Log']);
  expect(editor.told[0]).toBe(
    'Day-ahead turnover: 3 delivery days: 3 fetched. 2026-03-01: Incomplete 2026-03-02: Preliminary',
  );
  expect(editor.commands).toEqual([['marketData.showLog']]);
});

it('a run with failed days offers to fetch them again, without another prompt', async () => {
  choices.set('Open', Promise.resolve('Fetch Again'));
  const fetchAgain = vi.fn(() => Promise.resolve());
  const failed = { ...summary, fetched: 2, failed: 1, problems: ['No.'] };
  void showRangeEnd(findDataset('dayahead-turnover')!, failed, fetchAgain);
  await vi.waitFor(() => expect(fetchAgain).toHaveBeenCalledOnce());
  expect(editor.commands).toEqual([]);
  expect(editor.told[0]).toBe('Day-ahead turnover: 3 delivery days: 2 fetched, 1 failed. No.');
});

it('a failure names what failed without the icons and links that outside text contains', async () => {
  choices.set('Open', Promise.resolve('Fetch Again'));
  const failed = { ...summary, fetched: 2, failed: 1, problems: ['No.'] };
  const fetchAgain = () => Promise.reject(new Error('$(check) [Fixed](command:marketData.showLog)'));
  await showRangeEnd(findDataset('dayahead-turnover')!, failed, fetchAgain);
  expect(editor.told).toContain('$ (check) [Fixed] (command:marketData.showLog)');
});

it('a run that got only part of a day ends with a warning', async () => {
  const lacking = { ...summary, fetched: 2, incomplete: 1 };
  void showRangeEnd(findDataset('dayahead-turnover')!, lacking, never);
  await vi.waitFor(() =>
    expect(editor.told[0]).toBe('Day-ahead turnover: 3 delivery days: 2 fetched, 1 incomplete.'),
  );
});

it('a run of a query in a file offers the command line that does the same', async () => {
  choices.set('Open', Promise.resolve('Copy as Command'));
  await showRangeEnd(findDataset('dayahead-turnover')!, summary, never, 'node cli.js range');
  expect(editor.clipboard).toBe('node cli.js range');
  expect(editor.messages[0]?.buttons).toEqual(['Open', 'Copy as Command']);
});
