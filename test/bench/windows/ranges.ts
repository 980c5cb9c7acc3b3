import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findDataset } from '#src/market/datasets/datasets';
import type { Dataset } from '#src/market/datasets/dataset';
import { manifestName, responsesName } from '#src/range/folderFiles';
import { dayMs } from '#src/market/time/zones';
import { acceptSuggestion, statusOf } from '../../ui/resultView';
import { openWindow, type EditorWindow } from '../../ui/support';
import type { Bench } from '../parts';
import { productFolder } from '../ours/product';
import type { Line, Report } from '../report';
import { spreadOf } from '../sampling';
import { firstSightOf } from './tabs';
import { frameTimes, noteFirstSight, sortedAt } from './windowProbe';

/** The delivery areas of a year of prices. */
export const areas = 'NO1,NO2,NO3,NO4,NO5,SE1,SE2,SE3,SE4,FI,DK1,DK2,EE,LV,LT'.split(',');
export const prices = askedDataset('dayahead-prices');

function askedDataset(id: string): Dataset {
  const found = findDataset(id);
  if (!found) throw new Error(id);
  return found;
}
/** The sample service leaves out values of some days, so the calendar is shown first. */
const drawn = '.days-months .day';
const frames = 120;

/**
 * Fetches the prices of all areas for these days, as a person does. Resolves with the milliseconds that it
 * took.
 */
async function fetched(window: EditorWindow, from: string, to: string): Promise<number> {
  const { prompt, page } = window;
  await window.command('Market Data: Fetch Range of Delivery Days…');
  await window.pick(prices.title());
  for (const [index, text] of [areas.join(','), `${from} to ${to}`, ''].entries()) {
    const step = prompt.getByText(`(${index + 1}/3)`);
    await step.waitFor();
    if (text !== '') await prompt.getByRole('textbox').fill(text);
    await acceptSuggestion(window, step);
  }
  const began = Date.now();
  // Written once, at the end.
  while (!existsSync(inTarget(window, manifestName(prices.id)))) await page.waitForTimeout(50);
  return Date.now() - began;
}

const inTarget = ({ workspace }: EditorWindow, name: string): string =>
  join(workspace, 'market-data', 'range', name);

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Years of prices, fetched from the sample service into a folder and viewed in a real window. */
export async function ranges({ size }: Bench): Promise<Report> {
  // In quarter hours since October 2025, in hours before: a million rows in total.
  const [from, to] = size === 'all' ? ['2022-01-01', '2026-10-31'] : ['2026-03-01', '2026-03-31'];
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const alone = (value: number) => spreadOf([value]);
  const window = await openWindow({
    name: 'bench-ranges',
    extension: productFolder,
    settings: { 'marketData.maxResultMegabytes': 4096 },
  });
  try {
    await window.page.addInitScript(noteFirstSight, [drawn]);
    const took = await fetched(window, from, to);
    const bytes = bytesOf(inTarget(window, prices.id));
    const sent = bytesOf(inTarget(window, responsesName(prices.id)));
    const ended = await window.notification(/delivery days: [\d,]+ fetched/);
    const opened = Date.now();
    await ended.getByRole('button', { name: 'Open', exact: true }).click();
    const seen = await firstSightOf(window, drawn, opened);
    const frame = await window.resultFrame();
    const rows = /^[\d,]+ rows/.exec(await statusOf(frame))?.[0] ?? '';
    await frame.getByRole('tab', { name: 'Table' }).click();
    await frame.getByRole('grid').locator('td').first().waitFor();
    const sorted = await frame.evaluate(sortedAt, 'Value');
    const scroll = await frame.evaluate(frameTimes, { frames, by: 'scroll' } as const);
    const what = `${days} days of ${areas.length} areas`;
    const lines: Line[] = [
      { what: `${what}: fetched from the sample service`, unit: 'ms', ours: alone(took) },
      { what: `${what}: one day of it`, unit: 'ms', ours: alone(took / days) },
      { what: `${what}: the folder`, unit: 'MB', ours: alone(bytes / 1e6) },
      { what: `${what}: the responses beside it`, unit: 'MB', ours: alone(sent / 1e6) },
      { what: `${rows}: opened, to the calendar`, unit: 'ms', ours: alone(seen - opened) },
      { what: `${rows}: sorted by value`, unit: 'ms', ours: alone(sorted) },
      { what: `${rows}: a frame of scrolling`, unit: 'ms', ours: spreadOf(scroll), goal: 17 },
    ];
    return {
      title: 'Looking at ranges of delivery days',
      reference: 'none',
      lines,
      notes: [
        'Parquet, one file per day. The sample service, which makes up the prices, shares the machine.',
      ],
    };
  } finally {
    await window.close();
  }
}
