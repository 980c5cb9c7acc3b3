import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataset, statusOf, treeItem } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'history' });
});
afterAll(() => window.close());

const tree = () => window.page.getByRole('tree', { name: 'History' });
const prices = /^Prices · /;
const entry = (name: RegExp) => tree().getByRole('treeitem', { name }).first();

async function menu(name: RegExp, action: string): Promise<void> {
  await entry(name).click({ button: 'right' });
  // The name of an item ends with its key. A click is ignored for a moment after the menu has opened.
  await window.page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).hover();
  await window.page.keyboard.press('Enter');
}

/** The folder of the entries, as another window of the same person finds it. */
function entriesFolder(): string {
  const data = dirname(window.workspace);
  const paths = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const path = paths.find((each) => each.endsWith(join('history', 'entries')));
  if (path === undefined) throw new Error('No history on disk.');
  return join(data, path);
}

/** What another window writes: an entry of so many days ago. */
function writeEntry(folder: string, index: number, daysAgo: number, given: object = {}): void {
  const id = `other${String(index).padStart(7, '0')}`;
  mkdirSync(join(folder, id));
  const text = JSON.stringify({
    version: 1,
    at: new Date(Date.now() - daysAgo * 86_400_000 - index * 60_000).toISOString(),
    by: 'command',
    connection: index % 3 === 0 ? 'production' : 'sandbox',
    dataset: index % 2 === 0 ? 'intraday-orders' : 'dayahead-turnover',
    parameters: index % 2 === 0 ? { areas: 'NO1' } : { currency: 'EUR' },
    outcome: { kind: 'success', status: 200 },
    request: { method: 'GET', url: 'https://x.test/', sent: [], received: [], status: 200, attempts: 1 },
    records: 12,
    rows: 1234,
    bytes: 0,
    wireBytes: 0,
    timings: { firstByteMs: 1, firstRowsMs: 2, totalMs: 3 },
    hadBody: false,
    ...given,
  });
  writeFileSync(join(folder, id, 'entry.json'), text);
}

describe('the history', () => {
  it('says what it is for while it is empty', async () => {
    await window.command('Market Data: Focus on Datasets View');
    await window.page.getByText('No queries yet.').waitFor();
    await window.screenshot('empty');
  });

  it('lists a query as soon as it has ended, and opens its response again after it was discarded', async () => {
    await openDataset(window, 'dayahead-prices');
    const before = await statusOf(await window.resultFrame());
    await entry(/^Today/).waitFor();
    await entry(/^Prices · NO1 · \d+ \w+, \d\d:\d\d, \d+ rows$/).waitFor();
    await window.command('View: Close All Editors');
    // The tab may still be closing.
    await expect
      .poll(async () => {
        await window.command('Market Data: Clear Stored Results');
        return treeItem(window, 'Day-ahead prices').getAttribute('aria-label');
      })
      .toContain('not loaded');
    await entry(prices).click();
    const frame = await window.resultFrame();
    expect(await statusOf(frame)).toBe(before);
    await frame.getByText('From history', { exact: true }).waitFor();
    await window.screenshot('opened');
  });

  it('marks what is pinned, and runs a query again', async () => {
    await menu(prices, 'Pin in History');
    await entry(/^Prices · .*, \d+ rows, pinned/).waitFor();
    await menu(prices, 'Run Again');
    await expect.poll(() => tree().getByRole('treeitem', { name: prices }).count()).toBe(2);
  });

  it('lists by day what other windows run', async () => {
    const folder = entriesFolder();
    writeEntry(folder, 0, 1);
    writeEntry(folder, 1, 0, { outcome: { kind: 'unreachable', message: 'Down.' }, rows: 0 });
    writeEntry(folder, 2, 0, { outcome: { kind: 'unexpectedResponse', message: 'Cut.' } });
    writeEntry(folder, 3, 0, { outcome: { kind: 'cancelled' }, rows: 0 });
    writeEntry(folder, 4, 0, { outcome: { kind: 'noData' }, rows: 0 });
    writeFileSync(join(folder, '..', 'changed'), 'by another window');
    await entry(/^Yesterday/).waitFor();
    for (const words of [/, failed(,|$)/, /, incomplete(,|$)/, /, canceled(,|$)/, /, no data(,|$)/]) {
      await entry(words).waitFor();
    }
  });

  it('offers to run a query without a response again', async () => {
    await entry(/, failed(,|$)/).click();
    await window.page
      .getByText(/This query ended without a response/)
      .first()
      .waitFor();
    await window.command('Notifications: Clear All Notifications');
  });

  it('deletes with the Delete key', async () => {
    await menu(/, canceled(,|$)/, 'Delete');
    await entry(/, canceled(,|$)/).waitFor({ state: 'detached' });
    await entry(/, no data(,|$)/).click();
    await window.command('Notifications: Clear All Notifications');
    await entry(/, no data(,|$)/).focus();
    await window.page.keyboard.press('Delete');
    await entry(/, no data(,|$)/).waitFor({ state: 'detached' });
  });

  it('is cleared after a question that distinguishes responses from everything', async () => {
    await window.command('Market Data: Focus on History View');
    await window.page.getByRole('button', { name: 'Clear History…' }).click();
    const dialog = window.page.getByRole('dialog');
    await dialog.getByText('Clear the history for all windows?').waitFor();
    await dialog.getByRole('button', { name: 'Delete Responses Only' }).waitFor();
    await window.screenshot('question');
    await dialog.getByRole('button', { name: 'Delete All' }).click();
    await window.page.getByText('No queries yet.').waitFor();
    expect(readdirSync(entriesFolder())).toEqual([]);
  });
});
