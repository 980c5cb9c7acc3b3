import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import type { Connections } from '../connections/connections';
import type { SeenInResults } from '../query/seenInResults';
import { activateJsonSupport } from './jsonSupport';
import { offerPastedQueries } from './pasteQuery';
import { completeQueryValues } from './queryCompletions';
import { explainQueries } from './queryHover';
import { offerQueryLenses } from './queryLenses';
import { showQueryProblems } from './queryProblems';
import { offerQuerySymbols } from './querySymbols';

/** What exists from activation on, in the one copy that all bundles share. */
export interface QueryFileFoundation {
  readonly connections: Connections;
  readonly seen: SeenInResults;
}

/** Registers everything that VS Code shows of query files when someone looks at them, in a separate bundle. */
export function registerQueryFileFeatures({ connections, seen }: QueryFileFoundation): vscode.Disposable {
  // Each bundle has its own copy of l10n, which must be configured.
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  return vscode.Disposable.from(
    activateJsonSupport(),
    showQueryProblems(connections),
    completeQueryValues(connections, seen),
    explainQueries(),
    offerQuerySymbols(),
    offerQueryLenses(),
    offerPastedQueries(),
  );
}
