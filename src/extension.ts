import { join } from 'node:path';
import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { removeLeftovers } from './disk/leftovers';
import { registerTools } from './editor/languageModels/toolRegistration';
import { Connections } from './editor/connections/connections';
import { copyDiagnostics } from './editor/connections/copyDiagnostics';
import { SecretVault } from './editor/connections/secretVault';
import { logSink, ServiceAccess } from './editor/connections/serviceAccess';
import { createStatusBar } from './editor/connections/statusBar';
import { registerHistoryView } from './editor/history/historyView';
import { createDatasetsTree } from './editor/query/datasetsTree';
import { hasKeptWaits } from './editor/query/keptWaits';
import { onFirstQueryFile } from './editor/queryFiles/queryLanguage';
import { registerTabProviders } from './editor/result/tabRegistration';
import { registerCommands } from './editor/shell/commands';
import { FirstUse } from './editor/shell/firstUse';
import { storedInSequence } from './editor/shell/storedValues';
import { warnOfTimeZone } from './editor/shell/timeZones';
import { Walkthrough } from './editor/shell/walkthroughSteps';
import type { Workbench } from './editor/workbench';
import { errorText } from './text/errorText';
import { isRecord } from './text/parsedJson';

/** Late enough not to slow down the start of the editor. */
const tidyAfterMs = 30_000;

/**
 * Builds what VS Code shows before anyone queries data: the tree, the status bar, and the commands.
 * Everything else is loaded on first use; see onFirstUse.ts. Activation uses neither the network nor
 * files; half a minute later, the files of sessions that ended long ago are removed. The only secret it looks
 * for is that of the selected connection, because the status bar shows whether there is one. Only queries that a
 * reload of the window left waiting are loaded at once.
 */
export function activate(context: vscode.ExtensionContext): void {
  const language = { contents: vscode.l10n.bundle ?? {} };
  const onFirstUse = async () => {
    const late = await import('./onFirstUse');
    late.setLanguage(language);
    return late;
  };
  // The language for modules that don't import VS Code.
  l10n.config(language);
  const log = vscode.window.createOutputChannel('Market Data Explorer', { log: true });
  const onLost = (problem: unknown) => log.warn(`Nothing is remembered: ${errorText(problem)}`);
  const logWarning = (problem: unknown) => log.warn(errorText(problem));
  const globalState = storedInSequence(context.globalState, onLost);
  const workspaceState = storedInSequence(context.workspaceState, onLost);
  const manifest: unknown = context.extension.packageJSON;
  const version = isRecord(manifest) ? String(manifest.version) : '';
  const walkthrough = new Walkthrough(globalState, context.extension.id);
  const { tick } = walkthrough;
  const vault = new SecretVault(context.secrets, globalState);
  const services = new ServiceAccess(vault, logSink(log), onFirstUse);
  const connections = new Connections(globalState, vault, services);
  const tree = createDatasetsTree(connections, globalState, tick);

  /** Where stored responses are, in one folder per session. */
  const resultsFolder = join(context.globalStorageUri.fsPath, 'results');
  /** Where the history is, which all windows share. */
  const historyFolder = join(context.globalStorageUri.fsPath, 'history');

  const history = registerHistoryView(async (onChange) => {
    const { HistoryTree } = await onFirstUse();
    return new HistoryTree(historyFolder, () => connections.chosen, onChange);
  });

  const workbench: FirstUse<Workbench> = new FirstUse(async () => {
    const { openWorkbench } = await onFirstUse();
    return openWorkbench({
      context,
      log,
      extensionVersion: version,
      globalState,
      workspaceState,
      resultsFolder,
      historyFolder,
      vault,
      services,
      connections,
      tick,
      onResult: tree.note,
      onActive: tree.follow,
      historyView: history,
    });
  });

  const queryFiles = new FirstUse(async () => {
    const { openQueryFileFeatures } = await onFirstUse();
    const work = async () => (await workbench.get()).queryFileWork;
    return openQueryFileFeatures({ connections, work });
  });

  const tools = new FirstUse(async () => {
    const { openTools } = await onFirstUse();
    return openTools({ connections, log, work: async () => (await workbench.get()).toolWork });
  });

  const tidying = setTimeout(() => {
    removeLeftovers(resultsFolder).catch(logWarning);
  }, tidyAfterMs);

  context.subscriptions.push(
    { dispose: () => clearTimeout(tidying) },
    log,
    vault,
    connections,
    tree,
    history,
    connections.onDidSelect(history.refresh),
    createStatusBar(connections),
    warnOfTimeZone(),
    walkthrough,
    registerTabProviders(() => workbench.get()),
    registerTools(() => tools.get()),
    onFirstQueryFile(() => void queryFiles.get().catch(logWarning)),
    { dispose: () => void queryFiles.ifMade((features) => features.dispose()) },
    registerCommands(
      {
        openWalkthrough: () => walkthrough.open(),
        showLog: () => log.show(),
        copyDiagnostics: () => copyDiagnostics(version, connections),
        showTestRows: async (_id, message) => (await queryFiles.get()).tests.showRows(message),
        showTestResult: async (_id, message) => (await queryFiles.get()).tests.showRows(message),
        compareThenWithNow: async (_id, message) =>
          (await queryFiles.get()).tests.compareThenWithNow(message),
      },
      async () => (await workbench.get()).commands,
    ),
    { dispose: () => void workbench.ifMade((made) => made.dispose()) },
    { dispose: () => void services.dispose() },
  );
  connections.refresh();
  // The queries that waited for their data before a reload of the window go on.
  if (hasKeptWaits(workspaceState)) void workbench.get().catch(logWarning);
}
