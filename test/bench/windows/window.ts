import { openDataset } from '../../ui/resultView';
import { openWindow, type EditorWindow } from '../../ui/support';
import { orders } from '../results/bodies';
import type { Bench } from '../parts';
import { productFolder } from '../ours/product';
import type { Line, Report } from '../report';
import { spreadOf, type Spread } from '../sampling';
import { firstSightOf, tabLines } from './tabs';
import { endedAt, frameTimes, noteEnter, noteFirstSight, rowsAgainAt, type Entered } from './windowProbe';

/** Milliseconds from the first byte to rows on the screen. */
const firstRowsGoal = 300;
/** Milliseconds from the last prompt to the first rows, drawn in a tab that opens meanwhile. */
const newTabGoal = 400;
/** The chart of the rows received so far, while more are expected. */
const partOfChart = '.chart-plot[aria-label*="received so far"]';
/** The duration of a frame at 60 frames per second, and the longest one that isn't noticed as a pause. */
const frameGoal = 17;
const longestGoal = 50;
const frames = 120;
const runsAgain = 3;
/**
 * Milliseconds per row until the history has compressed the response, which until then uses most of a core.
 */
const historyMs = 1 / 200;

const alone = (value: number): Spread => ({ median: value, least: value, most: value });

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const frameLines = (what: string, taken: readonly number[]): Line[] => [
  {
    what: `${what}: a frame`,
    unit: 'ms',
    ours: { ...spreadOf(taken), least: Math.min(...taken) },
    goal: frameGoal,
  },
  {
    what: `${what}: 99 of 100 frames within`,
    unit: 'ms',
    ours: alone(percentile(taken, 0.99)),
    goal: longestGoal,
  },
];

/** A window whose selected connection is the body server, which returns this body for every query. */
async function windowOn(origin: string, target: string, name: string): Promise<EditorWindow> {
  const connection = { name: 'bench', baseUrl: origin + target, authUrl: origin };
  const window = await openWindow({
    name: `bench-${name}`,
    extension: productFolder,
    settings: {
      'marketData.connections': [connection],
      'marketData.maxResultMegabytes': 4096,
    },
  });
  await window.command('Market Data: Select Connection');
  await window.pick('bench');
  await window.command('Market Data: Select Connection');
  await window.pick('Sign In to bench…');
  await window.prompt.getByText('User name').first().waitFor();
  await window.answer('somebody');
  await window.prompt.getByText('Password').first().waitFor();
  await window.answer('bench');
  await window.pick('Save on this machine');
  await window.page.getByRole('button', { name: /Market data from bench: signed in/ }).waitFor();
  await window.command('Market Data: Focus on Datasets View');
  return window;
}

/** When the server sent the first byte of its last body; epoch milliseconds. */
async function sentAt(origin: string): Promise<number> {
  return (await (await fetch(`${origin}/sent`)).json()) as number;
}

/**
 * The times of one query whose result opens in a new tab, until it is complete; all in epoch milliseconds.
 */
async function inNewTab(window: EditorWindow, origin: string, dataset: string) {
  await window.command('View: Close All Editors');
  await openDataset(window, dataset);
  const asked = await window.page.evaluate(() => (globalThis as Entered).enteredAt ?? Number.NaN);
  const firstRows = await firstSightOf(window, partOfChart, asked);
  const sent = await sentAt(origin);
  const frame = await window.resultFrame();
  await frame.getByRole('tab', { name: 'Table' }).click();
  return { asked, sent, firstRows, complete: await frame.evaluate(endedAt) };
}

/** Queries for this many orders, viewed as a table and as a chart. */
async function measured({ source }: Bench, count: number, turns: number): Promise<Line[]> {
  const words = `${count.toLocaleString('en-US')} orders`;
  const { origin, target, dataset } = await source(orders(count), 'plain');
  const window = await windowOn(origin, target, String(count));
  try {
    await window.page.addInitScript(noteFirstSight, [partOfChart]);
    await window.page.evaluate(noteEnter);
    // The first query also starts the thread and parts of the editor.
    const first = await inNewTab(window, origin, dataset);
    const tabs: (typeof first)[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      await window.page.waitForTimeout(count * historyMs);
      tabs.push(await inNewTab(window, origin, dataset));
    }
    const frame = await window.resultFrame();
    const again: number[] = [];
    for (let run = 0; run < runsAgain; run += 1) {
      const rows = await frame.evaluate(rowsAgainAt);
      again.push(rows - (await sentAt(origin)));
      await frame.evaluate(endedAt);
    }
    await window.page.waitForTimeout(count * historyMs);
    const scroll = await frame.evaluate(frameTimes, { frames, by: 'scroll' } as const);
    await frame.getByRole('tab', { name: 'Chart' }).click();
    await frame.getByRole('img').first().waitFor();
    await window.page.waitForTimeout(3_000);
    const zoom = await frame.evaluate(frameTimes, { frames, by: 'wheel' } as const);
    return [
      {
        what: `${words}: last prompt to the first rows, drawn in a new tab`,
        unit: 'ms',
        ours: spreadOf(tabs.map(({ asked, firstRows }) => firstRows - asked)),
        goal: newTabGoal,
      },
      {
        what: `${words}: the same, the first tab of a window`,
        unit: 'ms',
        ours: alone(first.firstRows - first.asked),
      },
      {
        what: `${words}: first byte to the first rows, the tab opening meanwhile`,
        unit: 'ms',
        ours: spreadOf(tabs.map(({ sent, firstRows }) => firstRows - sent)),
      },
      {
        what: `${words}: first byte to first rows in an open tab`,
        unit: 'ms',
        ours: spreadOf(again),
        goal: firstRowsGoal,
      },
      {
        what: `${words}: last prompt to complete`,
        unit: 'ms',
        ours: spreadOf(tabs.map(({ asked, complete }) => complete - asked)),
      },
      ...frameLines(`${words}: scrolling`, scroll),
      ...frameLines(`${words}: zooming the chart`, zoom),
    ];
  } finally {
    await window.close();
  }
}

/** What a person waits for in a real window: VS Code in a browser that draws without a graphics card. */
export async function window(bench: Bench): Promise<Report> {
  const turns = bench.size === 'quick' ? 5 : 11;
  const lines = await tabLines(turns);
  lines.push(...(await measured(bench, 1_000_000, turns)));
  if (bench.size !== 'quick') lines.push(...(await measured(bench, 5_000_000, 3)));
  return {
    title: 'In the real window',
    reference: 'an empty webview tab',
    lines,
    notes: [
      'VS Code, extension host, thread, browser and the server of bodies share the machine; the setting marketData.maxResultMegabytes is 4096.',
      'Between two queries for orders, the history compresses the response to the first one; a query meanwhile takes up to half as long again.',
      `Frames: ${frames} in a row, ten rows further or one turn of the wheel with each.`,
    ],
  };
}
