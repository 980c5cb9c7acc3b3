import type * as vscode from 'vscode';
import type { Result } from '../results/result';
import type { ResultStore } from '../results/store/resultStore';
import type { SpoolFolder } from '../results/store/spoolFolder';
import type { Connections } from './connections/connections';
import type { SecretVault } from './connections/secretVault';
import type { ServiceAccess } from './connections/serviceAccess';
import type { HistoryView } from './history/historyView';
import type { StoredValues } from './shell/storedValues';
import type { CheckOff } from './shell/walkthroughSteps';

/** What activation creates, in the one copy that all bundles share. */
export interface Foundation {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly extensionVersion: string;
  readonly globalState: StoredValues;
  readonly workspaceState: StoredValues;
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
  /** Called with the result of a tab when the tab becomes active, or shows another result while it is. */
  readonly onActive: (result: Result) => void;
  readonly historyView: HistoryView;
}

/** What the rooms of the workbench share. */
export interface Shared extends Foundation {
  readonly store: ResultStore;
  readonly folder: SpoolFolder;
}
