import * as vscode from 'vscode';
import { rangeOf } from '../protocol/source';
import { ResultStore } from '../results/store/resultStore';
import { SpoolFolder } from '../results/store/spoolFolder';
import { WorkerLink } from '../results/store/workerLink';
import type { ToolWork } from './languageModels/toolInputs';
import { compareCommands } from './compare/compareCommands';
import { connectionCommands } from './connections/connectionCommands';
import { datasetTypes } from './export/datasetTypes';
import { exportCommands } from './export/exportCommands';
import type { Foundation, Shared } from './foundation';
import { historyCommands } from './history/historyCommands';
import { queryCommands } from './query/queryCommands';
import type { ShowResult } from './query/queries';
import { queryFileCommands } from './queryFiles/queryFileCommands';
import type { QueryFileWork } from './queryFiles/run/queryFileWork';
import { rangeCommands } from './range/rangeCommands';
import { resultCommands } from './result/resultCommands';
import type { TabProviders } from './result/tabRegistration';
import { sandboxCommands } from './sandbox/sandboxCommands';
import { savedResponseCommands } from './savedResponses/savedResponseCommands';
import type { WorkbenchCommands } from './shell/commands';
import { settings } from './shell/settings';
import { carryOutAction, type ViewActions } from './shell/viewActions';

export interface Workbench extends TabProviders {
  readonly commands: WorkbenchCommands;
  /** For the Testing view, which is opened by the first query file. */
  readonly queryFileWork: QueryFileWork;
  /** For the tools for language models, which are opened by their first call. */
  readonly toolWork: ToolWork;
  dispose(): void;
}

/**
 * Builds what runs queries and shows their results, on first use: prompts, queries, results and their
 * tabs, exports, and comparisons. Nothing is started before it is used.
 */
export function openWorkbench(foundation: Foundation): Workbench {
  const { context, log } = foundation;

  const folder = new SpoolFolder(foundation.resultsFolder);
  const worker = new WorkerLink(context.asAbsolutePath('dist/worker.js'), vscode.l10n.bundle);
  const store = new ResultStore(worker, folder, settings.maxResultBytes, (what) =>
    log.warn(`A change of a result wasn't shown or recorded (${what}).`),
  );
  store.onDidChange(foundation.onResult);
  const shared: Shared = { ...foundation, store, folder };
  const show: ShowResult = (result, where) => results.panels.show(result, where);

  const connecting = connectionCommands(shared);
  const { signIn } = connecting;
  const querying = queryCommands(shared, signIn, {
    show,
    open: (result) => results.panels.open(result),
    fill: (result) => results.panels.fill(result),
  });
  const { queries, previousInputs, waits } = querying;
  const exporting = exportCommands(shared, (preset, entry) =>
    entry ? past.openExport(entry) : results.openExport(preset),
  );
  const results = resultCommands(shared, {
    ...exporting,
    answers: { ...exporting.answers, ...querying.answers },
    waits,
    act: (action, result) => carryOutAction(actions, action, result),
    connectionOf: (result) => queries.connectionOf(result),
    fromHistory: (id) => past.history.resultIfKept(id),
  });
  const { panels, choose } = results;
  const opening = savedResponseCommands(shared, show);
  const comparing = compareCommands(store, panels, queries, opening.files, choose);
  const { comparisons } = comparing;
  const past = historyCommands(shared, panels, queries, comparisons);
  const ranges = rangeCommands(
    shared,
    { queries, previousInputs, signIn },
    show,
    (file) => opening.files.openForPerson(file),
    (file) => queryFiles.fetchRange(file),
  );
  const queryFiles = queryFileCommands(shared, {
    queries,
    panels,
    exports: exporting.exports,
    comparisons,
    history: past.history,
    fetchRange: ({ dataset, parameters: given }, connection, named) =>
      ranges.prompt(dataset, { given }, connection, named),
    waits,
    choose,
  });
  const sample = sandboxCommands(
    log,
    (options) => foundation.services.startSandbox(options),
    connecting.addSample,
  );

  const actions: ViewActions = {
    ...querying.actions,
    ...exporting.actions,
    ...results.actions,
    ...comparing.actions,
    ...ranges.actions,
    ...queryFiles.actions,
    openAgain: (result) => (rangeOf(result) ? ranges.openAgain(result) : opening.files.openAgain(result)),
  };

  waits.restore();

  return {
    restoredTabs: results.restoredTabs,
    documents: results.documents,
    toolWork: { store, queries, comparisons },
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
