import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { root } from '../harness/checkout.mjs';
import type { ResultState } from '../../src/protocol/messages';
import { chartAtOnce } from '../unit/table/charts/tables';
import { ended, failedRun, resultState } from '../unit/webview-ui/frame/resultStates';
import { openView } from './openView';
import { pricesBetween } from './yearsOfPrices';

const day = pricesBetween(Date.parse('2026-03-19T23:00Z'), Date.parse('2026-03-20T23:00Z'));
const judged = { judged: true, asked: { start: null, end: null, due: null } } as const;
const noConnection = ended('unreachable', 'No connection');

/** The colors of the editor that the controls need. */
const colours = {
  '--vscode-foreground': 'rgb(10, 20, 30)',
  '--vscode-editor-background': 'rgb(240, 241, 242)',
  '--vscode-button-background': 'rgb(1, 2, 3)',
  '--vscode-button-foreground': 'rgb(250, 251, 252)',
  '--vscode-button-border': 'rgb(4, 5, 6)',
  '--vscode-button-secondaryBackground': 'rgb(100, 101, 102)',
  '--vscode-button-secondaryForeground': 'rgb(200, 201, 202)',
  '--vscode-button-secondaryBorder': 'rgb(7, 8, 9)',
  '--vscode-dropdown-background': 'rgb(210, 211, 212)',
  '--vscode-dropdown-border': 'rgb(11, 12, 13)',
};

/** A new tab whose control library arrives only when the test says so. */
async function openWithoutLibrary(state: ResultState, { width = 1400 } = {}) {
  const view = await openView({
    width,
    answer(shown, { ask, asked: { kind, question } }) {
      if (kind !== 'chart') return;
      const answer = chartAtOnce(day, 'steps', { ...question, ...judged });
      shown.say({ kind: 'answer', ask, answer }).catch(() => undefined);
    },
  });
  const { page } = view;
  await page.evaluate((theme) => {
    for (const [name, value] of Object.entries(theme))
      document.documentElement.style.setProperty(name, value);
  }, colours);
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/controlLibrary.js', async (route) => {
    await mayCome;
    const body = readFileSync(join(root, 'dist', 'webview', 'controlLibrary.js'));
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  const asked = page.waitForRequest('**/controlLibrary.js');
  const ahead = chartAtOnce(day, 'steps', { width, height: 700, ...judged });
  await view.say(state.rows > 0 ? { kind: 'state', state, ahead } : { kind: 'state', state });
  await asked;
  async function library() {
    letCome();
    await page.waitForFunction(() => customElements.get('vscode-dropdown'));
    await page.waitForTimeout(100);
  }
  return { ...view, library };
}

/** The positions of everything in the page, and the colors of its controls. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const round = (length: number) => Math.round(length * 10) / 10;
    return [...document.querySelectorAll('#market-data *')]
      .filter((each) => each.checkVisibility() && each.localName !== 'vscode-option')
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const isControl = each.localName.startsWith('vscode-');
        const name = isControl
          ? `${each.localName} ${each.ariaLabel}`
          : `${each.localName}.${each.getAttribute('class')}`;
        const box = `${name}: ${[x, y, width, height].map(round).join(' ')}`;
        if (!isControl) return box;
        const control = each.shadowRoot?.querySelector('.control') ?? each;
        const { backgroundColor, opacity } = getComputedStyle(each);
        const { color, borderTop, fontSize } = getComputedStyle(control);
        return `${box}, ${color} on ${backgroundColor}, ${opacity}, ${borderTop}, ${fontSize}`;
      });
  });

describe('before the control library has loaded, which nobody waits for,', () => {
  it.each<[string, ResultState, number]>([
    ['a chart', resultState({ rows: day.rows, canGoBack: true, isReplaceable: true }), 1400],
    ['a chart in a narrow window', resultState({ rows: day.rows }), 560],
    ['an error', resultState({ rows: 0, phase: noConnection }), 1400],
    ['rows of an earlier run', resultState({ rows: day.rows, failedAgain: failedRun(noConnection) }), 1400],
  ])(
    'the controls of %s already look as they will afterwards: nothing moves or flickers',
    async (_, state, width) => {
      const { page, library } = await openWithoutLibrary(state, { width });
      await page.waitForTimeout(600);
      const before = await looks(page);
      await library();
      expect(before.filter((each) => each.startsWith('vscode-')).length).toBeGreaterThan(5);
      expect(before).toEqual(await looks(page));
    },
  );

  it('a click counts, unless the button is disabled', async () => {
    const { page, actions } = await openWithoutLibrary(resultState({ rows: 0, phase: noConnection }));
    await page.locator('vscode-button[aria-label="Compare"][disabled]').click();
    await page.locator('vscode-button[aria-label="Run Again"]').click();
    await expect.poll(actions).toEqual(['runAgain']);
  });

  it('a list shows its selection, and keeps it when the library has loaded', async () => {
    const { page, library } = await openWithoutLibrary(resultState({ rows: day.rows }));
    const list = page.locator('vscode-dropdown[aria-label="View"]');
    expect(await list.innerText()).toBe('Line');
    await library();
    expect(await list.locator('[role="option"][aria-selected="true"]').textContent()).toBe('Line');
  });

  it('a menu can be opened, and its button still says so when the library has loaded', async () => {
    const { page, library } = await openWithoutLibrary(resultState());
    await page.locator('vscode-button[aria-label="Copy As"]').click();
    await library();
    const button = page.getByRole('button', { name: 'Copy As' });
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(await button.getAttribute('aria-haspopup')).toBe('menu');
  });
});
