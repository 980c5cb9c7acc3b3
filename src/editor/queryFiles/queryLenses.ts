import * as vscode from 'vscode';
import type { FileQuery } from '../../queryFiles/queryFile';
import { commandIds } from '../shell/commands';
import { rangeOf, readDocument } from './queryDocuments';
import type { QueryInFile } from './queryInFile';
import { queryDocuments } from './queryLanguage';

/** Commands of lenses. They act for a person: results show in a tab, and sign-in is asked. */
const lensCommands = {
  run: 'marketData.queries.runHere',
  check: 'marketData.queries.checkHere',
  export: 'marketData.queries.exportHere',
  compareLast: commandIds.compareLast,
  edit: 'marketData.queries.edit',
} as const;

/** What can be done with a query, in the order shown. */
const actions: readonly {
  readonly title: () => string;
  readonly tooltip: () => string;
  readonly command: string;
  readonly isOffered: (query: FileQuery) => boolean;
}[] = [
  {
    title: () => vscode.l10n.t('Run'),
    tooltip: () => vscode.l10n.t('Run this query and show its result'),
    command: lensCommands.run,
    isOffered: () => true,
  },
  {
    title: () => vscode.l10n.t('Check'),
    tooltip: () => vscode.l10n.t('Run this query and check its response in the Testing view'),
    command: lensCommands.check,
    isOffered: ({ expect }) => expect !== undefined,
  },
  {
    title: () => vscode.l10n.t('Export'),
    tooltip: () => vscode.l10n.t('Run this query and export its result as the file says'),
    command: lensCommands.export,
    isOffered: (query) => query.export !== undefined,
  },
  {
    title: () => vscode.l10n.t('Compare with Last'),
    tooltip: () => vscode.l10n.t('Run this query and compare its result with the last one'),
    command: lensCommands.compareLast,
    isOffered: () => true,
  },
  {
    title: () => vscode.l10n.t('Edit'),
    tooltip: () => vscode.l10n.t("Edit this query's parameters in prompts"),
    command: lensCommands.edit,
    isOffered: () => true,
  },
];

/**
 * Offers to run each query of a file, where nothing is wrong with it. In a workspace that isn't trusted, only to trust
 * it, because files of others must not cause requests.
 */
export function offerQueryLenses(): vscode.Disposable {
  const trusted = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: trusted.event,
    provideCodeLenses(document) {
      const { queries, problems } = readDocument(document).file;
      const sound = problems.length > 0 ? [] : queries.filter((query) => query.problems.length === 0);
      if (!vscode.workspace.isTrusted) {
        return sound.slice(0, 1).map(({ nameSpan }) => trustLens(rangeOf(document, nameSpan)));
      }
      return sound.flatMap((query) => {
        const range = rangeOf(document, query.nameSpan);
        const argument: QueryInFile = { file: document.uri, query: query.name };
        return actions
          .filter(({ isOffered }) => isOffered(query))
          .map(
            ({ title, tooltip, command }) =>
              new vscode.CodeLens(range, {
                title: title(),
                tooltip: tooltip(),
                command,
                arguments: [argument],
              }),
          );
      });
    },
  };
  return vscode.Disposable.from(
    trusted,
    vscode.workspace.onDidGrantWorkspaceTrust(() => trusted.fire()),
    vscode.languages.registerCodeLensProvider(queryDocuments, provider),
  );
}

const trustLens = (range: vscode.Range): vscode.CodeLens =>
  new vscode.CodeLens(range, {
    title: vscode.l10n.t('Trust Workspace to Run Queries'),
    tooltip: vscode.l10n.t("Queries in files don't run in a workspace that isn't trusted."),
    command: 'workbench.trust.manage',
  });
