// Which VS Code versions run each file of test/host and test/ui. The newest runs all of them. The oldest runs
// only those that depend on the editor, because all other code is the same on the same Node; `npm test` leaves it
// to `.ci/run`, but for one file.

/**
 * `oldest`: why the file also runs there. `newest`: why the newest version alone is enough.
 *
 * @typedef {{ oldest: string } | { newest: string }} Runs
 * @type {Record<string, Runs>}
 */
export const testFiles = {
  'host/commands/activation.test.ts': {
    oldest: 'the editor reads the manifest and decides when to activate',
  },
  'host/commands/languageModelTools.test.ts': {
    oldest: 'the editor registers and calls tools for language models',
  },
  'host/results/compare.test.ts': { newest: 'reading and comparing in a worker: no API of the editor' },
  'host/connections/connections.test.ts': { oldest: 'settings and secret storage' },
  'host/exports/copiedRequests.test.ts': {
    newest: 'produces text; only the clipboard is an API of the editor',
  },
  'host/results/datasets.test.ts': { newest: 'requests and reading: no API of the editor' },
  'host/exports/export.test.ts': { oldest: 'folders, URIs, and files of the editor' },
  'host/exports/export.nofolder.test.ts': { newest: 'a separate window for one check of the same code' },
  'host/exports/export.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/exports/export.workspace.test.ts': {
    newest: 'file system providers have not changed since before the oldest',
  },
  'host/exports/fixture.test.ts': {
    newest: 'writes files in the same way as host/exports/export, which runs in the oldest',
  },
  'host/results/file.test.ts': {
    newest: 'reads files through the API that exports use, which host/exports/export tests in the oldest',
  },
  'host/results/history.test.ts': { oldest: 'a tree view, and files in the storage of the extension' },
  'host/results/largeResult.test.ts': { newest: 'reading and exporting in a worker: no API of the editor' },
  'host/connections/network.test.ts': {
    oldest: 'the editor replaces the HTTP modules of its extension host',
  },
  'host/commands/panels.test.ts': { oldest: 'webview panels and tabs' },
  'host/commands/prompts.test.ts': { oldest: 'quick picks and input boxes' },
  'host/commands/whenPublished.test.ts': { newest: 'timers and requests: no API of the editor' },
  'host/connections/proxy.test.ts': { oldest: 'the editor replaces the HTTP modules of its extension host' },
  'host/queryFiles/queryLanguage.test.ts': {
    oldest: 'the JSON support of the editor, which serves the language',
  },
  'host/queryFiles/queryLanguage.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/queryFiles/fileQueryCommands.test.ts': {
    newest: 'reads files and documents; host/queryFiles/savedQueries covers unsaved and changing ones',
  },
  'host/queryFiles/fileQueryCommands.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/queryFiles/fileQueryCommands.workspace.test.ts': {
    newest: 'file system providers have not changed since before the oldest',
  },
  'host/queryFiles/queryOfText.test.ts': {
    newest: 'reads text; the editor only provides the selection and the clipboard',
  },
  'host/queryFiles/queryOfText.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/queryFiles/queryTasks.test.ts': {
    newest:
      'the editor only starts the command line, and the oldest test window has no terminals: its package has node-pty only as source',
  },
  'host/queryFiles/queryTests.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'host/queryFiles/queryTests.test.ts': { oldest: 'the Testing view of the editor, and its commands' },
  'host/exports/range.test.ts': {
    newest: 'copies and renames files through the API that exports use, which host/exports/export covers',
  },
  'host/exports/rangeOpen.test.ts': {
    newest:
      'reads files in a worker, through the API that exports use, which host/exports/export tests in the oldest',
  },
  'host/commands/rejections.test.ts': { newest: 'checks of command arguments: no API of the editor' },
  'host/results/rows.test.ts': { newest: 'sorting and filtering in a worker: no API of the editor' },
  'host/connections/sampleService.test.ts': {
    newest: 'a server of our own on the same Node; only its folder is an API of the editor',
  },
  'host/queryFiles/savedQueries.test.ts': {
    oldest: 'documents with unsaved changes, and files that change on disk meanwhile',
  },
  'host/queryFiles/savedQueries.untrusted.test.ts': {
    newest: 'workspace trust has not changed since before the oldest',
  },
  'ui/accessibility.test.ts': {
    oldest: 'the light and dark themes are different there; the rest runs in the newest',
  },
  'ui/hostileTexts.test.ts': {
    newest: 'a unit test covers the texts; the newest shows them in every way',
  },
  'ui/keyboardJobs.test.ts': {
    newest: 'the result view by keyboard; ui/results/keys covers keys in the oldest',
  },
  'ui/connections/exampleFiles.test.ts': {
    newest: 'the oldest rejects every modal dialog in an automated window',
  },
  'ui/charts/chartColors.test.ts': {
    newest: 'test/fixtures/themes has the themes of both; a unit test reads them',
  },
  'ui/charts/chartTexts.test.ts': { newest: 'what the view draws, in the same browser' },
  'ui/charts/plotRoom.test.ts': { newest: 'sizes of the view, which the page alone determines' },
  'ui/charts/charts.test.ts': { newest: 'what the view draws, in the same browser' },
  'ui/results/compare.test.ts': { newest: 'what the view draws; ui/results/resultTabs covers restored tabs' },
  'ui/results/datasets.test.ts': {
    newest: 'what the view draws; ui/results/resultTabs and ui/connections/signIn cover tree and prompts',
  },
  'ui/results/history.test.ts': { newest: 'trees and their menus have not changed since before the oldest' },
  'ui/charts/integrity.test.ts': { newest: 'what the view draws; ui/results/resultTabs covers hidden tabs' },
  'ui/results/millions.test.ts': { newest: 'reading and showing millions of rows, in the same browser' },
  'ui/queryFiles/schema.test.ts': {
    newest: 'host/queryFiles/queryLanguage covers what the schema suggests in both',
  },
  'ui/results/queryBar.test.ts': {
    newest: 'what the view draws; ui/results/resultTabs covers tabs and prompts',
  },
  'ui/queryFiles/queryTests.test.ts': {
    newest: 'needs modal dialogs; host/queryFiles/queryTests covers the view in the oldest',
  },
  'ui/results/resultTabs.test.ts': {
    oldest: 'webviews that are hidden, restored, reloaded; the tree; exports',
  },
  'ui/results/savedResponses.test.ts': { oldest: 'the explorer and its context menu' },
  'ui/queryFiles/savedQueries.test.ts': { oldest: 'pasting into an editor, and its context menu' },
  'ui/connections/signIn.test.ts': {
    oldest: 'prompts, secrets over a reload, notifications, the status bar',
  },
  'ui/smoke.test.ts': { oldest: 'the only file that `npm test` runs there' },
  'ui/results/whenPublished.test.ts': {
    newest: 'ui/connections/signIn covers reloads and the status bar in the oldest',
  },
  'ui/results/keys.test.ts': { oldest: 'keys and the clipboard pass through the editor’s webview' },
  'ui/results/table.test.ts': { newest: 'what the view draws; ui/results/keys covers keys in the oldest' },
  'ui/walkthrough.test.ts': {
    newest: 'our own conditions of the steps; ui/connections/signIn covers a checked step in the oldest',
  },
  'ui/results/ranges.test.ts': { newest: 'what the view draws, in the same browser' },
};

/**
 * Whether a version runs a file. An unlisted file runs everywhere.
 *
 * @param {import('../../scripts/vscode.mjs').Version} version
 * @param {string} file below test/
 */
export const runsIn = (version, file) => version === 'newest' || !('newest' in (testFiles[file] ?? {}));
