import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showView, statusOf } from './resultView';
import { openWindow, themes, type EditorWindow } from './support';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const views = ['Chart', 'Table', 'JSON', 'Request'] as const;

/** What axe finds serious or critical in the view, in words. */
async function findings(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe);
  const results = await frame.evaluate(() => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
    };
    return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
  });
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'accessibility' });
  await window.command('Market Data: Focus on Datasets View');
  await window.page.getByRole('button', { name: 'Show Sample Prices' }).click();
  await statusOf(await window.resultFrame());
});
afterAll(() => window.close());

describe.each(themes)('in %s', (theme) => {
  it('no view has a serious barrier', async () => {
    await window.theme(theme);
    const frame = await window.resultFrame();
    for (const view of views) {
      await showView(frame, view);
      await window.page.waitForTimeout(300);
      expect([view, await findings(frame)]).toEqual([view, []]);
    }
  });
});

describe('the result view by keyboard', () => {
  it('moves between the views with the arrow keys', async () => {
    const frame = await window.resultFrame();
    await showView(frame, 'Chart');
    await frame.getByRole('tab', { name: 'Chart' }).focus();
    await window.page.keyboard.press('ArrowRight');
    await frame.getByRole('tabpanel', { name: 'Table' }).waitFor();
    await frame.getByRole('tab', { name: 'Table', selected: true }).waitFor();
  });

  it('has the names that assistive technology holds on to', async () => {
    const frame = await window.resultFrame();
    await frame.getByRole('tablist', { name: 'View' }).waitFor();
    await frame.getByRole('combobox', { name: 'Time zone' }).waitFor();
    for (const name of ['Run again', 'Edit query', 'Export', 'Copy as']) {
      await frame.getByRole('button', { name, exact: true }).waitFor();
    }
  });
});
