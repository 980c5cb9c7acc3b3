import * as assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { activeExtension, eventually, extensionId, workspaceFolder } from '../support/support';

/** The bundles of the extension that this process has loaded. */
function loaded({ extensionPath }: vscode.Extension<unknown>): string[] {
  const dist = join(realpathSync(extensionPath), 'dist');
  return Object.keys(require.cache)
    .filter((path) => path.startsWith(dist))
    .map((path) => basename(path));
}

// This is the first file of the window, so nothing has queried data yet.
describe('activation', () => {
  it("doesn't happen in a folder without query files until something is used", () => {
    assert.equal(vscode.extensions.getExtension(extensionId)?.isActive, false);
  });

  it('loads neither the HTTP client nor the sample service, and exposes no access to secrets', async () => {
    const extension = await activeExtension();
    assert.deepEqual(loaded(extension), ['extension.js']);
    assert.equal(extension.exports, undefined);
  });

  it('registers every command of the manifest, so that no palette entry fails', async () => {
    const extension = await activeExtension();
    const { contributes } = extension.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const known = await vscode.commands.getCommands(true);
    for (const { command } of contributes.commands) assert.ok(known.includes(command), command);
  });

  it('gives language models its skill if VS Code supports skills, and works without a skill otherwise', async () => {
    const extension = await activeExtension();
    const { contributes } = extension.packageJSON as { contributes: { chatSkills: { path: string }[] } };
    const files = contributes.chatSkills.map(({ path }) => vscode.Uri.joinPath(extension.extensionUri, path));
    assert.equal(files.length, 1);
    for (const file of files) {
      const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
      assert.match(text, /^---\nname: market-data-integration\n/);
    }
    const lists = (await vscode.commands.getCommands()).includes('_listExtensionPromptFiles');
    if (!lists) {
      assert.match(vscode.version, /^1\.100\./);
      return;
    }
    const found = await eventually('the skill', async () => {
      const listed =
        await vscode.commands.executeCommand<{ uri: vscode.Uri; type: string; extensionId: string }[]>(
          '_listExtensionPromptFiles',
        );
      const ours = listed.filter((entry) => entry.extensionId === extensionId);
      return ours.length > 0 ? ours : undefined;
    });
    assert.deepEqual(
      found.map(({ uri, type }) => ({ path: uri.path, type })),
      files.map(({ path }) => ({ path, type: 'skill' })),
    );
  });

  it('loads everything else when a query file is created, if not before', async () => {
    const extension = await activeExtension();
    const file = vscode.Uri.joinPath(workspaceFolder().uri, 'first.market.json');
    await vscode.workspace.fs.writeFile(file, Buffer.from('{ "version": 1, "queries": {} }'));
    try {
      await eventually('the bundle', () => loaded(extension).includes('onFirstUse.js') || undefined);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });
});
