import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { datasetPaths } from '../support/contract';
import type { ResultSummary } from '../support/contract';
import { command, fixture, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

const press = (key: 'Escape' | 'Enter') =>
  vscode.commands.executeCommand(
    key === 'Escape' ? 'workbench.action.closeQuickOpen' : 'workbench.action.acceptSelectedQuickOpenItem',
  );

describe('commands that prompt', () => {
  const service = useMarketService();
  beforeEach(async () => {
    await service.ask('intraday-orders', { body: fixture('intraday-orders') });
    service.server.forget();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await command('connection.select', 'service');
  });
  after(() => command('connection.select', 'sandbox'));

  /** Runs a command, presses the key until it ends, and resolves with its result. */
  async function pressUntilOver(key: 'Escape' | 'Enter', id: string, argument?: unknown) {
    const run = Promise.resolve(command(id, argument));
    const ended = run.then(() => true);
    const isOver = (withinMs: number) => Promise.race([ended, wait(withinMs, false)]);
    assert.equal(await isOver(200), false, 'it asked nothing');
    while (!(await isOver(50))) await press(key);
    return run;
  }

  const asking: [id: string, argument: unknown, left: unknown][] = [
    ['query.run', undefined, undefined],
    ...Object.keys(datasetPaths).map((datasetNode): [string, unknown, unknown] => [
      'query.run',
      { datasetNode },
      undefined,
    ]),
    ['query.runAgain', { datasetNode: 'uk-flows' }, undefined],
    ['result.rows', undefined, undefined],
    ['result.open', undefined, undefined],
    ['result.copyAs', undefined, undefined],
    ['dataset.types', undefined, undefined],
    ['connection.select', undefined, undefined],
    ['connection.add', undefined, undefined],
    ['connection.signIn', undefined, false],
  ];
  for (const [id, argument, left] of asking) {
    it(`${id} ${argument === undefined ? '' : JSON.stringify(argument)} can be canceled with Esc without side effects`, async () => {
      const settings = () => vscode.workspace.getConfiguration().get('marketData.connections');
      const before = settings();
      assert.equal(await pressUntilOver('Escape', id, argument), left);
      assert.deepEqual(settings(), before);
      assert.deepEqual(service.server.requests, []);
      assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0);
    });
  }

  it('accept each suggestion with Enter, with the same result as a headless call', async () => {
    await command('connection.select', 'sandbox');
    const node = { datasetNode: 'dayahead-curves' };
    const summary = (await pressUntilOver('Enter', 'query.run', node)) as ResultSummary;
    const { dataset, connection, parameters } = summary;
    assert.deepEqual([dataset, connection], ['dayahead-curves', 'sandbox']);
    assert.match(parameters['date'] ?? '', /^\d{4}-\d\d-\d\d$/);
  });

  it('open generated types in a document of their language, the same as a headless call', async () => {
    const text = await pressUntilOver('Enter', 'dataset.types');
    const argument = { dataset: 'dayahead-prices', target: 'typescript' };
    assert.equal(text, await command('dataset.types', argument));
    const document = vscode.window.activeTextEditor?.document;
    assert.deepEqual([document?.isUntitled, document?.languageId], [true, 'typescript']);
    assert.equal(document?.getText(), text);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  for (const id of ['result.export', 'result.fixture']) {
    it(`${id} opens a tab for a result without one, where the dialog asks everything`, async () => {
      const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      assert.equal(await pressUntilOver('Enter', id), undefined);
      while (tabs().length === 0) await wait(20);
      // With a tab, there is no prompt.
      assert.equal(await command(id), undefined);
      assert.equal(tabs().length, 1);
      assert.equal(existsSync(join(workspaceFolder().uri.fsPath, 'market-data')), false);
    });
  }

  it('show no prompt for signing in to and out of the sample service', async () => {
    await command('connection.select', 'sandbox');
    assert.equal(await command('connection.signIn'), true);
    assert.equal(await command('connection.signOut'), undefined);
  });
});
