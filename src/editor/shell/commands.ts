import * as vscode from 'vscode';

/** Every command this extension registers; the manifest and the public contract are tested against it. */
export const commandIds = {
  run: 'marketData.query.run',
  whenPublished: 'marketData.query.whenPublished',
  runAgain: 'marketData.query.runAgain',
  showSamplePrices: 'marketData.showSamplePrices',
  rows: 'marketData.result.rows',
  export: 'marketData.result.export',
  fixture: 'marketData.result.fixture',
  copyAs: 'marketData.result.copyAs',
  open: 'marketData.result.open',
  compare: 'marketData.result.compare',
  types: 'marketData.dataset.types',
  openFile: 'marketData.file.open',
  runQuery: 'marketData.queries.run',
  checkQueries: 'marketData.queries.check',
  exportQuery: 'marketData.queries.export',
  pinQuery: 'marketData.queries.pin',
  runQueryHere: 'marketData.queries.runHere',
  checkQueriesHere: 'marketData.queries.checkHere',
  exportQueryHere: 'marketData.queries.exportHere',
  whenPublishedHere: 'marketData.queries.whenPublishedHere',
  pinQueryHere: 'marketData.queries.pinHere',
  compareQueryHere: 'marketData.queries.compareHere',
  // In the context menu of a table's cells, of a chart, and of the JSON.
  filterByValue: 'marketData.cells.filterByValue',
  excludeValue: 'marketData.cells.excludeValue',
  copyCells: 'marketData.cells.copy',
  copyCellsWithHeaders: 'marketData.cells.copyWithHeaders',
  copyCellsAsDataFrame: 'marketData.cells.copyAsDataFrame',
  exportSelection: 'marketData.cells.export',
  saveImage: 'marketData.chart.saveImage',
  copyImage: 'marketData.chart.copyImage',
  copyJsonPath: 'marketData.json.copyPath',
  goToJsonPath: 'marketData.json.goToPath',
  repeat: 'marketData.result.runAgain',
  editQuery: 'marketData.result.editQuery',
  clearResults: 'marketData.results.clear',
  select: 'marketData.connection.select',
  signIn: 'marketData.connection.signIn',
  signOut: 'marketData.connection.signOut',
  addConnection: 'marketData.connection.add',
  editConnection: 'marketData.connection.edit',
  removeConnection: 'marketData.connection.remove',
  startSandbox: 'marketData.sandbox.start',
  stopSandbox: 'marketData.sandbox.stop',
  openWalkthrough: 'marketData.openWalkthrough',
  showLog: 'marketData.showLog',
  copyDiagnostics: 'marketData.copyDiagnostics',
  newQueryFile: 'marketData.queries.new',
  listHistory: 'marketData.history.list',
  openHistory: 'marketData.history.open',
  pinHistory: 'marketData.history.pin',
  clearHistory: 'marketData.history.clear',
  unpinHistory: 'marketData.history.unpin',
  runHistoryAgain: 'marketData.history.runAgain',
  compareHistory: 'marketData.history.compare',
  deleteHistory: 'marketData.history.delete',
  askToClearHistory: 'marketData.history.askToClear',
  saveQuery: 'marketData.queries.save',
  queryFromText: 'marketData.queries.fromText',
  runRange: 'marketData.range.run',
  openRange: 'marketData.range.open',
  verifyRange: 'marketData.range.verify',
  /** Run by its keybinding while a prompt is shown. */
  finishPrompts: 'marketData.prompts.finish',
  /** Run by the status bar item of queries that wait until their data is published. */
  cancelWaiting: 'marketData.query.cancelWaiting',
  /** Run by a query's code lens. */
  editFileQuery: 'marketData.queries.edit',
  // In the menu of a failed check's message in the Testing view.
  showTestRows: 'marketData.tests.showRows',
  showTestResult: 'marketData.tests.showResult',
  compareThenWithNow: 'marketData.tests.compareThenWithNow',
} as const;

export const contextKeys = {
  welcome: 'marketData.welcome',
  // Steps of the walkthrough; see walkthroughSteps.ts.
  /** A query has returned rows. */
  hasRows: 'marketData.hasRows',
  /** A person has entered a dataset's parameters. */
  hasReceived: 'marketData.hasReceived',
  /** A result was exported, or its request copied. */
  hasTaken: 'marketData.hasTaken',
  /** The checks of a query file were run. */
  hasChecked: 'marketData.hasChecked',
  /** A range of delivery days was fetched. */
  hasRange: 'marketData.hasRange',
  /** A service other than the sample service has granted a token. */
  hasSignedIn: 'marketData.hasSignedIn',
  /** The active result tab, or the last active one, shows a comparison. */
  comparisonShown: 'marketData.comparisonShown',
  // The palette lists commands unless it's known that they can't work now. So these say what isn't there:
  // before activation, no key is set.
  noResults: 'marketData.noResults',
  noServiceRunning: 'marketData.noServiceRunning',
  /** A prompt is shown whose query can run with the values entered so far. */
  canFinishPrompts: 'marketData.canFinishPrompts',
} as const;

/** The two bundles each have their own map; no key is set by both. */
const contexts = new Map<keyof typeof contextKeys, boolean>();

/**
 * Sets a context key. Connections report their state at every sign-in and token, so VS Code is told only what
 * changed.
 */
export function setContext(key: keyof typeof contextKeys, value: boolean): void {
  if (contexts.get(key) === value) return;
  contexts.set(key, value);
  void vscode.commands.executeCommand('setContext', contextKeys[key], value);
}

type CommandName = keyof typeof commandIds;

/**
 * What a command does when it's run under its ID. Arguments are outside data: any extension or keybinding may
 * pass them. A tree passes the item, then all selected ones.
 */
type Command = (id: string, argument: unknown, selected?: unknown) => unknown;

/** Commands by the name of their ID; the menus and the Command Palette run them. */
type Commands<Names extends CommandName = CommandName> = Readonly<Record<Names, Command>>;

/**
 * Commands in the entry bundle. All others are in the workbench, which is loaded when one of them is first
 * run.
 */
type EntryCommand =
  | 'openWalkthrough'
  | 'showLog'
  | 'copyDiagnostics'
  | 'showTestRows'
  | 'showTestResult'
  | 'compareThenWithNow';

type EntryCommands = Commands<EntryCommand>;
type WorkbenchCommands = Commands<Exclude<CommandName, EntryCommand>>;

/** Registers all commands. A missing one is a compile error. */
export function registerCommands(
  entry: EntryCommands,
  workbench: () => Promise<WorkbenchCommands>,
): vscode.Disposable {
  const isInEntry = (name: CommandName): name is EntryCommand => name in entry;
  // For the compiler, an object may have more keys than its type declares.
  const names = Object.keys(commandIds) as CommandName[];
  const registrations = names.map((name) => {
    const id = commandIds[name];
    return vscode.commands.registerCommand(id, async (argument: unknown, selected: unknown) => {
      const run = isInEntry(name) ? entry[name] : (await workbench())[name];
      return run(id, argument, selected);
    });
  });
  return vscode.Disposable.from(...registrations);
}
