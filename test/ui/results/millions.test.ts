import { beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from 'playwright-core';
import { openOwnService, type OwnService } from '../sharedWindow';
import { showView } from '../resultView';

let own: OwnService;
beforeAll(async () => {
  own = await openOwnService('millions');
});

/** Text of the cell that keys act on. */
const active = (frame: Frame) => frame.locator('#active-cell').innerText();

describe('millions of rows', () => {
  /** More rows than the tallest possible element of a browser has room for. */
  const rows = 2_000_000;
  const soon = { timeout: 20_000 };

  async function* orders() {
    for (let from = 0; from < rows; from += 100_000) {
      const ids = Array.from({ length: 100_000 }, (_, at) => `{"id":"o${from + at + 1}"}`);
      yield Buffer.from(`${from === 0 ? '[' : ','}${ids.join(',')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield Buffer.from(']');
  }

  it('scroll to exactly the row that was requested or found', { timeout: 300_000 }, async () => {
    const { window } = own;
    await own.ask('intraday-orders', ['', ''], { body: orders() });
    const frame = await window.resultFrame();
    await expect
      .poll(() => frame.getByRole('status').innerText(), { timeout: 90_000 })
      .toMatch(/^2,000,000 rows received/);
    await showView(frame, 'Table');
    const { keyboard } = window.page;
    const row = () =>
      frame
        .getByRole('row')
        .filter({ has: frame.locator('#active-cell') })
        .getAttribute('aria-rowindex');
    await frame.getByRole('rowheader').first().click();
    await keyboard.press('Control+End');
    await expect.poll(row, soon).toBe(String(rows + 1));
    await keyboard.press('Control+Home');
    await expect.poll(row, soon).toBe('2');
    await keyboard.press('Control+f');
    await keyboard.type('O199999');
    await expect.poll(() => active(frame), soon).toBe('o199999');
    const number = frame.locator('.find-bar .match-count');
    await expect.poll(() => number.innerText(), soon).toBe('1 of 11');
    await keyboard.press('F3');
    await expect.poll(() => active(frame), soon).toBe('o1999990');
    await expect.poll(() => number.innerText(), soon).toBe('2 of 11');
    await keyboard.press('Shift+Enter');
    await expect.poll(() => active(frame), soon).toBe('o199999');
    await keyboard.press('Shift+F3');
    await frame.getByText('Search wrapped around to the end.').waitFor();
    await expect.poll(() => active(frame), soon).toBe('o1999999');
    await expect.poll(() => number.innerText(), soon).toBe('11 of 11');
    for (const place of [1_456_789, 1_456_790, 2, rows]) {
      await frame.getByRole('textbox', { name: 'Go to row' }).fill(String(place));
      await keyboard.press('Enter');
      await expect.poll(() => active(frame), soon).toBe(`o${place}`);
      await expect.poll(row, soon).toBe(String(place + 1));
    }
    await window.screenshot('found');
    await frame.getByRole('rowheader', { name: '2,000,000', exact: true }).click();
    await keyboard.press('Control+Shift+Home');
    await frame.getByText(/^2,000,000 rows selected/).waitFor();
    await frame.getByRole('rowheader', { name: '3', exact: true }).click({ modifiers: ['Control'] });
    await frame.getByText(/^1,999,999 rows selected/).waitFor();
    await keyboard.press('Control+f');
    await keyboard.type('NO1');
    await frame.getByText('No matches', { exact: true }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => frame.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
  });
});
