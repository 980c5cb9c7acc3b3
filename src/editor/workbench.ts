import * as vscode from 'vscode';
import { rangeOf } from '../protocol/source';
import { ResultStore } from '../results/store/resultStore';
import { SpoolFolder } from '../results/store/spoolFolder';
import { threadOf, WorkerLink } from '../results/store/workerLink';
import { compareCommands } from './compare/compareCommands';
import { connectionCommands } from './connections/connectionCommands';
import { datasetTypes } from './export/datasetTypes';
import { exportCommands } from './export/exportCommands';
import type { Foundation, Shared } from './foundation';
import { historyCommands } from './history/historyCommands';
import { queryCommands } from './query/queryCommands';
import type { ShowResult } from './query/queries';
import { queryFileCommands } from './queryFiles/queryFileCommands';
import { rangeCommands } from './range/rangeCommands';
import { resultCommands, resultTabs } from './result/resultCommands';
import { sandboxCommands } from './sandbox/sandboxCommands';
import { savedResponseCommands } from './savedResponses/savedResponseCommands';
import { settings } from './shell/settings';
import { carryOutAction, type ViewActions } from './shell/viewActions';

export type Workbench = ReturnType<typeof openWorkbench>;

/**
 * Builds what runs queries and shows their results, on first use: prompts, queries, results and their
 * tabs, exports, and comparisons. Nothing is started before it is used.
 */
export function openWorkbench(foundation: Foundation) {
  const { context, log } = foundation;

  const folder = new SpoolFolder(foundation.resultsFolder);
  const worker = new WorkerLink(threadOf(context.asAbsolutePath('dist/worker.js'), vscode.l10n.bundle));
  const store = new ResultStore(worker, folder, settings.maxResultBytes, (what) =>
    log.warn(`A change of a result wasn't shown or recorded (${what}).`),
  );
  store.onDidChange(foundation.onResult);
  const shared: Shared = { ...foundation, store, folder };

  // First, everything is made in the order in which it's needed.
  const tabs = resultTabs(shared);
  const { panels, choose } = tabs;
  const show: ShowResult = (result, where) => panels.show(result, where);
  const connecting = connectionCommands(shared);
  const querying = queryCommands(shared, connecting.signIn, panels);
  const { queries, previousInputs, waits } = querying;
  const opening = savedResponseCommands(shared, show);
  const { files } = opening;
  const comparing = compareCommands(store, panels, queries, files, choose);
  const { comparisons } = comparing;
  const past = historyCommands(shared, panels, queries, comparisons);
  const { history } = past;
  const exporting = exportCommands(shared, async (preset, entry) => {
    if (entry) return past.openExport(entry);
    const result = await choose();
    if (result) panels.openExport(result, preset);
  });
  const { exports, exportChoices, answers } = exporting;
  const results = resultCommands(shared, tabs, {
    connectionOf: (result) => queries.connectionOf(result),
    fromHistory: (id) => history.resultIfKept(id),
  });
  const ranging = { queries, previousInputs, signIn: connecting.signIn };
  const ranges = rangeCommands(shared, ranging, show, (file) => files.openForPerson(file));
  const queryFiles = queryFileCommands(shared, {
    queries,
    panels,
    exports,
    comparisons,
    history,
    fetchRange: ({ dataset, parameters: given }, connection) => ranges.prompt(dataset, { given }, connection),
    waits,
    choose,
  });
  const sample = sandboxCommands(
    log,
    (options) => foundation.services.startSandbox(options),
    connecting.addSample,
  );

  // Then the tabs, whose actions are those of all rooms, are connected.
  const actions: ViewActions = {
    ...querying.actions,
    ...exporting.actions,
    ...results.actions,
    ...comparing.actions,
    ...ranges.actions,
    ...queryFiles.actions,
    openAgain: (result) => (rangeOf(result) ? ranges.openAgain(result) : files.openAgain(result)),
  };
  panels.connect({
    store,
    log,
    waits,
    connections: foundation.connections,
    exportChoices,
    columnChoices: results.columnChoices,
    answers: { ...answers, ...querying.answers },
    act: (action, result) => carryOutAction(actions, action, result),
  });
  waits.restore();

  return {
    restoredTabs: results.restoredTabs,
    documents: results.documents,
    /** For the tools for language models, which are opened by their first call. */
    toolWork: { store, queries, comparisons },
    /** For the Testing view, which is opened by the first query file. */
    queryFileWork: queryFiles.work,
    commands: {
      ...connecting.commands,
      ...querying.commands,
      ...exporting.commands,
      ...results.commands,
      ...opening.commands,
      ...comparing.commands,
      ...past.commands,
      ...ranges.commands,
      runRange: ranges.runRange(queryFiles.fetchRange),
      ...queryFiles.commands,
      ...sample.commands,
      types: datasetTypes,
    },
    dispose() {
      waits.dispose();
      sample.dispose();
      ranges.dispose();
      store.dispose();
      past.dispose();
      folder.dispose();
      void worker.dispose();
    },
  };
}
