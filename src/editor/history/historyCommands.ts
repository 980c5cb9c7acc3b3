import * as v from 'valibot';
import * as vscode from 'vscode';
import { History } from '../../history/history';
import type { KeptEntry } from '../../history/historyFolder';
import { queryOfKept } from '../../results/keptResult';
import type { Result, ResultSummary } from '../../results/result';
import type { Comparisons, EarlierResponse } from '../compare/comparisons';
import type { Queries } from '../query/queries';
import type { ResultPanels } from '../result/resultPanels';
import type { Shared } from '../foundation';
import { command, isHistoryNode, type HistoryNode } from '../shell/commandArguments';
import { showFailure } from '../shell/failureMessages';
import { onSettingChange, settings } from '../shell/settings';
import { askInDialog, showInformation } from '../shell/shownMessages';
import { dayOfEntry, entryFacts, entryLabel } from './entryWords';
import { QueryHistory } from './queryHistory';

/** Records queries in the history. The commands on its entries, and what other rooms need of it. */
export function historyCommands(
  { historyFolder, store, folder, historyView: view, log }: Shared,
  panels: ResultPanels,
  queries: Queries,
  comparisons: Comparisons,
) {
  const kept = new History(historyFolder, settings.historyBytes, {
    change: view.refresh,
    trouble: (what) => log.warn(`The history couldn't be written (${what}).`),
  });
  const history = new QueryHistory(kept, store, (id) => folder.bodyPath(id), panels);
  store.onDidChange((result) => history.note(result));
  kept.resume();
  const { choose, chooseAll } = entryChoice(history);
  const limit = onSettingChange('historyMegabytes', () => void kept.tidy());

  async function setPinned(
    clicked: unknown,
    selected: unknown,
    pinned: boolean,
    placeHolder: string,
  ): Promise<void> {
    const ids = await chooseAll(clicked, selected, placeHolder, (entry) => entry.isPinned !== pinned);
    for (const id of ids) await history.pin({ id, pinned });
  }

  /** Says what failed, and offers to run the query again. */
  async function forPerson<Done>(id: string, work: () => Promise<Done>): Promise<Done | undefined> {
    try {
      return await work();
    } catch (error) {
      const take = async () => queries.repeat(await history.queryOf(id));
      showFailure(error, [{ label: vscode.l10n.t('Run Again'), take }]);
      return undefined;
    }
  }

  async function openForPerson(clicked: unknown): Promise<undefined> {
    const placeHolder = vscode.l10n.t('Select a query to open its stored response');
    const id = await choose(clicked, placeHolder, hasResponse);
    if (id !== undefined) await forPerson(id, () => history.openForPerson(id));
  }

  /** Runs the query of an entry again, in the tab of its result if there is one. */
  async function runAgain(clicked: unknown): Promise<ResultSummary | undefined> {
    const id = await choose(clicked, vscode.l10n.t('Select a query to run again'));
    return id === undefined ? undefined : queries.repeat(await history.queryOf(id));
  }

  /**
   * Compares two selected entries, the earlier one first, or one entry with a result that the person chooses.
   */
  async function compare(clicked: unknown, selected: unknown): Promise<ResultSummary | undefined> {
    const [one, other] = idsOf(clicked, selected);
    if (one !== undefined && other !== undefined) {
      return forPerson(one, async () => {
        const chosenFirst = await history.result(one);
        return store.whileKeeping(chosenFirst, async () =>
          comparisons.compareResults(...inOrder(chosenFirst, await history.result(other))),
        );
      });
    }
    const placeHolder = vscode.l10n.t('Select a query to compare its stored response');
    const id = await choose(clicked, placeHolder, hasResponse);
    if (id === undefined) return undefined;
    return forPerson(id, async () => {
      const result = await history.result(id);
      return comparisons.prompt(result, { earlier: () => comparableWith(history, result) });
    });
  }

  /** Deletes the selected entries. Asks first if any of them is pinned. */
  async function remove(clicked: unknown, selected: unknown): Promise<void> {
    const placeHolder = vscode.l10n.t('Select a query to delete from the history');
    const ids = await chooseAll(clicked, selected, placeHolder);
    const entries = (await history.entries()).filter((entry) => ids.includes(entry.id));
    if (ids.length > 0 && (await agreesToDelete(entries))) await history.delete(ids);
  }

  return {
    history,
    /** Opens the export dialog over the stored response of an entry in the tree. */
    async openExport({ historyNode: id }: HistoryNode): Promise<void> {
      await forPerson(id, async () => panels.openExport(await history.result(id), 'export'));
    },
    commands: {
      listHistory: () => history.list(),
      openHistory: command(v.object({ id: v.string(), show: v.optional(v.boolean()) }), {
        prompt: openForPerson,
        isClicked: isHistoryNode,
        run: ({ id, show }) => history.open(id, show !== false),
      }),
      pinHistory: command(v.object({ id: v.string(), pinned: v.boolean() }), {
        prompt: (clicked, selected) =>
          setPinned(clicked, selected, true, vscode.l10n.t('Select a query to pin')),
        isClicked: isHistoryNode,
        run: (given) => history.pin(given),
      }),
      unpinHistory: (_id: string, clicked: unknown, selected: unknown) =>
        setPinned(clicked, selected, false, vscode.l10n.t('Select a query to unpin')),
      runHistoryAgain: (_id: string, clicked: unknown) => runAgain(clicked),
      compareHistory: (_id: string, clicked: unknown, selected: unknown) => compare(clicked, selected),
      deleteHistory: (_id: string, clicked: unknown, selected: unknown) =>
        remove(clicked, clicked === undefined ? view.selection : selected),
      /** Everything, or `{ responsesOnly: true }`. */
      clearHistory: command(v.nullish(v.strictObject({ responsesOnly: v.optional(v.boolean()) }), {}), {
        run: ({ responsesOnly }) => history.clear(responsesOnly),
      }),
      askToClearHistory: () => askToClear(history),
    },
    dispose() {
      vscode.Disposable.from(limit, kept).dispose();
    },
  };
}

