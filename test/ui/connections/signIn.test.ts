import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultServer, type FaultServer } from '../../host/support/faultServer';
import { moreAction, openDataset, statusOf } from '../resultView';
import { openWindow, refusesQuestions, type EditorWindow } from '../support';

/** The word that test/harness/leaks.mjs looks for in everything that was written. */
const canary = (name: string) => `canary-secret-${name}`;

const password = canary('typed-password');
const prices = '/api/dayahead/prices/areaBlock';

let server: FaultServer;
let window: EditorWindow;
beforeAll(async () => {
  server = await startFaultServer();
  window = await openWindow({ name: 'sign-in' });
  await window.command('Market Data: Focus on Datasets View');
});
afterAll(async () => {
  await window.close();
  await server.close();
});

const step = (words: string) => window.prompt.getByText(words).first().waitFor();

describe("a person's own connection", () => {
  it('is added by prompts, and signed in with the password masked', async () => {
    server.grants('/id/connect/token', [
      { status: 400, json: { error: 'invalid_grant', error_description: 'Wrong password.' } },
      { token: canary('ui-token') },
    ]);
    server.on(prices, [{ json: [{ type: 'price', unit: 'EUR/MWh', values: [] }] }]);
    await window.command('Market Data: Add Connection');
    await step('A short name of your choice');
    await window.answer('mine');
    await step('Base address');
    await window.prompt.getByRole('textbox').fill('http://example.com');
    await step('https');
    await window.answer(`${server.origin}/api`);
    await step('Address of the sign-in service');
    // Copied as the service's documentation has it.
    await window.answer(`${server.origin}/id/connect/token`);
    await step('Client ID');
    await window.answer('');
    await step('Scope');
    await window.answer('');
    await window.pick('Sign in now');
    await step('User name');
    await window.answer('someone');
    await step('Password');
    await window.prompt.locator('input[type=password]').waitFor();
    await window.answer(password);
  });

  it("says once, in the service’s words, that the password was wrong, and doesn't retry by itself", async () => {
    const notice = await window.notification(/Service response: Wrong password/);
    expect(server.seen('/id/connect/token')).toHaveLength(1);
    await window.screenshot('wrong-password');
    await notice.getByRole('button', { name: 'Try Again' }).click();
    // Either may be wrong.
    await step('User name');
    expect(await window.prompt.getByRole('textbox').inputValue()).toBe('someone');
    await window.answer('somebody');
    await step('Password of somebody');
    await window.page.keyboard.press('Enter');
    await step('Password is required.');
    await window.answer(password);
    await window.pick('Save on this machine');
    await expect.poll(() => server.seen('/id/connect/token').length).toBe(2);
    expect(new URLSearchParams(server.seen('/id/connect/token')[1]?.body).get('username')).toBe('somebody');
  });

  it('is selected, shown in the status bar, and runs queries', async () => {
    await window.page.getByRole('button', { name: /Market data from mine: signed in/ }).waitFor();
    await openDataset(window, 'dayahead-prices');
    expect(await statusOf(await window.resultFrame())).toMatch(/^1 row received; .*1 series without values/);
    const [request] = server.seen(prices);
    expect(request?.headers.authorization).toBe(`Bearer ${canary('ui-token')}`);
  });

  it('checks off the last step of the walkthrough', async () => {
    await window.command('Market Data: Open Walkthrough');
    const last = window.page.locator('[data-done-step-id]').last();
    await expect.poll(() => last.getAttribute('aria-checked')).toBe('true');
    await window.command('View: Close Editor');
  });

  it('stays signed in when the window is reloaded', async () => {
    await window.reload();
    await window.page.getByRole('button', { name: /Market data from mine: signed in/ }).waitFor();
  });

  it.skipIf(refusesQuestions)('asks before anything is sent to another address', async () => {
    const before = server.requests.length;
    await window.set({
      'marketData.connections': [
        { name: 'mine', baseUrl: `${server.origin}/other`, authUrl: `${server.origin}/id` },
      ],
    });
    await window.command('Market Data: Focus on Datasets View');
    await openDataset(window, 'dayahead-prices');
    await window.page.getByText('The address of mine has changed.').waitFor();
    await window.screenshot('address-changed');
    await window.page.getByRole('button', { name: 'Cancel' }).click();
    expect(server.requests).toHaveLength(before);
  });

  it.skipIf(refusesQuestions)('forgets everything at sign-out', async () => {
    await window.command('Market Data: Select Connection');
    await window.pick('Sign Out of mine…');
    await window.page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await window.page.getByRole('button', { name: /Market data from mine: not signed in/ }).waitFor();
  });
});

describe('the sample service that a person has started', () => {
  const signedIn = (name: string) =>
    window.page.getByRole('button', { name: `Market data from ${name}: signed in` }).waitFor();

  it('is added as a connection and signed in to with one click', async () => {
    await window.command('Market Data: Start Sample Service');
    const notice = await window.notification(/The sample service is running at/);
    await window.screenshot('add-as-connection');
    await notice.getByRole('button', { name: 'Add as Connection' }).click();
    await signedIn('sample-service');
  });

  it('is added by pasting its lines into the first prompt, which shows no password', async () => {
    await window.command('Market Data: Add Connection');
    await window.prompt.getByText('Type a Name or Paste an .env File').waitFor();
    await window.page.keyboard.press('Control+V');
    await step('A short name of your choice');
    await expect.poll(() => window.prompt.getByRole('textbox').inputValue()).toMatch(/^127\.0\.0\.1:\d+$/);
    await window.prompt.getByRole('textbox').fill('pasted');
    await window.page.keyboard.press('Enter');
    await window.pick('For this session only');
    await signedIn('pasted');
    expect(await window.page.content()).not.toContain('MARKET_DATA_PASSWORD');
  });

  it('runs the query of a sample result, in the same tab', async () => {
    await window.command('Market Data: Show Sample Prices');
    await window.page.getByRole('tab', { name: /NO1, DK1 .* sandbox/ }).waitFor();
    const frame = await window.resultFrame();
    await expect.poll(() => statusOf(frame)).toMatch(/^192 rows/);
    await moreAction(frame, 'Run on pasted');
    await frame.getByTitle('Connection: pasted').waitFor();
    expect(await statusOf(frame)).toMatch(/^192 rows/);
  });
});
