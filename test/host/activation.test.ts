import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, eventually, extensionId } from './support';

describe('activation', () => {
  it('has every command of the manifest, or a palette entry would fail', async () => {
    const extension = await activeExtension();
    const { contributes } = extension.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const known = await vscode.commands.getCommands(true);
    for (const { command } of contributes.commands) assert.ok(known.includes(command), command);
  });

  it('shows the Datasets view without an error', async () => {
    await vscode.commands.executeCommand('marketData.datasets.focus');
    const extension = await eventually('the extension to be active', () => {
      const found = vscode.extensions.getExtension(extensionId);
      return found?.isActive ? found : undefined;
    });
    assert.equal(extension.id, extensionId);
  });
});
