import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultServer, type FaultServer } from '../../host/support/faultServer';
import { openDataset, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

/** The word that test/harness/leaks.mjs looks for in everything that was written. */
const canary = (name: string) => `canary-secret-${name}`;

const file = '.vscode/market-connections.json';
const queryFile = 'desk.market.json';
const queries = {
  version: 1,
  connection: 'desk',
  queries: {
    turnover: { dataset: 'dayahead-turnover', parameters: { startTime: 'today', endTime: 'today' } },
  },
};
const fileOf = (...connections: object[]) => JSON.stringify({ version: 1, connections }, null, 2);

let server: FaultServer;
let window: EditorWindow;
beforeAll(async () => {
  server = await startFaultServer();
  const production = { name: 'production', baseUrl: `${server.origin}/api`, authUrl: `${server.origin}/id` };
  window = await openWindow({
    name: 'proposed',
    files: { [file]: `// Shared.\n${fileOf(production)}\n`, [queryFile]: JSON.stringify(queries, null, 2) },
  });
});
afterAll(async () => {
  await window.close();
  await server.close();
});

/** The open modal dialog. */
const dialog = () => window.page.locator('.monaco-dialog-box');
const dialogText = async () => (await dialog().innerText()).replace(/\s*\n\s*/g, '\n');
const press = (button: string) => dialog().getByRole('button', { name: button, exact: true }).click();
const step = (words: string) => window.prompt.getByText(words).first().waitFor();

describe('a connection that the repository proposes', () => {
  let clicks = 0;
  const click = async (action: () => Promise<unknown>) => {
    clicks += 1;
    await action();
  };

  it('is mentioned when the person opens the view, and nothing is sent', async () => {
    await click(() => window.page.getByRole('tab', { name: 'Market Data' }).first().click());
    await window.page
      .getByRole('treeitem', { name: /Day-ahead prices/ })
      .first()
      .waitFor();
    await window.notification(/This workspace proposes the connection "production"\./);
    await window.screenshot('notice');
    expect(server.requests).toHaveLength(0);
  });

  it('shows both addresses before it is added', async () => {
    await click(() => window.page.getByRole('button', { name: 'Review…' }).click());
    await dialog().waitFor();
    await window.screenshot('question');
    const text = await dialogText();
    expect(text).toContain('Add the connection "production" proposed by this workspace?');
    expect(text).toContain(
      [
        'Your queries and access token will be sent to:',
        `${server.origin}/api (this machine)`,
        'Your user name and password will be sent to:',
        `${server.origin}/id/connect/token (this machine)`,
        'Proposed by .vscode/market-connections.json in the folder "workspace".',
      ].join('\n'),
    );
    expect(server.requests).toHaveLength(0);
  });

  it('is signed in to right away, in a prompt that names its host', async () => {
    server.grants('/id/connect/token', [{ token: canary('proposed-token') }]);
    await click(() => press('Add and Sign In'));
    await step(`Sign in to ${new URL(server.origin).host} (production)`);
    await step('User name');
    await window.screenshot('sign-in');
    expect(server.requests).toHaveLength(0);
    await window.answer('someone');
    await step('Password');
    await window.answer(canary('proposed-password'));
    await click(() => window.pick('Save on this machine'));
    await window.page.getByRole('button', { name: /Market data from production: signed in/ }).waitFor();
    // The view, Review, Add and Sign In, and how long to keep the sign-in.
    expect(clicks).toBe(4);
  });

  it('runs queries', async () => {
    server.on('/api/dayahead/prices/areaBlock', [{ json: [{ type: 'price', unit: 'EUR/MWh', values: [] }] }]);
    await openDataset(window, 'dayahead-prices');
    expect(await statusOf(await window.resultFrame())).toMatch(/^1 row received/);
  });

  it('stays as it is when the file changes: the change is listed, with old and new addresses', async () => {
    const look = 'https://аpi.example:8443/v1';
    writeFileSync(
      join(window.workspace, file),
      fileOf({ name: 'production', baseUrl: look, authUrl: `${server.origin}/id`, clientId: 'desk' }),
    );
    await window.command('Market Data: Select Connection');
    await window.prompt.getByText('changes proposed by this workspace').waitFor();
    await window.screenshot('list');
    await window.prompt.getByRole('option', { name: /changes proposed by this workspace/ }).click();
    await dialog().waitFor();
    await window.screenshot('change');
    const text = await dialogText();
    expect(text).toContain('Proposed: https://xn--pi-6kc.example:8443/v1\n');
    expect(text.replace(/[\u2068\u2069]/g, '')).toContain(
      'Contains letters that can be mistaken for others: аpi.example\n',
    );
    expect(text).toContain(`Current: ${server.origin}/api (this machine)`);
    expect(text).toContain(`Unchanged: ${server.origin}/id/connect/token (this machine)`);
    expect(text).toContain('Client ID: desk (current: -)');
    await press('Keep Current');
    await window.page.getByRole('button', { name: /Market data from production: signed in/ }).waitFor();
    rmSync(join(window.workspace, file));
  });
});

describe('a proposed connection that a query file names', () => {
  it('is added for the query, with a note that other queries use another one: a click selects it for them', async () => {
    writeFileSync(
      join(window.workspace, file),
      fileOf({ name: 'desk', baseUrl: `${server.origin}/desk`, authUrl: `${server.origin}/id` }),
    );
    server.grants('/id/connect/token', [{ token: canary('desk-token') }]);
    server.on('/desk/dayahead/volumes/turnover/systemPrice', [{ json: [] }]);
    await window.command('View: Show Explorer');
    await window.page.getByRole('treeitem', { name: queryFile, exact: true }).dblclick();
    await window.page.locator('.codelens-decoration').getByText('Run', { exact: true }).click();
    await dialog().waitFor();
    await press('Add and Sign In');
    await step('User name');
    await window.answer('someone');
    await step('Password');
    await window.answer(canary('desk-password'));
    await window.pick('Save on this machine');
    await window.resultFrame();
    await window.page.getByRole('button', { name: /Market data from production: signed in/ }).waitFor();
    await window.notification(
      /The connection "desk" was added\. The selected connection is still "production"\./,
    );
    await window.screenshot('use-now');
    await window.page.getByRole('button', { name: 'Use Now' }).click();
    await window.page.getByRole('button', { name: /Market data from desk: signed in/ }).waitFor();
    await window.screenshot('used');
    rmSync(join(window.workspace, file));
  });
});

describe('the file in the editor', () => {
  it('may have comments, and members that are not allowed are marked', async () => {
    writeFileSync(
      join(window.workspace, file),
      '// Shared.\n{ "version": 1, "connections": [{ "name": "a", "baseUrl": "https://a.example", "authUrl": "https://a.example", "password": "x" }] }\n',
    );
    await window.command('Market Data: Review Proposed Connections');
    await window.notification(
      /connections\[0\]\.password: "password" isn't allowed in a proposed connection\./,
    );
    await window.page.getByRole('button', { name: 'Open File' }).click();
    await window.page.getByRole('tab', { name: /market-connections\.json/ }).waitFor();
    await window.command('Problems: Focus on Problems View');
    const problems = window.page.locator('.markers-panel');
    await problems.getByText('Property password is not allowed.').waitFor();
    await window.screenshot('problems');
    expect(await problems.getByText(/[Cc]omment/).count()).toBe(0);
  });
});
