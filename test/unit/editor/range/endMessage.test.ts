import { beforeEach, expect, it } from 'vitest';
import { tellEnd } from '#src/editor/range/endMessage';
import { RangeCanceled } from '#src/editor/range/runNotification';
import { findDataset } from '#src/market/datasets/datasets';
import { RangeReport } from '#src/range/rangeReport';
import { editor } from '../fakeVscode/editor';

const dataset = findDataset('dayahead-turnover')!;
const none = new RangeReport().outcome;
const summary = { ...none, days: 3, fetched: 3, target: 'file:///project/data', manifest: 'file:///m' };

const entry = {
  outcome: 'success',
  rows: 96,
  placed: 96,
  bytes: 960,
  sha256: 'ab',
  requestedAt: '2026-03-20T00:00:00Z',
  integrity: [],
} as const;

let taken: string[] = [];
const action = (label: string) => ({ label, take: () => taken.push(label) });

beforeEach(() => {
  taken = [];
});

it('a run ends with what a terminal says, and does what the person chooses', async () => {
  editor.press('Open');
  await tellEnd(dataset, summary, [action('Open'), action('Fetch Again')]);
  expect(editor.messages).toMatchObject([
    {
      kind: 'information',
      text: 'Day-ahead turnover: 3 delivery days: 3 fetched.',
      buttons: ['Open', 'Fetch Again'],
    },
  ]);
  expect(taken).toEqual(['Open']);
});

it("a run whose report doesn't fit into a message offers the log, which has the whole report", async () => {
  editor.press('Show Log');
  const report = new RangeReport();
  for (const [day, state] of [
    ['2026-03-01', 'incomplete'],
    ['2026-03-02', 'preliminary'],
    ['2026-03-04', 'empty'],
  ] as const) {
    report.add(day, state, { ...entry, state });
  }
  await tellEnd(dataset, { ...summary, problems: report.problems }, [action('Open')]);
  expect(editor.messages[0]?.buttons).toEqual(['Open', 'Show Log']);
  expect(editor.told).toEqual([
    'Day-ahead turnover: 3 delivery days: 3 fetched. 2026-03-01: Incomplete. 2026-03-02: Preliminary.',
  ]);
  expect(editor.commands).toEqual([['marketData.showLog']]);
});

it.each([
  ['got only part of a day', { incomplete: 1 }, '1 incomplete'],
  ['left days to another one', { taken: 1 }, '1 being fetched by another run'],
])('a run that %s ends with a warning', async (_, more, words) => {
  await tellEnd(dataset, { ...summary, fetched: 2, ...more }, []);
  const text = `Day-ahead turnover: 3 delivery days: 2 fetched, ${words}.`;
  expect(editor.messages).toMatchObject([{ kind: 'warning', text }]);
});

it('a canceled run says so, and what it had fetched by then if it knew its days', async () => {
  await tellEnd(dataset, new RangeCanceled({ ...none, days: 3, fetched: 1 }), []);
  await tellEnd(dataset, new RangeCanceled(none), []);
  expect(editor.told).toEqual([
    'Day-ahead turnover: Fetching was canceled. 3 delivery days: 1 fetched.',
    'Day-ahead turnover: Fetching was canceled.',
  ]);
});

it('a failure names what failed without the icons and links that outside text contains', async () => {
  editor.press('Fetch Again');
  const take = () => Promise.reject(new Error('$(check) [Fixed](command:marketData.showLog)'));
  await tellEnd(dataset, summary, [{ label: 'Fetch Again', take }]);
  expect(editor.told).toContain('$ (check) [Fixed] (command:marketData.showLog)');
});
