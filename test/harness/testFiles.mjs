// Which VS Code versions run each file of test/host and test/ui. The newest runs all of them. The oldest runs
// only those that depend on the editor, because all other code is the same on the same Node.

/**
 * `oldest`: why the file also runs there. `newest`: why the newest version alone is enough.
 *
 * @typedef {{ oldest: string } | { newest: string }} Runs
 * @type {Record<string, Runs>}
 */
export const testFiles = {
  'host/activation.test.ts': { oldest: 'the editor reads the manifest and decides when to activate' },
  'host/activation.nofolder.test.ts': { newest: 'a separate window for one check of the same code' },
  'host/activation.untrusted.test.ts': { newest: 'workspace trust has not changed since before the oldest' },
  'host/agentTools.test.ts': { oldest: 'the editor registers and calls tools for language models' },
  'host/compare.test.ts': { newest: 'reading and comparing in a worker: no API of the editor' },
  'host/connections.test.ts': { oldest: 'settings and secret storage' },
  'host/copyAs.test.ts': { newest: 'produces text; only the clipboard is an API of the editor' },
  'host/datasets.test.ts': { newest: 'requests and reading: no API of the editor' },
  'host/export.test.ts': { oldest: 'folders, URIs, and files of the editor' },
  'host/export.nofolder.test.ts': { newest: 'a separate window for one check of the same code' },
  'host/export.untrusted.test.ts': { newest: 'workspace trust has not changed since before the oldest' },
  'host/export.workspace.test.ts': {
    newest: 'file system providers have not changed since before the oldest',
  },
  'host/fixture.test.ts': { newest: 'writes files in the same way as host/export, which runs in the oldest' },
  'host/file.test.ts': {
    newest: 'reads files through the API that exports use, which host/export tests in the oldest',
  },
  'host/history.test.ts': { oldest: 'a tree view, and files in the storage of the extension' },
  'host/largeResult.test.ts': { newest: 'reading and exporting in a worker: no API of the editor' },
  'host/network.test.ts': { oldest: 'the editor replaces the HTTP modules of its extension host' },
  'host/outcomes.test.ts': { newest: 'what a response means: no API of the editor' },
  'host/panels.test.ts': { oldest: 'webview panels and tabs' },
  'host/prompts.test.ts': { oldest: 'quick picks and input boxes' },
  'host/programs.test.ts': { newest: 'produces text; host/range covers files in the oldest' },
  'host/programs.untrusted.test.ts': { newest: 'workspace trust has not changed since before the oldest' },
  'host/proposedConnections.test.ts': { oldest: 'files, links, and settings of the editor' },
  'host/proposedConnections.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/proxy.test.ts': { oldest: 'the editor replaces the HTTP modules of its extension host' },
  'host/queryLanguage.test.ts': { oldest: 'the JSON support of the editor, which serves the language' },
  'host/queryLanguage.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/queryFiles.test.ts': { oldest: 'unsaved documents, and documents that are edited or change on disk' },
  'host/queryFiles.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/queryFiles.workspace.test.ts': {
    newest: 'file system providers have not changed since before the oldest',
  },
  'host/queryText.test.ts': {
    newest: 'reads text; the editor only provides the selection and the clipboard',
  },
  'host/queryTasks.test.ts': { oldest: 'the task system of the editor, and its custom executions' },
  'host/queryTasks.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/queryTests.test.ts': { oldest: 'the Testing view of the editor, and its commands' },
  'host/range.test.ts': { oldest: 'files of the editor, which are copied and renamed' },
  'host/rangeOpen.test.ts': {
    newest:
      'reads files in a worker, through the API that exports use, which host/export tests in the oldest',
  },
  'host/rejections.test.ts': { newest: 'checks of command arguments: no API of the editor' },
  'host/rows.test.ts': { newest: 'sorting and filtering in a worker: no API of the editor' },
  'host/sampleService.test.ts': {
    oldest: 'files and URIs of the editor, and a server in its extension host',
  },
  'host/sampleService.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/sandbox.test.ts': { newest: 'a separate thread; test/ui queries it in the oldest version' },
  'host/saveQuery.test.ts': {
    oldest: 'documents with unsaved changes, and files that change on disk meanwhile',
  },
  'host/saveQuery.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/tokens.test.ts': { newest: 'tokens are kept in memory and requested by our own client' },
  'ui/accessibility.test.ts': {
    oldest: 'the light and dark themes are different there; the rest runs in the newest',
  },
  'ui/chartColours.test.ts': {
    newest: 'test/fixtures/themes has the themes of both; a unit test reads them',
  },
  'ui/charts.test.ts': { newest: 'what the view draws, in the same browser' },
  'ui/compare.test.ts': { newest: 'what the view draws; ui/resultTabs covers restored tabs' },
  'ui/datasets.test.ts': {
    newest: 'what the view draws; ui/resultTabs and ui/signIn cover tree and prompts',
  },
  'ui/exportDialog.test.ts': {
    newest: 'what the view draws and our own files; ui/resultTabs covers the dialog in the oldest',
  },
  'ui/history.test.ts': { newest: 'trees and their menus have not changed since before the oldest' },
  'ui/integrity.test.ts': { newest: 'what the view draws; ui/resultTabs covers hidden tabs' },
  'ui/millions.test.ts': { newest: 'reading and showing millions of rows, in the same browser' },
  'ui/proposedConnections.test.ts': {
    newest: 'the oldest rejects every modal dialog in an automated window',
  },
  'ui/queryFiles.test.ts': { newest: 'host/queryLanguage covers the language in both' },
  'ui/queryBar.test.ts': { newest: 'what the view draws; ui/resultTabs covers tabs and prompts' },
  'ui/queryTests.test.ts': { newest: 'needs modal dialogs; host/queryTests covers the view in the oldest' },
  'ui/resultTabs.test.ts': { oldest: 'webviews that are hidden, restored, reloaded; the tree; exports' },
  'ui/savedResponses.test.ts': { oldest: 'the explorer and its context menu' },
  'ui/saveQuery.test.ts': { oldest: 'pasting into an editor, and its context menu' },
  'ui/signIn.test.ts': { oldest: 'prompts, secrets over a reload, notifications, the status bar' },
  'ui/smoke.test.ts': { oldest: 'the palette and the tree' },
  'ui/table.test.ts': { oldest: 'keys and the clipboard pass through the editor’s webview' },
  'ui/traps.test.ts': { newest: 'what the view draws, in the same browser' },
  'ui/walkthrough.test.ts': { oldest: 'the editor checks off the steps' },
  'ui/ranges.test.ts': { newest: 'what the view draws, in the same browser' },
  'ui/years.test.ts': { newest: 'the view in a window; what it draws is tested in test/page' },
};

/**
 * Whether a version runs a file. An unlisted file runs everywhere.
 *
 * @param {import('../../scripts/vscode.mjs').Version} version
 * @param {string} file below test/
 */
export const runsIn = (version, file) => version === 'newest' || !('newest' in (testFiles[file] ?? {}));
