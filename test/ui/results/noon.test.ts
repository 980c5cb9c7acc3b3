import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf, dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { hourMs } from '#src/market/time/zones';
import { startSandbox, type Sandbox } from '#src/sandbox/startSandbox';
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

const button = (name: string) => frame.getByRole('button', { name, exact: true });
describe('prices at noon', () => {
  it('that are published early are complete, and nothing offers to wait for them', async () => {
    serviceClock = midnight + 14 * hourMs;
    expect(await ask(addDays(today, 1))).toMatch(/^\d+ rows, complete$/);
    expect(await button('Run When Published').count()).toBe(0);
  });

  it('that are published late fill the open tab when they arrive, with one message', async () => {
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
});
