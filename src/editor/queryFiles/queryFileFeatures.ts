import * as vscode from 'vscode';
import type { Connections } from '../connections/connections';
import { activateJsonSupport } from './language/jsonSupport';
import { offerPastedQueries } from './language/pasteQuery';
import { offerQueryLenses } from './language/queryLenses';
import { showQueryProblems } from './language/queryProblems';
import type { QueryFileWork } from './run/queryFileWork';
import { QueryTests } from './testing/queryTests';
import { WorkspaceQueryFiles } from './testing/workspaceQueryFiles';

/** What activation creates, in the one copy that both bundles share. */
interface QueryFileFoundation {
  readonly connections: Connections;
  /** Runs queries. Opened on first use. */
  readonly work: () => Promise<QueryFileWork>;
}

/** The features of query files in VS Code. */
interface QueryFileFeatures {
  readonly tests: QueryTests;
  dispose(): void;
}

/** Registers the features of query files. The first query file loads them. */
export function openQueryFileFeatures(foundation: QueryFileFoundation): QueryFileFeatures {
  const { connections, work } = foundation;
  const files = new WorkspaceQueryFiles();
  const tests = new QueryTests(files, work);
  const shown = vscode.Disposable.from(
    files,
    tests,
    activateJsonSupport(),
    showQueryProblems(connections),
    offerQueryLenses(),
    offerPastedQueries(),
  );
  return { tests, dispose: () => void shown.dispose() };
}
