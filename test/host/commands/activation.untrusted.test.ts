import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension } from '../support/support';

describe('in an untrusted folder', () => {
  it('the extension activates, because viewing market data requires no trust', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const extension = await activeExtension();
    assert.equal(extension.isActive, true);
  });
});
