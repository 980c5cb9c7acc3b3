import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from 'playwright-core';
import { startFaultServer, type FaultServer } from '../host/faultServer';
import { showView, treeItem } from './resultView';
import { openWindow, type EditorWindow } from './support';

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'millions' });
  await window.command('Market Data: Focus on Datasets View');
});
afterAll(() => window.close());

/** Text of the cell that keys act on. */
const active = (frame: Frame) => frame.locator('#active-cell').innerText();

describe('five million rows', () => {
  const rows = 5_000_000;
  const soon = { timeout: 20_000 };
  let server: FaultServer;
  beforeAll(async () => {
    server = await startFaultServer();
  });
  afterAll(() => server.close());

  async function* orders() {
    for (let from = 0; from < rows; from += 100_000) {
      const ids = Array.from({ length: 100_000 }, (_, at) => `{"id":"o${from + at + 1}"}`);
      yield Buffer.from(`${from === 0 ? '[' : ','}${ids.join(',')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield Buffer.from(']');
  }

  it('land on the very row that was asked for or found', { timeout: 300_000 }, async () => {
    server.grants('/id/connect/token', [{ token: 'canary-secret-millions' }]);
    server.on('/api/intraday/delayed/orders', [{ status: 200, body: orders() }]);
    await window.set({
      'marketData.connections': [
        { name: 'mine', baseUrl: `${server.origin}/api`, authUrl: `${server.origin}/id` },
      ],
    });
    await window.command('Market Data: Focus on Datasets View');
    await window.command('Market Data: Select Connection');
    await window.pick('mine');
    await treeItem(window, 'Intraday orders (delayed)').click();
    for (const step of [1, 2]) {
      await window.prompt.getByText(`(${step}/2)`).waitFor();
      await window.page.keyboard.press('Enter');
    }
    for (const text of ['someone', 'canary-secret-password']) {
      await window.prompt.getByText(text === 'someone' ? 'User name' : 'Password').waitFor();
      await window.answer(text);
    }
    await window.pick('For this session only');
    const frame = await window.resultFrame();
    await expect
      .poll(() => frame.getByRole('status').innerText(), { timeout: 90_000 })
      .toMatch(/^5,000,000 rows, complete/);
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
    await keyboard.type('O499999');
    await keyboard.press('Enter');
    await expect.poll(() => active(frame), soon).toBe('o499999');
    await keyboard.press('F3');
    await expect.poll(() => active(frame), soon).toBe('o4999990');
    await keyboard.press('Shift+Enter');
    await expect.poll(() => active(frame), soon).toBe('o499999');
    await keyboard.press('Shift+F3');
    await frame.getByText('Found again from the end.').waitFor();
    await expect.poll(() => active(frame), soon).toBe('o4999999');
    for (const place of [3_456_789, 3_456_790, 2, rows]) {
      await frame.getByRole('textbox', { name: 'Go to row' }).fill(String(place));
      await keyboard.press('Enter');
      await expect.poll(() => active(frame), soon).toBe(`o${place}`);
      expect(await row()).toBe(String(place + 1));
    }
    await window.screenshot('found');
    await keyboard.press('Control+f');
    await keyboard.type('NO1');
    await keyboard.press('Enter');
    await frame.getByText('"NO1" is in no cell of these rows.').waitFor();
    await keyboard.press('Escape');
    expect(await frame.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
  });
});
