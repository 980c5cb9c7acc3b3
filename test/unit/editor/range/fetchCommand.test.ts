import { beforeEach, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import type { Connections } from '#src/editor/connections/connections';
import { FetchCommand, type FetchSources } from '#src/editor/range/fetchCommand';
import type { KnownInputs } from '#src/editor/range/fetchPrompts';
import { RangeCanceled } from '#src/editor/range/runNotification';
import type { fetchRange } from '#src/engine/range/fetchRange';
import { findDataset } from '#src/market/datasets/datasets';
import type { Source } from '#src/protocol/source';
import type { RangePlan } from '#src/range/rangePlan';
import { rangeQuery } from '#src/range/rangeQuery';
import { newResult } from '#src/results/result';
import type { Inputs } from '#src/editor/query/suggestions';
import type { Remembered } from '#src/editor/shell/remembered';
import type { Queries } from '#src/editor/query/queries';
import { doubleOf } from '../../doubleOf';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';
import { ownConnection } from '../ownConnection';

/** The plans that were carried out, and how each run ended: a canceled one has fetched the first day. */
const { plans, prompted, ending, disk } = vi.hoisted(() => ({
  plans: [] as RangePlan[],
  prompted: [] as KnownInputs[],
  ending: { isCanceled: false, failed: 0 },
  /** The manifest that the folder of an opened range has now. */
  disk: { manifest: {} },
}));

vi.mock('#src/engine/range/fetchRange', () => ({
  fetchRange: ((_parts, plan, _connection, target, { report, signal }) => {
    plans.push(plan);
    const days = plan.days.length;
    const fetched = ending.isCanceled ? 1 : days - ending.failed;
    Object.assign(report.counts, { days, fetched, failed: ending.failed });
    if (ending.isCanceled) editor.progress.at(-1)?.cancel();
    return signal.aborted
      ? Promise.reject(new Error('aborted'))
      : Promise.resolve({ ...report.outcome, target: target.address, manifest: '' });
  }) satisfies typeof fetchRange,
}));
vi.mock('#src/engine/range/rangeNotes', async (original) => ({
  ...(await original<object>()),
  manifestIn: () => Promise.resolve(disk.manifest),
}));
vi.mock('#src/editor/range/fetchPrompts', () => ({
  promptForRange: (_: unknown, known: KnownInputs) => {
    prompted.push(known);
    return Promise.resolve({
      parameters: { deliveryarea: 'NO1' },
      from: '2026-03-28',
      to: '2026-03-29',
      format: 'parquet',
      target: 'data',
    });
  },
}));

const ticked: string[] = [];
let isSignedIn = true;
const fetching = new FetchCommand({
  connections: doubleOf<Connections>({
    requireSelected: () => undefined,
    selected: 'mine',
    get: (name) => Promise.resolve(ownConnection(name)),
  }),
  previousInputs: doubleOf<Remembered<Inputs>>({ of: () => ({}) }),
  queries: doubleOf<Queries>({ ensureSignedIn: () => Promise.resolve(isSignedIn) }),
  signIn: { requireVerifiedCertificates: () => undefined },
  fetching: doubleOf<FetchSources['fetching']>({}),
  log: { info: () => undefined },
  tick: (step) => void ticked.push(step),
  program: '/cli.js',
});

const dataset = findDataset('dayahead-prices')!;
const days = () => plans.map((plan) => plan.days.length);
/** The buttons of the messages that runs ended with. */
const buttons = () =>
  editor.messages.filter(({ text }) => text.startsWith('Day-ahead prices: ')).map((each) => each.buttons);

beforeEach(() => {
  editor.folders = ['/workspace'];
  editor.disk = new MemoryDisk();
  for (const list of [plans, prompted, ticked]) list.splice(0);
  isSignedIn = true;
  Object.assign(ending, { isCanceled: false, failed: 0 });
});

it('a run is one notification, after which the person can open the range, also with what is left of memory', async () => {
  editor.press('Open');
  expect(await fetching.prompt(dataset, {})).toMatchObject({ days: 2, fetched: 2 });
  expect(editor.progress).toHaveLength(1);
  await vi.waitFor(() =>
    // The folder, as from the Explorer: a person is asked what to do if not all days fit.
    expect(editor.commands).toEqual([['marketData.range.open', Uri.file('/workspace/data/dayahead-prices')]]),
  );
  expect(editor.told).toEqual(['Day-ahead prices: 2 delivery days: 2 fetched.']);
  expect(ticked).toEqual(['hasRange']);
});

it('a canceled run goes on with the same range if the person fetches it again, with nothing to enter', async () => {
  ending.isCanceled = true;
  editor.answer = ({ buttons: all }) => {
    ending.isCanceled = false;
    return all.find((button) => button === 'Fetch Again');
  };
  expect(await fetching.prompt(dataset, {})).toBeUndefined();
  await vi.waitFor(() => expect(editor.told).toHaveLength(2));
  expect(editor.told).toEqual([
    'Day-ahead prices: Fetching was canceled. 2 delivery days: 1 fetched.',
    'Day-ahead prices: 2 delivery days: 2 fetched.',
  ]);
  expect(buttons()).toEqual([['Open', 'Fetch Again'], ['Open']]);
  expect(plans[1]).toEqual(plans[0]);
  expect(prompted).toHaveLength(1);
});

it('a run with failed days offers to fetch them again, and one without files nothing to open', async () => {
  ending.failed = 2;
  await fetching.prompt(dataset, {});
  expect(buttons()).toEqual([['Fetch Again']]);
});

it('nothing is fetched or said if the person does not sign in', async () => {
  isSignedIn = false;
  expect(await fetching.prompt(dataset, {})).toBeUndefined();
  expect([plans, editor.messages]).toEqual([[], []]);
});

it('the range opens at once, while the question about Git waits', async () => {
  editor.disk = new MemoryDisk({ '/workspace/.git/HEAD': '' });
  editor.answer = ({ buttons: [first] }) => (first === 'Open' ? first : new Promise<never>(() => undefined));
  await fetching.prompt(dataset, {});
  await vi.waitFor(() => expect(editor.commands).toHaveLength(1));
  await vi.waitFor(() =>
    expect(editor.told.some((message) => message.includes('Git repository'))).toBe(true),
  );
});

it("a range of a result's query takes over its areas without its day, and days from a calendar", async () => {
  const given = { deliveryarea: 'NO1', startTime: 'today', endTime: 'today' };
  const month = { from: '2026-03-01', to: '2026-03-31' };
  await fetching.prompt(dataset, { given, days: month });
  expect(prompted).toEqual([{ previous: {}, given: { deliveryarea: 'NO1' }, days: month }]);
});

it('only a range of a query in a file can be copied as a command, also after it was fetched again', async () => {
  await fetching.prompt(dataset, {});
  const named = { file: Uri.file('/workspace/x.market.json'), name: 'all' };
  ending.failed = 1;
  editor.answer = ({ buttons: all }) => {
    const chosen = ending.failed > 0 ? 'Fetch Again' : 'Copy as Command';
    ending.failed = 0;
    return all.find((button) => button === chosen);
  };
  await fetching.prompt(dataset, { given: {} }, undefined, named);
  await vi.waitFor(() => expect(editor.clipboard).not.toBe(''));
  expect(editor.clipboard).toBe(
    "node '/cli.js' range x.market.json all --from 2026-03-28 --to 2026-03-29 --target data --format parquet --connection mine",
  );
  expect(buttons()).toEqual([
    ['Open'],
    ['Open', 'Fetch Again', 'Copy as Command'],
    ['Open', 'Copy as Command'],
  ]);
});

it('a program names days as people do, and may leave out the last', async () => {
  const asked = { dataset: 'regulation-down-volumes', format: 'parquet', target: 'data' } as const;
  await fetching.headless({ ...asked, from: 'today-7d', to: 'yesterday' });
  await fetching.headless({ ...asked, from: 'today-30d', to: 'today-21d' });
  await fetching.headless({ ...asked, from: 'today-9d' });
  expect(days()).toEqual([7, 10, 9]);
  expect(editor.messages).toEqual([]);
  await expect(fetching.headless({ ...asked, from: 'last week' })).rejects.toThrow('"last week" isn\'t a');
});

/** An opened range of a dataset, and what its folder has now. */
function opened(id: string, now: object = {}) {
  const of = findDataset(id)!;
  const [from, to] = ['2026-03-28', '2026-03-29'];
  const own = { dataset: id, parameters: { deliveryarea: 'NO1' }, format: 'parquet', connection: 'mine' };
  disk.manifest = { ...own, ...now };
  const uri = `file:///workspace/range/${id}`;
  const source: Source = { kind: 'range', uri, target: 'range', from, to, days: [] };
  return { ...newResult('r1', rangeQuery(of, own.parameters, from, to), 'mine', ''), source };
}

it('missing days are fetched for the query that is shown, not for one whose manifest has replaced it', async () => {
  const other = opened('dayahead-prices', { parameters: { deliveryarea: 'FI' } });
  await expect(fetching.fetchMissing(other)).rejects.toThrow(
    'The folder now contains a different query. Open it again.',
  );
  expect(plans).toEqual([]);
  expect(await fetching.fetchMissing(opened('dayahead-prices'))).toBe(true);
  expect(plans).toMatchObject([{ wishes: { again: 'unsettled' } }]);
  expect(days()).toEqual([2]);
  // The tab itself shows what is new.
  expect(buttons()).toEqual([[]]);
});

it('what was fetched before missing days were canceled is shown, too', async () => {
  ending.isCanceled = true;
  expect(await fetching.fetchMissing(opened('dayahead-prices'))).toBe(true);
  expect(editor.told).toEqual(['Day-ahead prices: Fetching was canceled. 2 delivery days: 1 fetched.']);
});

it.each(['parquet', 'json'] as const)(
  'missing days of orders are fetched hour by hour, as a day at once may be too large, except as JSON: %s',
  async (format) => {
    await fetching.fetchMissing(opened('intraday-orders', { format }));
    const requests = plans[0]?.days.map(({ requests: all }) => all.length);
    // The second day has 23 hours.
    expect(requests).toEqual(format === 'json' ? [1, 1] : [24, 23]);
  },
);

it('runs end with the session, instead of noting all other days as failed', async () => {
  fetching.dispose();
  const range = {
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1' },
    format: 'parquet',
  } as const;
  const asked = { ...range, from: '2026-03-28', target: 'data', show: false };
  const ended = fetching.headless(asked).catch((error: unknown) => error);
  expect(await ended).toMatchObject({ message: 'aborted' });
  expect(await ended).not.toBeInstanceOf(RangeCanceled);
});
