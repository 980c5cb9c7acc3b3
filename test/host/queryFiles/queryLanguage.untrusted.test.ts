import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, workspaceFolder } from '../support/support';

const text = `{
  "version": 1,
  "queries": {
    "a": { "dataset": "dayahead-prices", "expect": {}, "export": { "format": "csv" } },
    "b": { "dataset": "dayahead-turnover" },
    "c": { "dataset": "dayahead-price" }
  }
}
`;

describe('a query file in an untrusted folder', () => {
  const file = vscode.Uri.joinPath(workspaceFolder().uri, 'untrusted.market.json');
  before(() => vscode.workspace.fs.writeFile(file, Buffer.from(text)));
  after(() => vscode.workspace.fs.delete(file));

  it('is read and shown, but offers nothing that runs', async () => {
    await vscode.window.showTextDocument(file);
    const problems = await eventually('the problem', () => {
      const found = vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'Market Data');
      return found.length > 0 ? found : undefined;
    });
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['Dataset "dayahead-price" not found. Did you mean "dayahead-prices"?'],
    );
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      file,
    );
    assert.deepEqual(
      lenses.map(({ command }) => command?.command),
      ['workbench.trust.manage'],
    );
  });
});
