import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOwnService, type OwnService } from '../sharedWindow';
import { frameHeaded, statusOf } from '../resultView';

const path = '/api/dayahead/prices/areaBlock';
const seriesOf = (deliveryArea: string, hours = 24) => ({
  type: 'price',
  unit: 'EUR/MWh',
  resolution: 'PT1H',
  deliveryArea,
  attributes: [{ name: 'deliveryArea', value: deliveryArea }],
  values: Array.from({ length: hours }, (_, hour) => ({
    startTime: new Date(Date.UTC(2026, 2, 19, 23 + hour)).toISOString(),
    endTime: new Date(Date.UTC(2026, 2, 20, hour)).toISOString(),
    value: hour,
  })),
});
/** The query string that the last request for prices had. */
const lastQuery = () => own.server.seen(path).at(-1)?.query;

let own: OwnService;
beforeAll(async () => {
  own = await openOwnService('query-bar');
});

/** Queries NO1 for 20 March, in a window without other tabs. */
async function openPrices(): Promise<Frame> {
  await own.window.page.setViewportSize({ width: 1400, height: 900 });
  await own.window.command('View: Close All Editors');
  await own.window.command('Market Data: Focus on Datasets View');
  // What was chosen before is suggested first.
  await own.ask('dayahead-prices', ['NO1', '2026-03-20'], { json: [seriesOf('NO1')] });
  const frame = await frameHeaded(own.window, /^Day-ahead prices/);
  await statusOf(frame);
  return frame;
}

const resultTabs = () => own.window.page.getByRole('tab', { name: /^Day-ahead/ }).allInnerTexts();
const button = (frame: Frame, name: string | RegExp) => frame.getByRole('button', { name });

describe('the query bar', () => {
  it('goes to the previous and the next day, and back to the previous result', async () => {
    const frame = await openPrices();
    const left = async () => (await button(frame, 'Previous day').boundingBox())!.x;
    const before = await left();
    await button(frame, 'Previous day').click();
    await button(frame, 'Delivery day: Thu 19 Mar 2026').waitFor();
    await button(frame, 'Back to Previous Result').waitFor();
    // The next click hits the same button.
    expect(await left()).toBe(before);
    expect(lastQuery()?.get('startTime')).toBe('2026-03-18T23:00:00Z');
    await button(frame, 'Next day').click();
    await button(frame, 'Delivery day: Fri 20 Mar 2026').waitFor();
    const requests = own.server.seen(path).length;
    await button(frame, 'Back to Previous Result').click();
    await button(frame, 'Delivery day: Thu 19 Mar 2026').waitFor();
    expect(await statusOf(frame)).toMatch(/^24 rows/);
    expect(own.server.seen(path)).toHaveLength(requests);
    expect(await resultTabs()).toHaveLength(1);
  });

  it('changes another part of the query in a prompt, and the focus returns to it', async () => {
    const frame = await openPrices();
    await button(frame, 'More Actions').click();
    await frame.getByRole('menuitem', { name: 'Currency' }).click();
    await own.window.prompt.getByText('Currency').first().waitFor();
    await own.window.answer('SEK');
    await button(frame, 'Currency: SEK').click();
    await own.window.prompt.getByText('Currency').first().waitFor();
    await own.window.answer('NOK');
    await button(frame, 'Currency: NOK').waitFor();
    // A person at the keyboard continues where they opened the prompt.
    const focused = () => frame.locator(':focus').last().getAttribute('aria-label');
    await expect.poll(focused).toBe('Currency: NOK');
    expect(lastQuery()?.get('currency')).toBe('NOK');
    expect(await resultTabs()).toHaveLength(1);
  });
});
