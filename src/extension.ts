import './editor/shell/language';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { addConnection, editConnection } from './editor/connections/addConnection';
import { selectConnection } from './editor/connections/selectConnection';
import { BodyDocuments } from './editor/result/bodyDocument';
import { ChartOverlays } from './editor/compare/chartOverlays';
import { ColumnChoices } from './editor/result/columnChoices';
import { registerCommands } from './editor/shell/commands';
import { Comparisons } from './editor/compare/comparisons';
import { Connections } from './editor/connections/connections';
import { createDatasetsTree } from './editor/query/datasetsTree';
import { copyDiagnostics } from './editor/connections/diagnostics';
import { ResultExport } from './editor/export/exportResult';
import { PreviousInputs } from './editor/query/previousInputs';
import { memoryInSequence } from './editor/shell/memory';
import { editOwnConnection, removeOwnConnection } from './editor/connections/ownConnections';
import { panelActions } from './editor/panelActions';
import { Queries } from './editor/query/queries';
import { ResultCommands } from './editor/result/resultCommands';
import { ResultPanels } from './editor/result/resultPanels';
import { SecretVault } from './editor/connections/secretVault';
import { logSink, ServiceAccess } from './editor/connections/serviceAccess';
import { settings } from './editor/shell/settings';
import { ShownQueries } from './editor/result/shownQueries';
import { SignIn } from './editor/connections/signIn';
import { createStatusBar } from './editor/connections/statusBar';
import { Walkthrough } from './editor/shell/walkthrough';
import { ResultStore } from './results/resultStore';
import { SpoolFolder } from './results/spoolFolder';
import { WorkerLink } from './results/workerLink';
import { errorText } from './text/errorText';

/**
 * The bill of materials: builds, registers, pushes. No network and no file is touched; of the secrets
 * only whether there are some for the selected connection, which the status bar shows.
 */
export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri } = context;
  const log = vscode.window.createOutputChannel('Market Data Explorer', { log: true });
  const onLost = (problem: unknown) => log.warn(`Nothing is remembered: ${errorText(problem)}`);
  const globalState = memoryInSequence(context.globalState, onLost);
  const workspaceState = memoryInSequence(context.workspaceState, onLost);
  const walkthrough = new Walkthrough(globalState, context.extension.id);
  const vault = new SecretVault(context.secrets, globalState);
  const services = new ServiceAccess(vault, logSink(log), vscode.l10n.bundle);
  const connections = new Connections(globalState, vault, services);
  const signIn = new SignIn(connections, vault, services, walkthrough.tick);
  signIn.edit = (connection) => editConnection(connection, signIn);

  const folder = new SpoolFolder(join(context.globalStorageUri.fsPath, 'results'));
  const worker = new WorkerLink(context.asAbsolutePath('dist/worker.js'), vscode.l10n.bundle);
  const store = new ResultStore(worker, folder, settings.maxResultBytes);

  const documents = new BodyDocuments(store, folder);
  const exports = new ResultExport(store, folder, walkthrough.tick);
  const panels = new ResultPanels(
    extensionUri,
    store,
    new ShownQueries(workspaceState),
    new ColumnChoices(globalState),
    log,
  );
  const results = new ResultCommands(store, panels, connections, walkthrough.tick);
  const queries = new Queries(
    connections,
    signIn,
    services,
    store,
    new PreviousInputs(workspaceState),
    (result, inPlaceOf) => panels.show(result, inPlaceOf),
    walkthrough.tick,
  );
  const comparisons = new Comparisons(store, panels, queries);
  const overlays = new ChartOverlays(store, panels, queries);
  panels.act = panelActions({ queries, signIn, exports, results, documents, comparisons, overlays, log });

  context.subscriptions.push(
    log,
    vault,
    connections,
    documents,
    panels,
    createDatasetsTree(store, connections, globalState, walkthrough.tick),
    createStatusBar(connections),
    walkthrough,
    registerCommands({
      run: (argument) => queries.run(argument),
      runAgain: (argument) => queries.runAgain(argument),
      showSamplePrices: () => queries.showSamplePrices(),
      rows: (argument) => results.rows(argument),
      export: (argument) => exports.run(argument, () => results.choose()),
      copyAs: (argument) => results.copyAs(argument),
      open: (argument) => results.open(argument),
      repeat: () => results.act({ kind: 'runAgain' }),
      editQuery: () => results.act({ kind: 'editQuery' }),
      compare: (argument) => comparisons.run(argument, () => results.choose()),
      select: (name) => selectConnection(connections, signIn, name),
      signIn: (argument) => signIn.run(argument),
      signOut: (argument) => signIn.runSignOut(argument),
      addConnection: () => addConnection(connections, signIn),
      editConnection: () => editOwnConnection(connections, signIn),
      removeConnection: () => removeOwnConnection(connections),
      openWalkthrough: () => walkthrough.open(),
      showLog: () => log.show(),
      copyDiagnostics: () => copyDiagnostics(context, connections),
    }),
    folder,
    { dispose: () => void worker.dispose() },
    { dispose: () => void services.dispose() },
  );
  connections.refresh();
}
