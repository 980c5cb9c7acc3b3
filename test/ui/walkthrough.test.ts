import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDataset, statusOf, treeItem } from './resultView';
import { openWindow, type EditorWindow } from './support';

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'walkthrough' });
});
afterAll(() => window.close());

/** Opens the walkthrough and waits until these of its six steps are ticked. */
async function ticked(...steps: readonly boolean[]): Promise<void> {
  await window.command('Market Data: Open Walkthrough');
  const boxes = window.page.locator('[data-done-step-id]');
  const read = () => boxes.evaluateAll((all) => all.map((box) => box.ariaChecked === 'true'));
  await expect.poll(read).toEqual(steps);
}

it('sample prices leave the list of datasets where it was, and the walkthrough knows that they were shown before it was first opened', async () => {
  await window.command('Market Data: Focus on Datasets View');
  const row = treeItem(window, 'Day-ahead turnover');
  const before = await row.boundingBox();
  await window.page.getByRole('button', { name: 'Show Sample Prices' }).click();
  await statusOf(await window.resultFrame());
  // The pointer may rest on another dataset.
  expect(await row.boundingBox()).toEqual(before);
  await ticked(true, false, false, false, false, false);
});

it("browsing is checked off once a dataset's prompts were completed", async () => {
  await window.command('View: Close All Editors');
  await window.command('Market Data: Focus on Datasets View');
  await openDataset(window, 'dayahead-turnover');
  await statusOf(await window.resultFrame());
  await ticked(true, true, false, false, false, false);
});

it('exporting is also checked off after using a button of the result, but not after canceling', async () => {
  await window.command('Market Data: Copy Request As');
  const prompt = window.prompt.getByPlaceholder('Select a format for the copied request');
  await prompt.waitFor();
  await window.page.keyboard.press('Escape');
  await prompt.waitFor({ state: 'hidden' });
  await ticked(true, true, false, false, false, false);
  await window.command('View: Close Editor');
  const frame = await window.resultFrame();
  await frame.getByRole('button', { name: 'Copy As', exact: true }).click();
  await frame.getByRole('menuitem', { name: /curl/ }).click();
  await ticked(true, true, true, false, false, false);
});

it("connecting isn't checked off if no connection was added", async () => {
  await window.command('Market Data: Add Connection');
  await window.prompt.getByText('A short name of your choice').first().waitFor();
  await window.page.keyboard.press('Escape');
  await ticked(true, true, true, false, false, false);
});
