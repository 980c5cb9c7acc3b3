import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOwnService, type OwnService } from '../sharedWindow';
import { quarterHoursToday, rowCount, showView, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

type Holding = typeof globalThis & {
  heldMessages: (() => void)[];
  isReleased: boolean;
  releaseMessages: () => void;
};

/**
 * Runs in every frame before its scripts: holds back the host's messages of one kind, like the answer to a
 * long sort. A separate listener would be lost, because VS Code writes the view's document into one that is
 * already open.
 */
function holdMessages(kind: string): void {
  const page = globalThis as Holding;
  const listen = page.addEventListener.bind(page);
  page.heldMessages = [];
  page.isReleased = false;
  const addEventListener = (type: string, listener: EventListener, ...rest: unknown[]) => {
    const held = (event: Event) => {
      const data: unknown = event instanceof MessageEvent ? event.data : null;
      const isHeld = (data as { kind?: unknown } | null)?.kind === kind;
      if (isHeld && !page.isReleased) page.heldMessages.push(() => listener(event));
      else listener(event);
    };
    listen(type, type === 'message' ? held : listener, ...(rest as []));
  };
  Object.assign(page, { addEventListener });
  page.releaseMessages = () => {
    page.isReleased = true;
    page.heldMessages.splice(0).forEach((message) => message());
  };
}

describe('a result tab', () => {
  /** Of the sample prices: two areas, the whole day. */
  const rows = 2 * quarterHoursToday();
  let window: EditorWindow;
  beforeAll(async () => {
    window = await openWindow({ name: 'result-tabs' });
    await window.command('Market Data: Focus on Datasets View');
  });
  afterAll(() => window.close());

  it('is one click away from a fresh window', async () => {
    await window.page.getByRole('button', { name: 'Show Sample Prices' }).click();
    expect(await statusOf(await window.resultFrame())).toMatch(new RegExp(`^${rows} rows, complete`));
  });

  it('sorts and filters the table, and keeps both when it is hidden and shown again', async () => {
    const frame = await window.resultFrame();
    await showView(frame, 'Table');
    const header = frame.getByRole('columnheader', { name: /^Value/ });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await window.command('File: New Untitled Text File');
    await window.page.getByRole('tab', { name: /Day-ahead prices/ }).click();
    const again = await window.resultFrame();
    await again.getByRole('grid').waitFor();
    await again.getByRole('tab', { name: 'Table', selected: true }).waitFor();
    await expect
      .poll(() => again.getByRole('columnheader', { name: /^Value/ }).getAttribute('aria-sort'))
      .toBe('ascending');
  });

  it('shows the same rows again after a reload of the window', async () => {
    await expect.poll(() => window.writtenState()).toContain('"view":"table"');
    await window.reload();
    await window.page.getByRole('tab', { name: /Day-ahead prices/ }).click();
    const frame = await window.resultFrame();
    expect(await statusOf(frame)).toMatch(new RegExp(`^${rows} rows, complete`));
    await showView(frame, 'Table');
    await expect.poll(() => rowCount(frame)).toBe(String(rows + 1));
  });

  it('says nothing about filters when the tab is shown again, until its rows are there', async () => {
    const { page } = window;
    const before = await window.resultFrame();
    await before.getByLabel(/^Filter Value/).fill('>=-5000');
    await before.getByRole('button', { name: 'Clear Filters' }).waitFor();
    await page.addInitScript(holdMessages, 'answer');
    await window.command('File: New Untitled Text File');
    await page.getByRole('tab', { name: /Day-ahead prices/ }).click();
    const frame = await window.resultFrame();
    const verdict = frame.getByText('No rows match the filters.');
    await verdict.waitFor({ state: 'attached' });
    const held = () => frame.evaluate(() => (globalThis as Holding).heldMessages.length);
    await expect.poll(held).toBeGreaterThan(0);
    expect(await verdict.isVisible()).toBe(false);
    await frame.evaluate(() => (globalThis as Holding).releaseMessages());
    await expect.poll(() => rowCount(frame)).toBe(String(rows + 1));
    expect(await verdict.isVisible()).toBe(false);
  });

  it('shows the view that was chosen before the tab knew what to show', async () => {
    const { page } = window;
    const before = await window.resultFrame();
    await showView(before, 'Chart');
    await page.addInitScript(holdMessages, 'state');
    await page
      .getByRole('tab', { name: /Untitled/ })
      .first()
      .click();
    // On a busy machine, it's still visible for a while, and nothing is held in it.
    await expect.poll(() => before.isDetached()).toBe(true);
    await page.getByRole('tab', { name: /Day-ahead prices/ }).click();
    const frame = await window.resultFrame();
    const held = () => frame.evaluate(() => (globalThis as Holding).heldMessages.length);
    await expect.poll(held).toBeGreaterThan(0);
    await frame.getByRole('tab', { name: 'Table' }).click();
    await frame.evaluate(() => (globalThis as Holding).releaseMessages());
    await expect.poll(() => rowCount(frame)).toBe(String(rows + 1));
    await frame.getByRole('tab', { name: 'Table', selected: true }).waitFor();
  });
});

describe('a query that fails or takes long', () => {
  let own: OwnService;
  beforeAll(async () => {
    own = await openOwnService('failing-queries');
  });

  it("doesn't move the list that a person is choosing from while rows arrive", async () => {
    let more: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (more = resolve));
    const orders = (contract: string, events: number) =>
      Array.from({ length: events }, (_, at) =>
        JSON.stringify({
          contractId: contract,
          id: `${contract}${at}`,
          price: at,
          side: 'BUY',
          updatedTime: `2026-03-20T10:0${at}:00Z`,
        }),
      ).join(',');
    async function* growing() {
      yield Buffer.from(`[${orders('early', 3)},${orders('late', 2)},`);
      await asked;
      yield Buffer.from(`${orders('late', 4)},`);
      for (;;) yield await new Promise<Buffer>((resolve) => setTimeout(resolve, 100, Buffer.from(' ')));
    }
    await own.window.command('View: Close All Editors');
    await own.ask('intraday-orders', ['', ''], { body: growing() });
    const frame = await own.window.resultFrame();
    const grid = frame.getByRole('grid', { name: 'Contracts' });
    const listed = () => grid.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent));
    await expect
      .poll(listed)
      .toEqual([expect.stringMatching(/^early.*3/), expect.stringMatching(/^late.*2/)]);
    const late = grid.getByRole('button', { name: 'late' });
    await late.focus();
    const row = await late.elementHandle();
    more();
    await expect
      .poll(listed)
      .toEqual([expect.stringMatching(/^early.*3/), expect.stringMatching(/^late.*6/)]);
    // Whoever is about to choose it doesn't lose it.
    expect(await row?.evaluate((button) => document.activeElement === button)).toBe(true);
    await late.press('Enter');
    await frame.getByRole('img', { name: /contract late/ }).waitFor();
    await own.window.page.keyboard.press('Escape');
    await frame.getByRole('button', { name: 'Cancel', exact: true }).click();
  });

  it('is canceled by a button, keeping the rows received so far', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        const order = JSON.stringify({ id: `o${sent}`, price: sent, side: 'BUY' });
        sent += 1;
        yield Buffer.from(`${sent === 1 ? '[' : ','}${order}`);
        if (sent > 2000) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    // The tab of the failed query would be found before the new one.
    await own.window.command('View: Close All Editors');
    await own.ask('intraday-orders', ['', ''], { body: endless() });
    const frame = await own.window.resultFrame();
    await frame
      .getByRole('status')
      .getByText(/^Receiving/)
      .waitFor();
    await own.window.screenshot('receiving');
    await frame.getByRole('button', { name: 'Cancel', exact: true }).click();
    await frame
      .getByRole('status')
      .getByText(/Canceled|Incomplete/i)
      .first()
      .waitFor();
    const [request] = own.server.seen('/api/intraday/delayed/orders');
    expect((await request!.closed).aborted).toBe(true);
    await showView(frame, 'Table');
    await frame.getByRole('gridcell').first().waitFor();
    await own.window.screenshot('cancelled');
  });
});