const hasResponse = ({ sha256 }: KeptEntry): boolean => sha256 !== undefined;

/** How a command gets the entries that it applies to. */
function entryChoice(history: QueryHistory) {
  /** The entry that a command applies to: the one clicked in the tree, or one that the person selects. */
  async function choose(
    clicked: unknown,
    placeHolder: string,
    fits: (entry: KeptEntry) => boolean = () => true,
  ): Promise<string | undefined> {
    if (isHistoryNode(clicked)) return clicked.historyNode;
    const items = historyItems((await history.entries()).filter(fits), settings.timeZone());
    if (items.length === 0) {
      void showInformation(vscode.l10n.t('No matching queries in the history.'));
      return undefined;
    }
    return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.id;
  }

  /** The selected entries, or one that the person selects. */
  async function chooseAll(
    clicked: unknown,
    selected: unknown,
    placeHolder: string,
    fits?: (entry: KeptEntry) => boolean,
  ): Promise<readonly string[]> {
    const ids = idsOf(clicked, selected);
    if (ids.length > 0) return ids;
    const id = await choose(undefined, placeHolder, fits);
    return id === undefined ? [] : [id];
  }

  return { choose, chooseAll };
}

/** The earlier result first. */
const inOrder = (one: Result, other: Result): [Result, Result] =>
  one.startedEpochMs <= other.startedEpochMs ? [one, other] : [other, one];

/** The entries that a result can be compared with, newest first: whole responses from its dataset. */
async function comparableWith(history: QueryHistory, { query }: Result): Promise<EarlierResponse[]> {
  const entries = (await history.entries()).filter((entry) => {
    const { dataset, outcome, rows } = entry.stored;
    return hasResponse(entry) && outcome.kind === 'success' && rows > 0 && dataset === query.dataset.id;
  });
  return historyItems(entries, settings.timeZone()).map((item) => ({
    ...item,
    read: () => history.result(item.id),
  }));
}

/** Asks the person what to remove. */
async function askToClear(history: QueryHistory): Promise<void> {
  const entries = await history.entries();
  if (entries.length === 0) {
    void showInformation(vscode.l10n.t('The history is empty.'));
    return;
  }
  const all = vscode.l10n.t('Delete All');
  const responses = vscode.l10n.t('Delete Responses Only');
  const pinned = entries.some(({ isPinned }) => isPinned)
    ? vscode.l10n.t("Pinned queries are included. This can't be undone.")
    : vscode.l10n.t("This can't be undone.");
  const chosen = await askInDialog(
    vscode.l10n.t('Clear the history for all windows?'),
    pinned,
    all,
    ...(entries.some(hasResponse) ? [responses] : []),
  );
  if (chosen !== undefined) await history.clear(chosen === responses);
}

/** The selected entries if the clicked one is among them, otherwise only the clicked one. */
function idsOf(argument: unknown, chosen: unknown): string[] {
  const nodes: unknown[] = Array.isArray(chosen) ? chosen : [];
  const selected = nodes.filter(isHistoryNode).map(({ historyNode }) => historyNode);
  if (!isHistoryNode(argument) || selected.includes(argument.historyNode)) return selected;
  return [argument.historyNode];
}

/** Asks only if any of the entries is pinned. */
async function agreesToDelete(entries: readonly KeptEntry[]): Promise<boolean> {
  const count = entries.length;
  const pinned = entries.filter(({ isPinned }) => isPinned).length;
  if (pinned === 0) return true;
  const remove = vscode.l10n.t('Delete');
  const question =
    count === 1
      ? vscode.l10n.t('Delete the pinned query from the history?')
      : vscode.l10n.t('Delete {0} queries from the history, {1} of them pinned?', count, pinned);
  const detail = vscode.l10n.t("This can't be undone.");
  return (await askInDialog(question, detail, remove)) === remove;
}

/** An entry in a list to choose from. */
interface HistoryItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** The entries to choose from, in their order, each with how it ended and when it ran in `zone`. */
const historyItems = (entries: readonly KeptEntry[], zone: string): HistoryItem[] =>
  entries.map((entry) => ({
    id: entry.id,
    label: entryLabel(entry, zone),
    iconPath: new vscode.ThemeIcon(queryOfKept(entry.stored).dataset.icon),
    description: [dayOfEntry(entry, zone), ...entryFacts(entry, zone)].join(' · '),
  }));
