import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension } from '../support/support';

describe('in a window without a folder', () => {
  it('the extension starts', async () => {
    assert.equal(vscode.workspace.workspaceFolders, undefined);
    const extension = await activeExtension();
    assert.equal(extension.isActive, true);
  });
});
