import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ended, resultState } from '../unit/webview-ui/frame/resultStates';
import { answerRows, drawn, openView } from './openView';

const unheard = vi.fn();
beforeEach(() => unheard.mockClear());
afterEach(() => expect(unheard).not.toHaveBeenCalled());

/** A new tab whose second script can't be fetched until the test says so, as while a remote machine is away. */
async function opened() {
  const view = await openView({ answer: answerRows(6) });
  view.page.on('pageerror', unheard);
  await view.page.route('**/otherPanes.js*', (route) => route.abort());
  await view.show(resultState());
  return { ...view, comeBack: () => view.page.unroute('**/otherPanes.js*') };
}

const exportButton = (page: Page) => page.locator('header').getByRole('button', { name: 'Export' });
/** Clicks, and waits until the page knows that the script could not be fetched, either. */
async function clickInVain(page: Page, button: Locator): Promise<void> {
  const failed = page.waitForEvent('requestfailed');
  await button.click();
  await failed;
  await drawn(page);
}
const tryAgain = (page: Page) => page.getByRole('alert').getByText('Try Again');

it("Export says that the dialog couldn't be opened, and opens it on the next try", async () => {
  const { page, comeBack } = await opened();
  await exportButton(page).click();
  await page.getByText("Couldn't open the export dialog. ").waitFor();
  await clickInVain(page, exportButton(page));
  await comeBack();
  await exportButton(page).click();
  await page.getByRole('dialog', { name: 'Export' }).waitFor();
  expect(await page.getByText("Couldn't open").isVisible()).toBe(false);
});

it("a view that couldn't be loaded says so, and can be loaded on the next try", async () => {
  const { page, comeBack, show } = await opened();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('tabpanel').getByText("Couldn't load this tab. ").waitFor();
  await clickInVain(page, tryAgain(page));
  await comeBack();
  await tryAgain(page).click();
  await page.getByRole('grid').waitFor();
  expect(await page.getByText("Couldn't load").count()).toBe(0);
  expect(await page.getByRole('tab', { name: 'Table' }).evaluate((tab) => tab.matches(':focus'))).toBe(true);
  await show(resultState({ id: 'r2' }));
  await page.getByRole('gridcell', { name: '3' }).waitFor();
});

it("a view that couldn't be loaded still says that the response has no rows", async () => {
  const { page, show } = await opened();
  let fail: () => void = () => undefined;
  const mayFail = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/otherPanes.js*', async (route) => {
    await mayFail;
    await route.abort();
  });
  const request = page.waitForRequest('**/otherPanes.js*');
  await page.getByRole('tab', { name: 'Table' }).click();
  await request;
  await show(resultState({ id: 'r2', rows: 0, records: 0, phase: ended('noData', 'No data') }));
  const placeholder = page.getByRole('tabpanel').getByRole('heading', { name: 'No data' });
  await placeholder.waitFor();
  fail();
  await page.getByText("Couldn't load this tab. ").waitFor();
  expect(await placeholder.isVisible()).toBe(true);
});
