import * as vscode from 'vscode';
import { isComing } from '#src/engine/query/whenPublished';
import { queryOfFile } from '#src/queryFiles/queryOfFile';
import type { FileQuery } from '#src/queryFiles/queryFile';
import { commandIds } from '../../shell/commands';
import { rangeOfSpan, readDocument } from '../queryDocuments';
import { queryDocuments } from '../queryLanguage';

interface LensAction {
  readonly title: () => string;
  readonly tooltip: () => string;
  /** A command for a person: it opens a tab, prompts for a sign-in, and shows failures once. */
  readonly command: string;
  /** Added to the command's argument, which names the file and the query. */
  readonly more?: Readonly<Record<string, string>>;
  readonly isOffered: (query: FileQuery, timeZone: string) => boolean;
}

/** The actions for a query, in the order shown. */
const actions: readonly LensAction[] = [
  {
    title: () => vscode.l10n.t('Run'),
    tooltip: () => vscode.l10n.t('Run this query and show its result'),
    command: commandIds.runQueryHere,
    isOffered: () => true,
  },
  {
    title: () => vscode.l10n.t('Run When Published'),
    tooltip: () => vscode.l10n.t('Run this query and show a message when its data is published'),
    command: commandIds.whenPublishedHere,
    isOffered: (query, timeZone) => {
      const now = Date.now();
      const asked = queryOfFile(query, timeZone, now);
      return 'query' in asked && isComing(asked.query, now);
    },
  },
  {
    title: () => vscode.l10n.t('Run Checks'),
    tooltip: () => vscode.l10n.t('Run this query and check its response'),
    command: commandIds.checkQueriesHere,
    isOffered: ({ expect }) => expect !== undefined,
  },
  {
    title: () => vscode.l10n.t('Export'),
    tooltip: () => vscode.l10n.t('Run this query and export its result as specified in the file'),
    command: commandIds.exportQueryHere,
    isOffered: (query) => query.export !== undefined,
  },
  {
    title: () => vscode.l10n.t('Compare with Previous'),
    tooltip: () => vscode.l10n.t('Run this query and compare its result with the previous one'),
    command: commandIds.compareQueryHere,
    more: { with: 'last' },
    isOffered: () => true,
  },
  {
    title: () => vscode.l10n.t('Pin'),
    tooltip: () => vscode.l10n.t('Run this query, and save the fingerprint of its rows in the file'),
    command: commandIds.pinQueryHere,
    isOffered: () => true,
  },
  {
    title: () => vscode.l10n.t('Edit'),
    tooltip: () => vscode.l10n.t("Edit this query's parameters in prompts"),
    command: commandIds.editFileQuery,
    isOffered: () => true,
  },
];

/**
 * Offers actions for each query of a file that has no problems. In an untrusted workspace, offers only to
 * trust it, because other people's files must not cause requests.
 */
export function offerQueryLenses(): vscode.Disposable {
  const trusted = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: trusted.event,
    provideCodeLenses(document) {
      const { queries, problems, timeZone } = readDocument(document);
      const sound = problems.length > 0 ? [] : queries.filter((query) => query.problems.length === 0);
      if (!vscode.workspace.isTrusted) {
        return sound.slice(0, 1).map(({ nameSpan }) => trustLens(rangeOfSpan(document, nameSpan)));
      }
      return sound.flatMap((query) => {
        const range = rangeOfSpan(document, query.nameSpan);
        return actions
          .filter(({ isOffered }) => isOffered(query, timeZone))
          .map(({ title, tooltip, command, more }) => {
            const named = { file: document.uri, query: query.name, ...more };
            return new vscode.CodeLens(range, {
              title: title(),
              tooltip: tooltip(),
              command,
              arguments: [named],
            });
          });
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
    tooltip: vscode.l10n.t("Queries from a file can't be run in an untrusted workspace."),
    command: 'workbench.trust.manage',
  });
