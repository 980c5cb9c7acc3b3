import type { Frame } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { showView, statusOf } from '../resultView';
import { sharedWindow } from '../sharedWindow';
import type { EditorWindow } from '../support';

let window: EditorWindow;
let frame: Frame;
beforeAll(async () => {
  window = await sharedWindow();
  await window.command('Market Data: Show Sample Prices');
  frame = await window.resultFrame();
  await statusOf(frame);
});

it("the table and the JSON are searched with the editor's key right after a click on their tab", async () => {
  for (const name of ['JSON', 'Table'] as const) {
    await showView(frame, name);
    const panel = frame.getByRole('tabpanel', { name });
    await panel.getByRole('textbox', { name: /^Find/ }).waitFor(); // the pane comes with a script of its own
    await window.page.keyboard.press('Control+f');
    const focused = () => frame.locator(':focus').last().getAttribute('aria-label');
    await expect.poll(focused).toMatch(/^Find/);
  }
});

it('a selection is copied in the format that a tool needs', async () => {
  const { keyboard } = window.page;
  const clipboard = () => window.page.evaluate(() => navigator.clipboard.readText());
  await frame.locator('tbody .numeric').first().click();
  await keyboard.press('Control+c');
  await expect.poll(clipboard).toMatch(/^-?[\d.]+$/);
  await keyboard.press('Shift+ArrowDown');
  await frame.getByRole('button', { name: 'Copy Selection' }).click();
  await window.screenshot('copy');
  await frame.getByRole('menuitem', { name: /^JSON Array/ }).click();
  await expect.poll(clipboard).toMatch(/^\[\n {2}\{"value": -?[\d.]+\},\n {2}\{"value": -?[\d.]+\}\n\]\n$/);
  await frame.getByText('Copied 2 cells.').waitFor();
});
