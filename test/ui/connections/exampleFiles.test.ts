import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultServer, type FaultServer } from '../../host/support/faultServer';
import { openWindow, type EditorWindow } from '../support';

/** The word that test/harness/leaks.mjs looks for in everything that was written. */
const canary = (name: string) => `canary-secret-${name}`;

const queryFile = 'desk.market.json';
const queries = {
  version: 1,
  connection: 'production',
  queries: {
    turnover: { dataset: 'dayahead-turnover', parameters: { startTime: 'today', endTime: 'today' } },
  },
};

let server: FaultServer;
let window: EditorWindow;
beforeAll(async () => {
  server = await startFaultServer();
  const variables = [
    '# Copy this file to .env, and add your password.',
    `MARKET_DATA_BASE_URL=${server.origin}/api`,
    `MARKET_DATA_AUTH_URL=${server.origin}/id`,
    'MARKET_DATA_PASSWORD=changeme',
  ];
  window = await openWindow({
    name: 'example-files',
    files: {
      '.env.example': `${variables.join('\n')}\n`,
      [queryFile]: JSON.stringify(queries, null, 2),
    },
  });
});
afterAll(async () => {
  await window.close();
  await server.close();
});

const step = (words: string) => window.prompt.getByText(words).first().waitFor();

describe("a colleague's clone with addresses in .env.example and a query file that names a connection", () => {
  it('offers to add the connection under its name, from the file, when the query is run', async () => {
    await window.command('View: Show Explorer');
    await window.page.getByRole('treeitem', { name: queryFile, exact: true }).dblclick();
    // VS Code draws the lenses of a file that was just opened once more, and loses a click meanwhile.
    const offer = window.prompt.getByText('Add Connection "production"…').first();
    await expect
      .poll(async () => {
        if (!(await offer.isVisible()))
          await window.page.locator('.codelens-decoration').getByText('Run', { exact: true }).click();
        return offer.waitFor({ timeout: 3000 }).then(
          () => 'offered',
          () => 'no click arrived',
        );
      })
      .toBe('offered');
    await window.screenshot('offer');
    await window.page.keyboard.press('Enter');
    await step('Use Addresses from .env.example…');
    await window.screenshot('files');
    await window.page.keyboard.press('Enter');
    await step('A short name of your choice');
    expect(await window.prompt.getByRole('textbox').inputValue()).toBe('production');
    await window.page.keyboard.press('Enter');
  });

  it("shows both addresses before anything is stored or sent, and says that the password isn't used", async () => {
    const dialog = window.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    await window.screenshot('question');
    const text = (await dialog.innerText()).replace(/\s*\n\s*/g, '\n');
    expect(text).toContain('Add the connection "production"?');
    expect(text).toContain(
      [
        'Your queries and access token will be sent to:',
        `${server.origin}/api (this machine)`,
        'Your user name and password will be sent to:',
        `${server.origin}/id/connect/token (this machine)`,
        "These values in the file aren't used: MARKET_DATA_PASSWORD. You're prompted for your own values when you sign in.",
      ].join('\n'),
    );
    expect(server.requests).toHaveLength(0);
    server.grants('/id/connect/token', [{ token: canary('example-token') }]);
    server.on('/api/dayahead/volumes/turnover/systemPrice', [{ json: [] }]);
    await dialog.getByRole('button', { name: 'Add and Sign In', exact: true }).click();
  });

  it('runs the query once the person has signed in with their own password', async () => {
    await step(`Sign in to ${new URL(server.origin).host} (production)`);
    await step('User name');
    expect(server.requests).toHaveLength(0);
    await window.answer('someone');
    await step('Password');
    await window.answer(canary('example-password'));
    await window.pick('Save on this machine');
    await window.resultFrame();
    await window.page.getByRole('button', { name: /Market data from production: signed in/ }).waitFor();
    expect(server.seen('/api/dayahead/volumes/turnover/systemPrice')).toHaveLength(1);
  });
});
