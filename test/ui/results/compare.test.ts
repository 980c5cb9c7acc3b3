import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFor, compareWithAnother, frameHeaded, rowCount, showView, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

// No day on which the clocks change, nor one beside it: hours without a partner would be added or missing.
const day = '2026-03-20';

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'compare' });
  await window.command('Market Data: Focus on Datasets View');
  await askFor(window, 'Day-ahead prices', ['NO1,DK1', day]);
  await statusOf(await window.resultFrame());
});
afterAll(() => window.close());

const frameOf = (heading: RegExp) => frameHeaded(window, heading);

/** The responses that the extension stores on disk for this window: one note each. */
const keptAnswers = () =>
  readdirSync(dirname(window.workspace), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /[\\/]results[\\/]/.test(file) && file.endsWith('.note'),
  );

/** How many actions for comparing the title bar of the editor has. */
const compareActions = () => window.page.getByRole('button', { name: /^Compare Result/ }).count();

describe('prices of two days', () => {
  it('are overlaid in one chart, hour on hour, after a reload as well, and can be removed', async () => {
    const frame = await window.resultFrame();
    await compareWithAnother(frame, 'Overlay');
    await window.pick('19 Mar 2026');
    await frame.getByRole('img', { name: /4 series/ }).waitFor();
    await window.screenshot('overlay');
    await expect.poll(() => window.writtenState()).toMatch(/"overlays":\["/);
    await window.reload();
    await window.page.getByRole('tab', { name: /Day-ahead prices/ }).click();
    const again = await window.resultFrame();
    await again.getByRole('img', { name: /4 series/ }).waitFor();
    const added = again.getByRole('list', { name: 'Added results' });
    await added.getByRole('button', { name: /^Remove / }).click();
    await again.getByRole('img', { name: /NO1 and DK1|DK1 and NO1/ }).waitFor();
    await added.waitFor({ state: 'hidden' });
  });

  it('are compared in a separate tab that says what changed', async () => {
    const frame = await window.resultFrame();
    await expect.poll(compareActions).toBe(1);
    await compareWithAnother(frame, 'Difference');
    // The day fetched for the chart was never queried on its own.
    await window.prompt.getByRole('option', { name: /^No other results yet\./ }).waitFor();
    await window.pick('19 Mar 2026');
    const compared = await frameOf(/^Day-ahead prices: .+ vs\. .+/);
    const formula = '19 Mar minus 20 Mar 2026';
    expect(await statusOf(compared)).toMatch(
      /^192 intervals, 19 Mar minus 20 Mar 2026: lowest [+-][\d.]+ EUR\/MWh \((NO1|DK1)\) at .+, highest [+-][\d.]+ EUR\/MWh \((NO1|DK1)\) at /,
    );
    await compared.getByRole('img', { name: new RegExp(formula) }).waitFor();
    await compared.getByText('Sample data').waitFor();
    await window.screenshot('compared-chart');
    await expect.poll(compareActions).toBe(0);
    await showView(compared, 'Table');
    await compared.getByRole('columnheader', { name: new RegExp(`^${formula}`) }).waitFor();
    await expect.poll(() => rowCount(compared)).toBe('193');
    await window.screenshot('compared-table');
  });

  it('show both requests, and lead to the JSON of each response', async () => {
    const compared = await frameOf(/vs\./);
    await showView(compared, 'Request');
    await expect.poll(() => compared.getByRole('heading', { level: 2 }).count()).toBe(3);
    await window.screenshot('compared-request');
    await showView(compared, 'JSON');
    await compared.getByText('A comparison has no JSON response').waitFor();
    await window.screenshot('compared-json');
    await compared
      .getByRole('button', { name: /^Open / })
      .first()
      .click();
    const original = await frameOf(/^Day-ahead prices$/);
    await original.getByRole('tree', { name: 'JSON' }).waitFor();
  });
  it('ask which of the two queries to edit', async () => {
    await window.page.getByRole('tab', { name: /vs\./ }).click();
    await frameOf(/vs\./);
    await window.command('Market Data: Edit Query');
    await window.pick('20 Mar 2026');
    await window.prompt.getByText('(1/2)').waitFor();
    await window.prompt.getByRole('option', { name: /^NO1/ }).first().waitFor();
    await window.page.keyboard.press('Escape');
    await window.prompt.waitFor({ state: 'hidden' });
  });

  it('are run again in the same tab, and the earlier responses are discarded', async () => {
    const compared = await frameOf(/vs\./);
    const runAgain = () => compared.getByRole('button', { name: 'Run Again' }).click();
    const before = keptAnswers();
    const fetched = () => keptAnswers().filter((answer) => !before.includes(answer));
    await runAgain();
    await expect.poll(() => fetched().length).toBe(2);
    const replaced = fetched();
    // A click before the tab has changed runs the same query again.
    const left = async () => {
      await runAgain();
      return keptAnswers().filter((answer) => replaced.includes(answer));
    };
    await expect.poll(left, { interval: 1000 }).toEqual([]);
    expect(await window.page.getByRole('tab', { name: /vs\./ }).count()).toBe(1);
  });
});
