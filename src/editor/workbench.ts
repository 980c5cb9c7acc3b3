import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ViewAction } from '../protocol/messages';
import { History } from '../history/history';
import type { Result } from '../results/result';
import { tokenPathOf } from '../exports/mocks/mockedQuery';
import { ResultStore } from '../results/store/resultStore';
import { SpoolFolder } from '../results/store/spoolFolder';
import { WorkerLink } from '../results/store/workerLink';
import { connectionDefaults } from '../service/connectionSettings';
import type { AgentWork } from './agent/agentTools';
import { ChartOverlays } from './compare/chartOverlays';
import { Comparisons } from './compare/comparisons';
import { addConnection } from './connections/addConnection';
import type { Connections } from './connections/connections';
import { editOwnConnection, removeOwnConnection } from './connections/ownConnections';
import { ProposedConnections } from './connections/proposedConnections';
import type { SecretVault } from './connections/secretVault';
import { selectConnection } from './connections/selectConnection';
import type { ServiceAccess } from './connections/serviceAccess';
import { SignIn } from './connections/signIn';
import { datasetTypes } from './programs/datasetTypes';
import { exportChoicesIn } from './export/exportChoices';
import { exportAnswers } from './export/exportDialog';
import { ResultExport, type WriteResult } from './export/exportResult';
import { fixtureCreator, isFromMenu } from './export/fixtures';
import { writeFiles } from './export/resultFiles';
import { SavedResponses } from './savedResponses/savedResponses';
import { HistoryCommands } from './history/historyCommands';
import type { HistoryView } from './history/historyView';
import { QueryHistory } from './history/queryHistory';
import { panelActions } from './panelActions';
import { newQueryFile } from './queryFiles/save/newQueryFile';
import type { QueryFileWork } from './queryFiles/run/queryFileWork';
import { PreviousInputs } from './query/previousInputs';
import { Queries, type ShowResult } from './query/queries';
import { PinnedQueries } from './queryFiles/run/pinnedQueries';
import { QueryChecks } from './queryFiles/run/queryChecks';
import { QueryCommands } from './queryFiles/run/queryCommands';
import { editFileQuery } from './queryFiles/save/editFileQuery';
import { queryFromText } from './queryFiles/save/queryFromText';
import { SavedQueries } from './queryFiles/save/savedQueries';
import { BodyDocuments } from './result/bodyDocument';
import { columnChoicesIn } from './result/columnChoices';
import { OpenRanges } from './range/openRanges';
import { verifyRange } from './range/verifyRange';
import { CopiedJobs } from './programs/copiedJobs';
import { copyProgram } from './programs/copyProgram';
import { RestoredTabs } from './result/restoredTabs';
import type { TabProviders } from './result/tabRegistration';
import { RangeProgress } from './range/rangeProgress';
import { tellRange } from './range/rangeReport';
import { RangeRuns } from './range/rangeRuns';
import { ResultCommands } from './result/resultCommands';
import { ResultPanels } from './result/resultPanels';
import { ShownQueries } from './result/shownQueries';
import { SampleService } from './sandbox/sampleService';
import { isHistoryNode } from './shell/commandArguments';
import { setContext, type WorkbenchHandlers } from './shell/commands';
import { extensionVersion } from './shell/extensionVersion';
import type { Memory } from './shell/memory';
import { onSettingChange, settings } from './shell/settings';
import type { CheckOff } from './shell/walkthrough';

/** What activation creates, in the one copy that both bundles share. */
export interface Foundation {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly globalState: Memory;
  readonly workspaceState: Memory;
  /** Where stored responses are, in one folder per session. */
  readonly resultsFolder: string;
  /** Where the history is, which all windows share. */
  readonly historyFolder: string;
  readonly vault: SecretVault;
  readonly services: ServiceAccess;
  readonly connections: Connections;
  readonly tick: CheckOff;
  /** Called for every change of every result. */
  readonly onResult: (result: Result) => void;
  readonly historyView: HistoryView;
}

export interface Workbench extends TabProviders {
  readonly commands: WorkbenchHandlers;
  readonly proposed: ProposedConnections;
  /** For the Testing view and tasks, which are in another bundle. */
  readonly queryFileWork: QueryFileWork;
  /** For the tools of language models, which are in another bundle. */
  readonly agentWork: AgentWork;
  dispose(): void;
}

/**
 * Builds everything that activation doesn't need, in a separate bundle: prompts, queries, results and their
 * tabs, exports, and comparisons. Nothing is started before it is used.
 */
