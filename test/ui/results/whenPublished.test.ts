import { afterAll, beforeAll, expect, it } from 'vitest';
import { askFor, frameHeaded } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

let window: EditorWindow;
beforeAll(async () => void (window = await openWindow({ name: 'when-published' })));
afterAll(() => window.close());

const button = (frame: Awaited<ReturnType<EditorWindow['resultFrame']>>, name: string) =>
  frame.getByRole('button', { name });
const statusBarItem = () =>
  window.page.getByRole('button', {
    name: /^Waiting until published: Day-ahead prices · NO1 · 1 Jan 2100: next request at 2099-12-31 12:55/,
  });

it('a query that waits until its data is published survives a reload of the window, until it is canceled', async () => {
  await window.command('Market Data: Focus on Datasets View');
  await askFor(window, 'Day-ahead prices', ['NO1', '2100-01-01']);
  const frame = await frameHeaded(window, /^Day-ahead prices/);
  await button(frame, 'Run When Published').click();
  await statusBarItem().waitFor();
  await frame.getByText(/The next request is sent at 2099-12-31 12:55\.$/).waitFor();

  for (const part of ['mainThreadWebview-marketData.result', '"marketData.waitingQueries":[{']) {
    await expect.poll(() => window.writtenState(), { timeout: 60_000 }).toContain(part);
  }
  await window.reload();
  await statusBarItem().waitFor();
  const again = await frameHeaded(window, /^Day-ahead prices/);
  await button(again, 'Stop Waiting').waitFor();

  await statusBarItem().click();
  await window.prompt.getByText('next request at 2099-12-31 12:55').waitFor();
  await window.page.keyboard.press('Enter');
  await statusBarItem().waitFor({ state: 'hidden' });
  await button(again, 'Stop Waiting').waitFor({ state: 'hidden' });
});
