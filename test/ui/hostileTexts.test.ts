import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { startFaultServer, type FaultServer } from '../host/support/faultServer';
import { fetchRange } from './resultView';
import { signIn } from './sharedWindow';
import { openWindow, type EditorWindow } from './support';

/** A link that runs a command, an icon that nothing else shows, and an element. */
const hostile = '[click](command:workbench.action.terminal.new) $(squirrel) <b>';
const shown = '[click] (command:workbench.action.terminal.new) $ (squirrel) <b>';

const day = { startTime: '2026-03-20', endTime: '2026-03-20' };
const turnover = datasets.find(({ id }) => id === 'dayahead-turnover')!;
const file = {
  version: 1,
  connection: 'mine',
  queries: {
    [hostile]: {
      dataset: turnover.id,
      parameters: day,
      expect: { complete: true, columns: { [hostile]: { notNull: true } } },
      export: { format: 'csv', target: 'out.csv' },
    },
  },
};

let server: FaultServer;
let window: EditorWindow;
beforeAll(async () => {
  server = await startFaultServer();
  const mine = { name: 'mine', baseUrl: `${server.origin}/api`, authUrl: `${server.origin}/id` };
  window = await openWindow({
    name: 'hostile-texts',
    settings: { 'marketData.connections': [mine], 'marketData.agentRows': 1 },
    files: { [`${hostile}.market.json`]: JSON.stringify(file, null, 2) },
  });
  server.grants('/id/connect/token', [{ token: 'canary-secret-hostile' }]);
  await window.command('Market Data: Focus on Datasets View');
  await window.commandAndPick('Market Data: Select Connection', 'mine');
  await signIn(window, 'someone', 'canary-secret-password');
  await window.page.getByRole('button', { name: /Market data from mine: signed in/ }).waitFor();
}, 120_000);
afterAll(async () => {
  await window.close();
  await server.close();
});

const answer = (text: unknown) => server.on(`/api${turnover.path}`, [{ json: text }]);

/** Finds the text in this part of the window, in which nothing has become a link, an icon, or an element. */
async function expectPlain(part: Locator): Promise<void> {
  await part.filter({ hasText: shown }).first().waitFor();
  const { page } = window;
  expect(await page.locator('.codicon-squirrel').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'click', exact: true }).count()).toBe(0);
  expect(await page.locator('a', { hasText: /^click$/ }).count()).toBe(0);
  expect(await page.locator('b', { hasText: /click|squirrel/ }).count()).toBe(0);
}

async function notified(words: RegExp): Promise<void> {
  await expectPlain(await window.notification(words));
  await window.command('Notifications: Clear All Notifications');
}

describe('the words of a service, a file, or a folder become no link, no icon, and no element', () => {
  it('in the notification after a range', async () => {
    answer({ message: hostile });
    await fetchRange(window, 'Day-ahead turnover', ['', '']);
    await notified(/30 failed/);
  });

  it('in the list of range folders', async () => {
    answer([{ attributes: [], values: [] }]);
    const path = join(window.workspace, hostile, 'dayahead-turnover');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, '..', '_dayahead-turnover.manifest.json'), '{}');
    await window.command('Market Data: Open Range of Delivery Days…');
    await expectPlain(window.prompt.getByRole('option'));
    await window.page.keyboard.press('Escape');
    await window.prompt.waitFor({ state: 'hidden' });
  });

  it('in the actions above a query, and in the message about its checks', async () => {
    answer({ message: hostile });
    await window.page.keyboard.press('Control+p');
    await window.prompt.getByRole('textbox').fill('market.json');
    await window.prompt
      .getByRole('option', { name: /market\.json/ })
      .first()
      .click();
    const editor = window.page.locator('.monaco-editor').first();
    await editor.getByText('Run Checks', { exact: true }).first().waitFor();
    expect(await window.page.locator('.codelens-decoration .codicon-squirrel').count()).toBe(0);
    await editor.getByText('Run Checks', { exact: true }).first().click();
    await notified(/checks failed/);
  });

  it('in the Testing view', async () => {
    await window.command('Testing: Focus on Test Explorer View');
    await window.page
      .getByRole('treeitem', { name: /market\.json/ })
      .first()
      .waitFor();
    await window.command('Test: Run All Tests');
    await window.page
      .getByRole('tree', { name: 'Test Result Messages' })
      .getByRole('treeitem')
      .first()
      .waitFor();
    await expectPlain(window.page.getByRole('treeitem'));
  });
});
