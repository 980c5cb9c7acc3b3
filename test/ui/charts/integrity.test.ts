import { beforeAll, describe, expect, it } from 'vitest';
import { openOwnService, type OwnService } from '../sharedWindow';
import { firstCells, frameHeaded, rowCount, showView, statusOf } from '../resultView';

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

const address = '/api/dayahead/volumes/turnover/systemPrice';

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
  it('shows only the duplicates, and then all rows again', async () => {
    const frame = await window.resultFrame();
    await frame.getByRole('button', { name: '1 duplicate' }).click();
    await expect.poll(() => rowCount(frame)).toBe('3');
    await window.screenshot('duplicates');
    await frame.getByRole('button', { name: /Show All Rows$/ }).click();
    await expect.poll(() => rowCount(frame)).toBe('25');
  });

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

describe('an empty response', () => {
  it('gives likely reasons, and runs the query that checks one in the same tab', async () => {
    server.on(address, [{ status: 204 }, { status: 200, json: oddDay() }]);
    const frame = await window.resultFrame();
    await frame.getByRole('button', { name: 'Run Again' }).click();
    const reasons = frame.getByRole('list', { name: 'Likely reasons' });
    await reasons
      .getByText(/likely/)
      .first()
      .waitFor();
    await frame.getByRole('status').getByText('No data', { exact: true }).waitFor();
    await window.screenshot('empty');
    const asked = server.seen(address).at(-1)!.query.get('startTime');
    await frame
      .getByRole('button', { name: /^Run for/ })
      .first()
      .click();
    await frame
      .getByRole('status')
      .getByText(/^24 rows received/)
      .waitFor();
    expect(server.seen(address).at(-1)!.query.get('startTime')).not.toBe(asked);
    await expect.poll(() => window.page.getByRole('tab', { name: /Day-ahead turnover/ }).count()).toBe(1);
  });

  it('logs no errors', () => {
    expect(window.viewComplaints()).toEqual([]);
  });
});

it('zeros at the end of prices are reported because they may stand for missing values, and can be shown alone', async () => {
  const start = Date.UTC(2026, 2, 19, 23);
  const values = Array.from({ length: 96 }, (_, quarter) => ({
    startTime: new Date(start + (quarter * hourMs) / 4).toISOString(),
    endTime: new Date(start + ((quarter + 1) * hourMs) / 4).toISOString(),
    value: quarter < 70 ? 40 + (quarter % 7) + quarter / 100 : 0,
  }));
  const attributes = [{ name: 'deliveryArea', value: 'NO1' }];
  const json = [{ type: 'price', unit: 'EUR/MWh', resolution: 'PT15M', attributes, values }];
  await own.ask('dayahead-prices', ['NO1', '2026-03-20'], { json });
  const frame = await frameHeaded(window, /^Day-ahead prices/);
  expect(await statusOf(frame)).toBe('96 rows, complete');
  const found = frame.getByRole('button', {
    name: /^26 zeros in a row from .*; they may stand for missing values/,
  });
  await found.waitFor();
  await window.screenshot('zeros');
  await found.click();
  await expect.poll(() => rowCount(frame)).toBe('27');
});
