import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import type { Connections } from '../connections/connections';
import type { Memory } from '../shell/memory';
import type { SeenInResults } from '../query/seenInResults';
import { activateJsonSupport } from './jsonSupport';
import { offerPastedQueries } from './pasteQuery';
import { completeQueryValues } from './queryCompletions';
import { explainQueries } from './queryHover';
import { offerQueryLenses } from './queryLenses';
import { showQueryProblems } from './queryProblems';
import { offerQuerySymbols } from './querySymbols';
import type { QueryFileWork } from './queryFileWork';
import { QueryTasks } from './queryTasks';
import { QueryTests } from './queryTests';
import { TaskConsent } from './taskConsent';
import { WorkspaceQueryFiles } from './workspaceQueryFiles';

/** What exists from activation on, in the one copy that all bundles share. */
export interface QueryFileFoundation {
  readonly connections: Connections;
  readonly seen: SeenInResults;
  readonly workspaceState: Memory;
  /** What runs queries, in a bundle of its own that is loaded on first use. */
  readonly work: () => Promise<QueryFileWork>;
}

/** What VS Code shows of query files. */
export interface QueryFileFeatures {
  readonly tests: QueryTests;
  readonly tasks: QueryTasks;
  dispose(): void;
}

/** Registers everything that VS Code shows of query files when someone looks at them, in a separate bundle. */
export function openQueryFileFeatures(foundation: QueryFileFoundation): QueryFileFeatures {
  const { connections, seen, workspaceState, work } = foundation;
  // Each bundle has its own copy of l10n, which must be configured.
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const files = new WorkspaceQueryFiles();
  const tests = new QueryTests(files, work);
  const consent = new TaskConsent(connections, workspaceState);
  const tasks = new QueryTasks(files, connections, consent, work);
  const shown = vscode.Disposable.from(
    files,
    tests,
    activateJsonSupport(),
    showQueryProblems(connections),
    completeQueryValues(connections, seen),
    explainQueries(),
    offerQuerySymbols(),
    offerQueryLenses(),
    offerPastedQueries(),
  );
  return { tests, tasks, dispose: () => void shown.dispose() };
}
