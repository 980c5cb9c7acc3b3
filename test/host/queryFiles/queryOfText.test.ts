import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ResultSummary } from '../support/contract';
import { command, fixture, useMarketService } from '../support/marketService';
import { canary } from '../support/support';

const turnover = '/dayahead/volumes/turnover/systemPrice';
const period = { startTime: '2026-03-19T23:00:00Z', endTime: '2026-03-20T23:00:00Z' };
const path = `${turnover}?startTime=${period.startTime}&endTime=${period.endTime}`;
const secret = canary('in-text');

describe('text that contains a query', () => {
  const service = useMarketService();
  beforeEach(async () => {
    service.server.on(turnover, [{ body: fixture('dayahead-turnover') }]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => command('connection.select', 'sandbox'));

  const ask = (text: string, more: Record<string, unknown> = {}) =>
    Promise.resolve(
      command('queries.fromText', { text, connection: 'service', show: false, ...more }),
    ) as Promise<ResultSummary>;

  for (const [kind, text] of [
    [
      'a curl command',
      `curl -H 'Authorization: Bearer ${secret}' "https://elsewhere.example.invalid${path}"`,
    ],
    [
      'the comment of a copy',
      `# market-data: {"dataset":"dayahead-turnover","parameters":{"startTime":"2026-03-20","endTime":"2026-03-20"}}`,
    ],
  ] as const) {
    it(`runs on a person's own connection: ${kind}`, async () => {
      const { connection, dataset, parameters, outcome, url } = await ask(text);
      assert.deepEqual([connection, dataset, outcome], ['service', 'dayahead-turnover', 'success']);
      assert.deepEqual(parameters, period);
      assert.equal(url, service.connection.baseUrl + path);
      const seen = JSON.stringify(service.server.requests);
      assert.ok(!seen.includes(secret), 'a secret of the text was sent');
    });
  }

  it("is rejected with a message if it has no query, or something that the dataset doesn't support", async () => {
    await assert.rejects(
      ask(`curl -G ${path} -d "key=${secret}"`),
      (error: Error) => /outside the URL \("-G"\)/.test(error.message) && !error.message.includes(secret),
    );
    await assert.rejects(ask(`${path}&deliveryarea=NO1`), /has no parameter "deliveryarea"/);
    await assert.rejects(ask(path, { connection: 'nobody' }), /nobody/);
    await assert.rejects(Promise.resolve(command('queries.fromText', { text: 1 })), /text must be string/);
    assert.deepEqual(service.server.requests, []);
  });

  it('runs from the clipboard, or from the selection if there is one', async () => {
    await command('connection.select', 'service');
    await vscode.env.clipboard.writeText(path);
    const fromClipboard = (await command('queries.fromText')) as ResultSummary;
    assert.deepEqual(fromClipboard.parameters, period);
    const content = `see GET ${turnover}?startTime=2026-01-01T00:00:00Z here`;
    const document = await vscode.workspace.openTextDocument({ content });
    const selection = new vscode.Range(0, content.indexOf('GET'), 0, content.indexOf(' here'));
    // The context menu of an editor passes its URI.
    for (const argument of [undefined, document.uri]) {
      service.server.on(turnover, [{ body: fixture('dayahead-turnover') }]);
      await vscode.window.showTextDocument(document, { selection });
      const { parameters } = (await command('queries.fromText', argument)) as ResultSummary;
      assert.deepEqual(parameters, { startTime: '2026-01-01T00:00:00Z' });
    }
  });
});
