import * as vscode from 'vscode';

/** The extension's id, as used by settings files and other extensions. */
export const extensionId = 'market-data-explorer.market-data-explorer';

/** The extension under test, active. */
export async function activeExtension(): Promise<vscode.Extension<unknown>> {
  const extension = vscode.extensions.getExtension(extensionId);
  if (!extension) throw new Error(`${extensionId} is not in this window.`);
  await extension.activate();
  return extension;
}

/** The folder that the window has opened; empty at the start of each suite. */
export function workspaceFolder(): vscode.WorkspaceFolder {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('This window has no folder.');
  return folder;
}

/**
 * Runs a test under changed user settings (full keys, `marketData.connections`) and restores the old ones.
 */
export async function withSettings<Result>(
  settings: Record<string, unknown>,
  body: () => Promise<Result>,
): Promise<Result> {
  const configuration = () => vscode.workspace.getConfiguration();
  const target = vscode.ConfigurationTarget.Global;
  const before = Object.keys(settings).map(
    (key) => [key, configuration().inspect(key)?.globalValue] as const,
  );
  try {
    for (const [key, value] of Object.entries(settings)) {
      await configuration().update(key, value, target);
    }
    return await body();
  } finally {
    for (const [key, value] of before) await configuration().update(key, value, target);
  }
}

/** Shorter than a test may take (see `test/host/index.ts`), so that the failure says what was waited for. */
const patienceMs = 25_000;

/** Polls until the value is not undefined: for what VS Code does asynchronously. */
export async function eventually<Result>(
  what: string,
  look: () => Result | undefined | PromiseLike<Result | undefined>,
): Promise<Result> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Closes all editors and discards unsaved changes. VS Code can't ask about them in a test run, and leaves such
 * editors open: later runs of all tests in the Testing view would include their queries.
 */
export async function closeEditors(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/**
 * Words that tests use as passwords, secrets and tokens. The run fails if one of them is found in a log or in
 * any other file that VS Code or the extension wrote.
 */
export const canary = (name: string): string => `canary-secret-${name}`;
