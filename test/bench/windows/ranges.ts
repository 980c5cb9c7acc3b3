import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findDataset } from '#src/market/datasets/datasets';
import { queryParts } from '#src/market/query/queryParts';
import { isTimeKind, type Dataset } from '#src/market/datasets/dataset';
import { responsesName } from '#src/range/manifest';
import { dayMs } from '#src/market/time/zones';
import { statusOf } from '../../ui/resultView';
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
const drawn = '.chart-plot[aria-label*=" values "]';
const frames = 120;

/**
 * Fetches the prices of all areas for these days, as a person does. Resolves with the milliseconds that it
 * took.
 */
async function fetched(window: EditorWindow, from: string, to: string): Promise<number> {
  const { prompt, page } = window;
  await window.command('Market Data: Fetch Range of Delivery Days…');
  await window.pick(prices.title());
  const parts = queryParts(prices).filter(
    ({ parameters }) => !parameters.some(({ kind }) => isTimeKind(kind)),
  );
  for (const [index, { label }] of parts.entries()) {
    await prompt.getByText(`: ${label}`).first().waitFor();
    if (index === 0) await prompt.getByRole('textbox').fill(areas.join(','));
    // The list accepts Enter only once its items are there.
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter');
  }
  await prompt.getByText(': Delivery Days').waitFor();
  await window.answer(`${from} to ${to}`);
  await prompt.getByText(': Folder').waitFor();
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  const began = Date.now();
  await window.command('Notifications: Show Notifications');
  await page
    .getByText(/delivery days: [\d,]+ fetched\./)
    .first()
    .waitFor({ timeout: 1_800_000 });
  return Date.now() - began;
}

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
    const inTarget = (name: string) => join(window.workspace, 'market-data', 'range', name);
    const bytes = bytesOf(inTarget(prices.id));
    const sent = bytesOf(inTarget(responsesName(prices.id)));
    const opened = Date.now();
    await window.page.getByRole('button', { name: 'Open', exact: true }).click();
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
      { what: `${rows}: opened, to the first chart`, unit: 'ms', ours: alone(seen - opened) },
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
