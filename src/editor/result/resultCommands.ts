import * as v from 'valibot';
import * as vscode from 'vscode';
import { copyLanguages } from '../../protocol/codeTargets';
import { views, type ViewAction } from '../../protocol/messages';
import type { Result } from '../../results/result';
import { formMembers, rowsMembers } from '../../protocol/rowsQuestion';
import type { Shared } from '../foundation';
import { command } from '../shell/commandArguments';
import { setContext } from '../shell/commands';
import { columnChoicesIn } from '../shell/remembered';
import type { ViewActions } from '../shell/viewActions';
import { showError, showInformation, showStatus } from '../shell/shownMessages';
import { BodyDocuments } from './bodyDocument';
import { CopiedRequests } from './copiedRequests';
import { RestoredTabs } from './restoredTabs';
import { resultItems } from './resultItems';
import { ResultPanels } from './resultPanels';
import { ShownQueries } from './shownQueries';
import { tabActions } from './tabActions';

/** What the commands on result tabs need besides what all rooms share. */
interface ResultParts {
  /** The connection to run a result's query on. Throws an `Error` ready to display. */
  readonly connectionOf: (result: Result) => string;
  /** Reads a response from the history; `undefined` if it isn't stored there. */
  readonly fromHistory: (id: string) => Promise<Result | undefined>;
}

/** The result tabs, which open once they're connected, and how a person chooses one of the results. */
export function resultTabs({ context, store, workspaceState, onActive }: Shared) {
  const shownQueries = new ShownQueries(workspaceState);
  const panels = new ResultPanels(context.extensionUri, shownQueries, onActive);

  /** The result that a command without an argument applies to: the active one, or the one the person selects. */
  async function choose(): Promise<Result | undefined> {
    const { active } = panels;
    if (active) return active;
    const items = resultItems(store.offered);
    if (items.length === 0) {
      void showInformation(vscode.l10n.t('There are no results yet. Run a query first.'));
      return undefined;
    }
    const placeHolder = vscode.l10n.t('Select a result');
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.result;
  }

  return { panels, shownQueries, choose };
}

/** The commands and actions on result tabs. */
export function resultCommands(
  shared: Shared,
  { panels, shownQueries, choose }: ReturnType<typeof resultTabs>,
  parts: ResultParts,
) {
  const { store, folder, log, connections, tick } = shared;
  const columnChoices = columnChoicesIn(shared.globalState);
  const documents = new BodyDocuments(store, folder);
  const copied = new CopiedRequests(connections, parts.connectionOf, tick);

  const tellPalette = () => setContext('noResults', store.offered.length === 0);
  tellPalette();
  store.onDidChange(tellPalette);

  const forChosen =
    <Done>(work: (result: Result) => Done) =>
    async (): Promise<Awaited<Done> | undefined> => {
      const result = await choose();
      return result && (await work(result));
    };
  const onChosen = (action: ViewAction) => forChosen((result) => panels.act(action, result));

  return {
    documents,
    columnChoices,
    restoredTabs: new RestoredTabs(store, panels, shownQueries, parts.fromHistory),
    commands: {
      rows: command(v.object({ result: v.string(), ...rowsMembers, ...formMembers }), {
        prompt: forChosen((result) => {
          panels.open(result, 'table');
          return store.ask(result.id, 'typedRows', { from: 0, to: 100 });
        }),
        run: ({ result, ...question }) => store.ask(store.get(result).id, 'typedRows', question),
      }),
      open: command(v.object({ result: v.string(), view: v.optional(v.picklist(views)) }), {
        prompt: forChosen((result) => panels.open(result)),
        run: ({ result, view }) => panels.open(store.get(result), view),
      }),
      copyAs: command(v.object({ result: v.string(), target: v.picklist(copyLanguages) }), {
        prompt: forChosen((result) => copied.prompt(result)),
        run: ({ result, target }) => copied.copy(store.get(result), target),
      }),
      filterByValue: () => panels.choose('filterByValue'),
      excludeValue: () => panels.choose('excludeValue'),
      copyCells: () => panels.choose('copy'),
      copyCellsWithHeaders: () => panels.choose('copyWithHeaders'),
      copyCellsAsDataFrame: () => panels.choose('copyAsDataFrame'),
      exportSelection: forChosen((result) => panels.openExport(result, 'export')),
      saveImage: () => panels.choose('saveImage'),
      copyImage: () => panels.choose('copyImage'),
      copyJsonPath: () => panels.choose('copyPath'),
      goToJsonPath: () => panels.choose('goToPath'),
      repeat: onChosen({ kind: 'runAgain' }),
      editQuery: onChosen({ kind: 'editQuery' }),
      clearResults: async () => {
        await store.clear();
        void showInformation(
          vscode.l10n.t(
            "Stored results were cleared. Results in open tabs and running queries aren't affected.",
          ),
        );
        tellPalette();
      },
    },
    actions: {
      ...tabActions(panels, columnChoices),
      showLog: () => log.show(),
      copyAs: (result, { target }) => copied.copyAndTell(result, target),
      copyText: async (_result, { text }) => {
        await vscode.env.clipboard.writeText(text);
        showStatus(vscode.l10n.t('Copied'), 3000);
      },
      imageCopied: () => showStatus(vscode.l10n.t('Copied'), 3000),
      imageFailed: (_result, { message }) => void showError(message),
      openDocument: (result) => documents.open(result, () => panels.openExport(result, 'export', 'json')),
    } satisfies Partial<ViewActions>,
  };
}
