import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ResultState } from '#src/protocol/messages';
import { chartAtOnce } from '../unit/table/charts/tables';
import { ended, failedRun, resultState } from '../unit/webview-ui/frame/resultStates';
import { answerCharts, answerRows, drawn, judged, openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

const day = pricesBetween(Date.parse('2026-03-19T23:00Z'), Date.parse('2026-03-20T23:00Z'));
const noConnection = ended('unreachable', 'No connection');

/** A new tab whose second script arrives only when the test says so. */
async function openWithoutOtherPanes(state: ResultState, { width = 1400 } = {}) {
  const view = await openView({ width, answer: answerCharts(day) });
  const { page } = view;
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/otherPanes.js', async (route) => {
    await mayCome;
    await route.fallback();
  });
  const ahead = chartAtOnce(day, 'steps', { width, height: 700, ...judged });
  await view.say(state.rows > 0 ? { kind: 'state', state, ahead } : { kind: 'state', state });
  async function loadOtherPanes() {
    letCome();
    await page.waitForFunction(
      () => customElements.get('vscode-text-field') && !document.querySelector(':not(:defined)'),
    );
    await drawn(page);
  }
  return { ...view, loadOtherPanes };
}

/** The positions of everything in the page, and the colors of its controls. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const round = (length: number) => Math.round(length * 10) / 10;
    return [...document.querySelectorAll('#market-data *')]
      .filter((each) => each.checkVisibility())
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const box = `${each.localName}.${each.getAttribute('class')}: ${[x, y, width, height].map(round).join(' ')}`;
        if (!['button', 'select'].includes(each.localName)) return box;
        const { backgroundColor, borderTop, color, fontSize, opacity } = getComputedStyle(each);
        return `${box}, ${color} on ${backgroundColor}, ${opacity}, ${borderTop}, ${fontSize}`;
      });
  });

describe('the controls of a new tab', () => {
  it.each<[string, ResultState, number]>([
    ['a chart', resultState({ rows: day.rows, canGoBack: true, isReplaceable: true }), 1400],
    ['a chart in a narrow window', resultState({ rows: day.rows }), 560],
    ['rows of an earlier run', resultState({ rows: day.rows, failedAgain: failedRun(noConnection) }), 1400],
  ])("don't move or flicker when the rest has loaded: %s", async (_, state, width) => {
    const { page, loadOtherPanes } = await openWithoutOtherPanes(state, { width });
    await page.getByRole('img', { name: /Day-ahead prices, / }).waitFor();
    await drawn(page);
    const before = await looks(page);
    await loadOtherPanes();
    expect(before.filter((each) => each.startsWith('button')).length).toBeGreaterThan(5);
    expect(before).toEqual(await looks(page));
  });

  it('work at once: a click counts, unless the button is disabled', async () => {
    const { page, actions } = await openWithoutOtherPanes(resultState({ rows: 0, phase: noConnection }));
    const compare = page.getByRole('button', { name: 'Compare' });
    expect(await compare.isDisabled()).toBe(true);
    await compare.click({ force: true });
    await page.getByRole('button', { name: 'Run Again' }).click();
    await expect.poll(actions).toEqual(['runAgain']);
  });

  it('say what they open, and whether it is open', async () => {
    const { page } = await openWithoutOtherPanes(resultState());
    const button = page.getByRole('button', { name: 'Copy As' });
    expect(await button.getAttribute('aria-haspopup')).toBe('menu');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
  });

  it('include a list whose options stay as they are while it may be open', async () => {
    const { page, show } = await openView();
    const zones = (labels: readonly string[]) => labels.map((label) => ({ zone: label, label }));
    const state = resultState({ timeZone: 'UTC', timeZones: zones(['UTC', 'Europe/Oslo']) });
    await show(state);
    const list = page.getByRole('combobox', { name: 'Time zone' });
    const offered = () => list.locator('option').allTextContents();
    await expect.poll(offered).toEqual(['UTC', 'Europe/Oslo', 'Other Time Zone…']);
    await list.dispatchEvent('mousedown');
    await show({ ...state, timeZones: zones(['UTC', 'Asia/Tokyo']), timeZone: 'Asia/Tokyo' });
    await drawn(page);
    expect(await offered()).toEqual(['UTC', 'Europe/Oslo', 'Other Time Zone…']);
    expect(await list.inputValue()).toBe('UTC');
    await list.dispatchEvent('mousedown');
    expect(await offered()).toEqual(['UTC', 'Asia/Tokyo', 'Other Time Zone…']);
    expect(await list.inputValue()).toBe('Asia/Tokyo');
  });
});

describe('the control library', () => {
  it('has the colors of the theme although the page has loaded before it, and of the next theme', async () => {
    const { page, show } = await openView({ answer: answerRows(6) });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') violations.push(message.text());
    });
    const setTheme = (background: string) =>
      page.evaluate((color) => {
        document.documentElement.style.setProperty('--vscode-input-background', color);
        document.documentElement.style.setProperty('--vscode-button-background', color);
      }, background);
    await setTheme('rgb(240, 241, 242)');
    await show(resultState({ rows: 6, defaultView: 'table' }));
    const field = page.locator('vscode-text-field').first().locator('.root');
    const background = () => field.evaluate((root) => getComputedStyle(root).backgroundColor);
    await expect.poll(background).toBe('rgb(240, 241, 242)');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const confirm = page.getByRole('dialog').locator('vscode-button[appearance="primary"]');
    const colorOf = () => confirm.evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await colorOf()).toBe('rgb(240, 241, 242)');
    await setTheme('rgb(1, 2, 3)');
    await expect.poll(background).toBe('rgb(1, 2, 3)');
    expect(await colorOf()).toBe('rgb(1, 2, 3)');
    expect(violations).toEqual([]);
  });

  it('is loaded without replacing a function of the page', async () => {
    const { page, show } = await openView({ answer: answerRows(6) });
    await show(resultState({ rows: 6, defaultView: 'table' }));
    await page.locator('vscode-text-field').first().waitFor();
    const replaced = await page.evaluate(() => [
      Object.hasOwn(document, 'createElement'),
      Object.hasOwn(window, 'addEventListener'),
    ]);
    expect(replaced).toEqual([false, false]);
  });
});
