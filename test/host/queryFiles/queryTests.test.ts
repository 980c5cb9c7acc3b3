import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { datasetPaths } from '../support/contract';
import { fixture, newGrant, tokenPath, useMarketService } from '../support/marketService';
import { eventually, withSettings, workspaceFolder } from '../support/support';

const turnover = 'dayahead-turnover';
const prices = 'dayahead-prices';
const day = { startTime: '2026-03-20', endTime: '2026-03-20' };

describe('the Testing view', () => {
  const service = useMarketService();
  const folder = () => vscode.Uri.joinPath(workspaceFolder().uri, 'tested');
  const file = (name = 'queries') => vscode.Uri.joinPath(folder(), `${name}.market.json`);
  const write = (queries: Record<string, unknown>, name?: string) =>
    vscode.workspace.fs.writeFile(
      file(name),
      new TextEncoder().encode(JSON.stringify({ version: 1, connection: service.connection.name, queries })),
    );
  const seen = () =>
    service.server.requests.map(({ path }) => path.split('?')[0]).filter((path) => path !== tokenPath);
  const expected = { dataset: turnover, parameters: day, expect: { outcome: 'success' } };
  const runAll = () => vscode.commands.executeCommand('testing.runAll');

  beforeEach(() => {
    service.server.on(datasetPaths[turnover], [{ body: fixture(turnover) }]);
    service.server.on(datasetPaths[prices], [{ body: fixture(prices) }]);
  });
  after(() => vscode.workspace.fs.delete(folder(), { recursive: true }));

  it('runs the checks of a file, in order and with one token, only when a person starts them', async () => {
    await service.signIn([newGrant(), newGrant()]);
    service.server.on(datasetPaths[turnover], [{ body: fixture(turnover) }]);
    service.server.on(datasetPaths[prices], [{ body: fixture(prices) }]);
    await write({
      first: expected,
      unexpected: { dataset: turnover, parameters: day },
      wrong: { ...expected, parameters: { startTime: 'someday', endTime: 'today' } },
      last: { dataset: prices, parameters: { ...day, currency: 'EUR' }, expect: { complete: true } },
    });
    const document = await vscode.workspace.openTextDocument(file());
    await vscode.window.showTextDocument(document);
    // The view takes a while to find a new file; until then, there is nothing to run.
    const paths = await eventually('the first run', async () => {
      assert.deepEqual(seen(), [], 'nothing is sent by itself');
      await runAll();
      return seen().length > 0 ? seen() : undefined;
    });
    assert.deepEqual(paths, [datasetPaths[turnover], datasetPaths[prices]]);
    assert.equal(service.server.seen(tokenPath).length, 0);
  });

  it('runs what is in the editor, even if it isn’t saved', async () => {
    await write({ first: { ...expected, dataset: prices, parameters: { ...day, currency: 'EUR' } } });
    const document = await vscode.workspace.openTextDocument(file());
    // The editor already had the file open, and reads it again when it notices the change.
    await eventually('the new text', () => !document.getText().includes(turnover) || undefined);
    const editor = await vscode.window.showTextDocument(document);
    const at = document.getText().indexOf(prices);
    await editor.edit((edit) =>
      edit.replace(
        new vscode.Range(document.positionAt(at), document.positionAt(at + prices.length)),
        'dayahead-prices-alternate',
      ),
    );
    service.server.on(datasetPaths['dayahead-prices-alternate'], [{ body: fixture(prices) }]);
    await eventually('a run of the unsaved query', async () => {
      await runAll();
      return seen().at(-1) === datasetPaths['dayahead-prices-alternate'] || undefined;
    });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  describe('for language models', () => {
    const bounded = {
      dataset: prices,
      parameters: { ...day, currency: 'EUR' },
      expect: { columns: { value: { '<=': -4000 } }, fingerprint: `v1:sha256:${'0'.repeat(64)}` },
    };
    const runTests = 'runTests';
    const quoted = /values are above -4000:\\+n-?[\d.]+ (for|at|in) /;

    /** What the editor's own tool tells a language model about a run of all tests. */
    const told = (of = /columns\.value/) =>
      eventually('a run', async () => {
        const { content } = await vscode.lm.invokeTool(runTests, {
          input: {},
          toolInvocationToken: undefined,
        });
        const words = JSON.stringify(content);
        return of.test(words) ? words : undefined;
      });

    it('says that checks failed, but nothing of the response, unless a person allows rows', async function () {
      // Older editors don't have the tool.
      if (!vscode.lm.tools.some(({ name }) => name === runTests)) this.skip();
      await write({ bounded });
      await withSettings({ 'chat.disableAIFeatures': false }, async () => {
        const words = await told();
        assert.match(words, /columns\.value: The check failed\. Expected: \{\W+<=\W+-4000\}\./);
        assert.match(words, /fingerprint: The check failed\. Expected: \W+v1:sha256:0{64}/);
        assert.doesNotMatch(words, quoted);
        assert.doesNotMatch(words, /\d of \d+ values|2026-03-2\d \d|sha256:(?!0{64})[0-9a-f]{64}/);
        await withSettings({ 'marketData.agentRows': 1 }, async () => assert.match(await told(), quoted));
      });
      assert.match(await told(), quoted);
    });
  });
});
