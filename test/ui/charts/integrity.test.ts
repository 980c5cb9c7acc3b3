import { beforeAll, describe, expect, it } from 'vitest';
import { openOwnService, type OwnService } from '../sharedWindow';
import { firstCells, rowCount, showView, statusOf } from '../resultView';

const hourMs = 3_600_000;
/** Midnight that begins the delivery day of 25 hours. */
const midnight = Date.UTC(2026, 9, 24, 22);

/** The day in hours: both that the clock calls 02:00 are missing, one is null, one came twice. */
const oddDay = () => {
  const hours = Array.from({ length: 25 }, (_, hour) => ({
    startTime: new Date(midnight + hour * hourMs).toISOString(),
    endTime: new Date(midnight + (hour + 1) * hourMs).toISOString(),
    value: hour === 10 ? null : 1000 + hour,
  }));
  const values = [...hours.slice(0, 2), ...hours.slice(4, 12), ...hours.slice(11)];
  return [{ type: 'turnover', unit: 'MWh', resolution: 'PT1H', attributes: [], values }];
};

let own: OwnService;
let server: OwnService['server'];
let window: OwnService['window'];
beforeAll(async () => {
  own = await openOwnService('integrity');
  ({ server, window } = own);
  await own.ask('dayahead-turnover', ['2026-10-25'], { json: oddDay() });
  await statusOf(await window.resultFrame());
});

describe('the integrity strip', () => {
  it('lists the missing intervals with their offsets, and leads to the nearby rows', async () => {
    const frame = await window.resultFrame();
    await showView(frame, 'Chart');
    await frame.getByRole('button', { name: '2 missing' }).click();
    const list = frame.getByRole('region', { name: 'Missing intervals' });
    const cells = list.getByRole('row').last().getByRole('cell');
    await expect
      .poll(async () => (await cells.allInnerTexts()).slice(2))
      .toEqual(['2026-10-25 02:00 +02:00', '2026-10-25 03:00 +01:00', '2']);
    await window.screenshot('missing');
    await list.getByRole('button').click();
    await expect.poll(() => rowCount(frame)).toBe('3');
    await window.page.keyboard.press('Escape');
  });

  it('keeps what is shown even if the tab is left immediately', async () => {
    const tab = (name: RegExp) => window.page.getByRole('tab', { name });
    const result = tab(/Day-ahead turnover/);
    await window.command('File: New Untitled Text File');
    await result.click();
    const before = await window.resultFrame();
    await showView(before, 'Chart');
    await tab(/Untitled/).click();
    await result.click();
    const frame = await window.resultFrame();
    await frame.getByRole('tabpanel', { name: 'Chart' }).waitFor();
    await showView(frame, 'Table');
    await tab(/Untitled/).click();
    await result.click();
    const after = await window.resultFrame();
    await after.getByRole('tabpanel', { name: 'Table' }).waitFor();
    await after.getByRole('button', { name: /^Showing only: rows near a missing interval/ }).waitFor();
    await expect.poll(() => rowCount(after)).toBe('3');
  });
});

describe('the time zone list', () => {
  it('shows times in any time zone, without a new request', async () => {
    const frame = await window.resultFrame();
    const requests = server.requests.length;
    const zones = frame.getByRole('combobox', { name: 'Time zone' });
    await zones
      .locator('option')
      .filter({ hasText: /^Europe\/Oslo/ })
      .waitFor({ state: 'attached' });
    await zones.selectOption({ label: 'Other Time Zone…' });
    await window.prompt.getByRole('textbox').fill('Asia/Tokyo');
    await window.pick('Asia/Tokyo');
    await expect.poll(() => firstCells(frame).first().innerText()).toBe('2026-10-25 08:00');
    await window.screenshot('zone');
    expect(server.requests.length).toBe(requests);
  });
});
