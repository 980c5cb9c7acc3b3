import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension } from './support/support';

describe('in a folder that is not trusted', () => {
  it('is still there: looking at market data needs no trust', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const extension = await activeExtension();
    assert.equal(extension.isActive, true);
  });
});