export function openWorkbench(foundation: Foundation): Workbench {
  const { context, log, globalState, workspaceState, vault, services, connections, historyView, tick } =
    foundation;
  // Each bundle has its own copy of l10n, which must be configured.
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const signIn = new SignIn(connections, vault, services, tick);
  const proposed = new ProposedConnections(connections, workspaceState, (name) => signIn.prompt(name));

  const folder = new SpoolFolder(foundation.resultsFolder);
  const worker = new WorkerLink(context.asAbsolutePath('dist/worker.js'), vscode.l10n.bundle);
  const store = new ResultStore(worker, folder, settings.maxResultBytes, (what) =>
    log.warn(`A change of a result wasn't shown or recorded (${what}).`),
  );
  store.onDidChange(foundation.onResult);
  const tellPalette = () => setContext('noResults', store.offered.length === 0);
  tellPalette();
  store.onDidChange(tellPalette);

  const documents = new BodyDocuments(store, folder);
  const sources = {
    store,
    folder,
    log,
    extensionVersion: extensionVersion(context),
    tokenPathOf: (name: string) => tokenPathOfNamed(connections, name),
    tick,
  };
  const write: WriteResult = (...what) => writeFiles(sources, ...what);
  const exportChoices = exportChoicesIn(workspaceState);
  const exports = new ResultExport(store, write);
  const createFixture = fixtureCreator(store, write);
  const columnChoices = columnChoicesIn(globalState);
  const shownQueries = new ShownQueries(workspaceState);
  const panels: ResultPanels = new ResultPanels(context.extensionUri, shownQueries, {
    store,
    columnChoices,
    exportChoices,
    act: (action, result) => act(action, result),
    answers: exportAnswers(exports, exportChoices, workspaceState),
    log,
  });
  const show: ShowResult = (result, where) => panels.show(result, where);
  const results = new ResultCommands(
    store,
    panels,
    connections,
    (result) => queries.connectionOf(result),
    tick,
  );
  const previousInputs = new PreviousInputs(workspaceState);
  const queries = new Queries(connections, signIn, services, store, previousInputs, show, tick);
  const files = new SavedResponses(store, show);
  const openRanges = new OpenRanges(store, show, (format) => folder.exportPath('range', format));
  const queryChecks = new QueryChecks(store, queries, () => connections.selected);
  const comparisons = new Comparisons(store, panels, queries, files);
  const overlays = new ChartOverlays(store, panels, queries);
  const sampleService = new SampleService(log);
  const earlier = new History(foundation.historyFolder, settings.historyBytes, {
    change: historyView.refresh,
    trouble: (what) => log.warn(`The history couldn't be written (${what}).`),
  });
  const history = new QueryHistory(earlier, store, (id) => folder.bodyPath(id), panels);
  store.onDidChange((result) => history.note(result));
  earlier.resume();
  const historyLimit = onSettingChange('historyMegabytes', () => void earlier.tidy());
  const historyCommands = new HistoryCommands(store, history, queries, comparisons);
  const pins = new PinnedQueries(store, queries, comparisons, history, () => connections.selected);
  const copiedJobs = new CopiedJobs(connections, previousInputs);
  const rangeProgress = new RangeProgress();
  const ranges = new RangeRuns(
    {
      store,
      queries,
      connections,
      previousInputs,
      signIn,
      memory: workspaceState,
      extensionVersion: extensionVersion(context),
      newPath: (format) => folder.exportPath('range', format),
    },
    (...what) => rangeProgress.watch(...what),
    tellRange,
  );
  const fromFile = new QueryCommands({
    store,
    queries,
    panels,
    exports,
    checks: queryChecks,
    pins,
    fetchRange: (...what) => ranges.promptForQuery(...what),
  });
  const savedQueries = new SavedQueries(store, connections, history, () => results.choose());

  const act = panelActions({
    queries,
    savedQueries,
    signIn,
    results,
    panels,
    columnChoices,
    documents,
    comparisons,
    overlays,
    files,
    openRanges,
    ranges,
    log,
  });
  const actOnChosen = async (action: ViewAction) => {
    const result = await results.choose();
    if (result) act(action, result);
  };

  return {
    restoredTabs: new RestoredTabs(store, panels, shownQueries, (id) => history.resultIfKept(id)),
    documents,
    proposed,
    agentWork: { store, queries, comparisons, createFixture },
    queryFileWork: {
      check: (...what) => queryChecks.check(...what),
      checkSource: (...what) => queryChecks.checkSource(...what),
      ensureSignedIn: (connection) => queries.ensureSignedIn(connection),
      export: (source, query, { by, signal }) => fromFile.exportNamed(source, query, by, signal),
      showRows: ({ result = '' }, rows) => panels.openRows(store.get(result), rows),
      compareThenWithNow: ({ query, result }, file) =>
        fromFile.compareHere({ file, query, with: 'pinned', result }),
    },
    commands: {
      run: (argument) => queries.run(argument),
      runAgain: (argument) => queries.runAgain(argument),
      showSamplePrices: () => queries.showSamplePrices(),
      rows: (argument) => results.rows(argument),
      export: (argument) => {
        if (isHistoryNode(argument)) {
          return historyCommands.export(argument, (result) => panels.openExport(result, 'export'));
        }
        return isMissing(argument) ? results.openExport('export') : exports.headless(argument);
      },
      fixture: (argument) =>
        isMissing(argument) || isFromMenu(argument) ? results.openExport('fixture') : createFixture(argument),
      copyAs: (argument) => results.copyAs(argument),
      open: (argument) => results.open(argument),
      repeat: () => actOnChosen({ kind: 'runAgain' }),
      editQuery: () => actOnChosen({ kind: 'editQuery' }),
      compare: (argument) => comparisons.run(argument, () => results.choose()),
      types: datasetTypes,
      openFile: (argument) => files.run(argument),
      runRange: (argument) => ranges.run(argument, (file) => fromFile.fetchRange(file)),
      pauseRange: () => rangeProgress.pauseOrContinue(),
      runQuery: (argument) => fromFile.run(argument),
      checkQueries: (argument) => fromFile.check(argument),
      exportQuery: (argument) => fromFile.export(argument),
      pinQuery: (argument) => fromFile.pin(argument),
      runQueryHere: (argument) => fromFile.runHere(argument),
      checkQueriesHere: (argument) => fromFile.checkHere(argument),
      exportQueryHere: (argument) => fromFile.exportHere(argument),
      compareQueryHere: (argument) => fromFile.compareHere(argument),
      clearResults: async () => {
        await results.clear();
        tellPalette();
      },
      select: (name) => selectConnection(connections, proposed, signIn, name),
      signIn: (argument) => signIn.run(argument),
      signOut: (argument) => signIn.runSignOut(argument),
      addConnection: async () =>
        addConnection(connections, await proposed.items(), (name) => signIn.prompt(name)),
      editConnection: () => editOwnConnection(connections, signIn),
      removeConnection: () => removeOwnConnection(connections),
      reviewConnections: () => proposed.run(),
      startSandbox: (argument) => sampleService.start(argument),
      stopSandbox: () => sampleService.stop(),
      newQueryFile: () => newQueryFile(),
      listHistory: () => history.list(),
      openHistory: (argument) => historyCommands.open(argument),
      pinHistory: (argument, chosen) => historyCommands.pin(argument, chosen),
      clearHistory: (argument) => historyCommands.clear(argument),
      unpinHistory: (argument, chosen) => historyCommands.unpin(argument, chosen),
      runHistoryAgain: (argument) => historyCommands.runAgain(argument),
      compareHistory: (argument, chosen) => historyCommands.compare(argument, chosen),
      deleteHistory: (argument, chosen) =>
        historyCommands.delete(argument, argument === undefined ? historyView.selection : chosen),
      askToClearHistory: () => historyCommands.askToClear(),
      saveQuery: (argument) => savedQueries.run(argument),
      queryFromText: (argument) => queryFromText(queries, connections, argument),
      openRange: (argument) => openRanges.run(argument),
      verifyRange,
      copyRange: (argument) => copiedJobs.run(argument),
      copyFile: copyProgram,
      editFileQuery,
    },
    dispose() {
      sampleService.dispose();
      rangeProgress.dispose();
      store.dispose();
      historyLimit.dispose();
      earlier.dispose();
      folder.dispose();
      void worker.dispose();
    },
  };
}

const isMissing = (argument: unknown) => argument === undefined || argument === null;

/** The default for the sample service and for connections that are no longer in the settings. */
function tokenPathOfNamed(connections: Connections, name: string): string {
  const connection = connections.configured().find((each) => each.name === name);
  return connection ? tokenPathOf(connection) : connectionDefaults.tokenPath;
}
