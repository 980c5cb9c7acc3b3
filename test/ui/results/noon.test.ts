import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf, dayPeriod, marketZone } from '../../../src/market/time/deliveryDay';
import { hourMs } from '../../../src/market/time/zones';
import { startSandbox, type Sandbox } from '../../../src/sandbox/startSandbox';
import { askFor, statusOf } from '../resultView';
import { signIn } from '../sharedWindow';
import { openWindow, type EditorWindow } from '../support';

/** What people do around noon, when prices are published, on a service whose clock the test sets. */
const today = dayOf(Date.now(), marketZone);
const { start: midnight } = dayPeriod(today, marketZone);

/** 96, but 92 or 100 when clocks change. */
const quarterHoursOf = (day: string) => {
  const { start, end } = dayPeriod(day, marketZone);
  return (end - start) / (hourMs / 4);
};
const quarterHours = quarterHoursOf(today);

/** Epoch milliseconds. */
let serviceClock = midnight;
let service: Sandbox;
let window: EditorWindow;
let frame: Frame;
let clicks = 0;

beforeAll(async () => {
  service = await startSandbox({ now: () => serviceClock });
  const connection = { name: 'mine', baseUrl: service.baseUrl, authUrl: service.authUrl };
  window = await openWindow({ name: 'noon', settings: { 'marketData.connections': [connection] } });
  await window.command('Market Data: Focus on Datasets View');
  await window.commandAndPick('Market Data: Select Connection', 'mine');
  await signIn(window, service.signIn.username, service.signIn.password);
  await window.page.getByRole('button', { name: /Market data from mine: signed in/ }).waitFor();
}, 180_000);
afterAll(async () => {
  await window.close();
  await service.close();
});

async function ask(day: string): Promise<string> {
  await window.command('View: Close All Editors');
  await askFor(window, 'Day-ahead prices', ['NO1,SE3', day]);
  frame = await window.resultFrame();
  return statusOf(frame);
}

async function click(control: Locator): Promise<void> {
  clicks += 1;
  await control.click();
}

/** Chooses from a list, which takes a click to open it and one to choose. */
async function choose(list: string, label: string): Promise<void> {
  clicks += 2;
  await frame.getByRole('combobox', { name: list, exact: true }).selectOption({ label });
}

const button = (name: string) => frame.getByRole('button', { name, exact: true });
const rows = () => frame.getByRole('grid').getAttribute('aria-rowcount');
const files = (end: string) =>
  readdirSync(join(window.workspace, 'market-data')).filter((name) => name.endsWith(end));
const path = (name = '') => join(window.workspace, 'market-data', name);

describe('prices at noon', () => {
  it('that are published early are complete, and nothing offers to wait for them', async () => {
    serviceClock = midnight + 14 * hourMs;
    expect(await ask(addDays(today, 1))).toMatch(/^\d+ rows, complete$/);
    expect(await button('Run When Published').count()).toBe(0);
  });

  it('that are published late fill the open tab when they are there, and a message says so once', async () => {
    serviceClock = midnight - 13 * hourMs;
    expect(await ask(today)).toMatch(/^No data/);
    await button('Run When Published').click();
    await frame.getByText(/The next request is sent at/).waitFor();
    await window.screenshot('waiting');
    serviceClock = Date.now();
    const there = `${2 * quarterHours} rows, complete`;
    await expect.poll(() => statusOf(frame), { timeout: 60_000 }).toBe(there);
    await button('Stop Waiting').waitFor({ state: 'hidden' });
    await window.notification(/Published: Day-ahead prices · NO1, SE3/);
    await window.command('Notifications: Clear All Notifications');
  });

  it('are one column per series after 3 clicks, in hours after 2 more, and in a notebook after 2 more', async () => {
    clicks = 0;
    await click(frame.getByRole('tab', { name: 'Table' }));
    await choose('Layout', 'One Column per Series');
    await expect.poll(rows).toBe(String(quarterHours + 1));
    expect(clicks).toBe(3);

    await choose('Resolution', '60 min');
    const hours = quarterHours / 4;
    await expect.poll(rows).toBe(String(hours + 1));
    expect(clicks).toBe(5);

    await click(button('Copy As'));
    await click(frame.getByRole('menuitem', { name: /pandas/ }));
    await window.page.getByRole('tab', { name: /\.ipynb/, selected: true }).waitFor();
    expect(clicks).toBe(7);
    const [name] = files('.parquet');
    const file = readFileSync(path(name));
    const compressors = { GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)) };
    const read = await parquetReadObjects({ file: new Uint8Array(file).buffer, compressors });
    expect(read).toHaveLength(hours);
    expect(Object.keys(read[0] ?? {})).toEqual(['startTime', 'endTime', 'NO1', 'SE3', '_more']);
    expect(readFileSync(path(files('.ipynb')[0]), 'utf8')).toContain('**Computed (PT60M):**');
  });
});
