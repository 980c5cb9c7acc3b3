import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptSuggestion, moreAction, openDataset, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

const name = 'team.market.json';
const before = `{
  // The team's questions
  "version": 1,
  "queries": {
    "turnover": { "dataset": "dayahead-turnover", "parameters": { "startTime": "today", "endTime": "today" } }
  }
}
`;
let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({
    name: 'savedQueries',
    files: { [name]: before },
  });
  await window.command('Market Data: Focus on Datasets View');
}, 120_000);
afterAll(() => window.close());

const textOf = () => readFileSync(join(window.workspace, name), 'utf8');
/** The editor that is in front, by its file. */
const editorOf = (file: string) =>
  window.page.getByRole('tab', { name: new RegExp(`^${file}`), selected: true });

describe('a query', () => {
  it('is saved from the result view with a click and Enter twice, and the file opens at the query', async () => {
    await openDataset(window, 'dayahead-prices');
    const frame = await window.resultFrame();
    await statusOf(frame);
    await window.screenshot('view');
    await moreAction(frame, 'Save Query');
    await window.prompt.getByRole('option', { name }).waitFor();
    await window.screenshot('file');
    await window.page.keyboard.press('Enter');
    await window.prompt.getByText('(2/2)').waitFor();
    await window.screenshot('name');
    await acceptSuggestion(window, window.prompt.getByText('(2/2)'));
    await editorOf(name).waitFor();
    await expect.poll(textOf).toMatch(/"Day-ahead prices NO1": \{\s+"dataset": "dayahead-prices"/);
    expect(textOf().startsWith(before.slice(0, before.indexOf(' }\n')))).toBe(true);
    await window.screenshot('saved');
  });

  it("runs from selected text with an editor's context menu, which is silent without a selection", async () => {
    const { page } = window;
    await window.command('File: New Untitled Text File');
    await page.keyboard.type(
      '/dayahead/volumes/turnover/systemPrice?startTime=2026-03-20&endTime=2026-03-20',
    );
    const entry = page.getByRole('menuitem', { name: 'Run Query from Selection or Clipboard' });
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Paste/ }).waitFor();
    expect(await entry.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Shift+F10');
    await entry.waitFor();
    await window.screenshot('menu');
    await entry.click();
    const frame = await window.resultFrame();
    await frame.getByRole('heading', { level: 1, name: 'Day-ahead turnover' }).waitFor();
    expect(await statusOf(frame)).toMatch(/rows, complete/);
  });
});
