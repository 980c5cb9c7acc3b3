import * as vscode from 'vscode';
import type { Result, ResultSummary } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { Comparisons, EarlierResponse } from '../compare/comparisons';
import type { Queries } from '../query/queries';
import {
  historyClearShape,
  historyOpenShape,
  historyPinShape,
  isHistoryNode,
  readArgument,
  type HistoryNode,
} from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import { tellFailure } from '../shell/failureMessages';
import { settings } from '../shell/settings';
import { historyItems } from './historyItems';
import type { HistoryEntry, QueryHistory } from './queryHistory';

/** The commands on history entries, with prompts and headless. */
export class HistoryCommands {
  constructor(
    private readonly store: ResultStore,
    private readonly history: QueryHistory,
    private readonly queries: Queries,
    private readonly comparisons: Comparisons,
  ) {}

  /** `marketData.history.open`: with no argument, from the tree, or `{ id, show? }`. */
  async open(argument: unknown): Promise<ResultSummary | undefined> {
    if (isHeadless(argument)) {
      const { id, show } = readArgument(commandIds.openHistory, historyOpenShape, argument);
      return this.history.open({ id, show: show !== false });
    }
    const placeHolder = vscode.l10n.t('Select a query to open its stored response');
    const id = await this.chosen(argument, placeHolder, ({ hasResponse }) => hasResponse);
    if (id !== undefined) await this.forPerson(id, () => this.history.openForPerson(id));
    return undefined;
  }

  /** Exports the stored response of an entry in the tree. */
  async export({ historyNode: id }: HistoryNode, open: (result: Result) => void): Promise<undefined> {
    await this.forPerson(id, async () => open(await this.history.result(id)));
  }

  /** `marketData.history.pin`: with no argument, from the tree, or `{ id, pinned }`. */
  async pin(argument: unknown, chosen?: unknown): Promise<void> {
    if (isHeadless(argument)) {
      await this.history.pin(readArgument(commandIds.pinHistory, historyPinShape, argument));
      return;
    }
    await this.setPinned(argument, chosen, true, vscode.l10n.t('Select a query to pin'));
  }

  async unpin(argument: unknown, chosen?: unknown): Promise<void> {
    await this.setPinned(argument, chosen, false, vscode.l10n.t('Select a query to unpin'));
  }

  private async setPinned(
    argument: unknown,
    chosen: unknown,
    pinned: boolean,
    placeHolder: string,
  ): Promise<void> {
    const selected = idsOf(argument, chosen);
    const id =
      selected.length > 0
        ? undefined
        : await this.chosen(undefined, placeHolder, (entry) => entry.pinned !== pinned);
    for (const each of id === undefined ? selected : [id]) await this.history.pin({ id: each, pinned });
  }

  /** Runs the query of an entry again, in the tab of its result if there is one. */
  async runAgain(argument: unknown): Promise<ResultSummary | undefined> {
    const id = await this.chosen(argument, vscode.l10n.t('Select a query to run again'));
    return id === undefined ? undefined : this.queries.repeat(await this.history.queryOf(id));
  }

  /**
   * Compares two selected entries, the earlier one first, or one entry with a result that the person chooses.
   */
  async compare(argument: unknown, chosen?: unknown): Promise<ResultSummary | undefined> {
    const [one, other] = idsOf(argument, chosen);
    if (one !== undefined && other !== undefined) {
      return this.forPerson(one, async () => {
        const chosenFirst = await this.history.result(one);
        return this.store.whileKeeping(chosenFirst, async () => {
          const results = [chosenFirst, await this.history.result(other)];
          const [first, second] = results.sort((a, b) => a.startedEpochMs - b.startedEpochMs);
          return first && second && this.comparisons.compareResults(first, second);
        });
      });
    }
    const placeHolder = vscode.l10n.t('Select a query to compare its stored response');
    const id = await this.chosen(argument, placeHolder, ({ hasResponse }) => hasResponse);
    if (id === undefined) return undefined;
    return this.forPerson(id, async () => {
      const result = await this.history.result(id);
      return this.comparisons.prompt(result, () => this.comparableWith(result));
    });
  }

  /** The entries that a result can be compared with, newest first: whole responses from its dataset. */
  private async comparableWith({ query }: Result): Promise<EarlierResponse[]> {
    const entries = (await this.history.list()).filter(
      ({ dataset, outcome, rows, hasResponse }) =>
        hasResponse && outcome === 'success' && rows > 0 && dataset === query.dataset.id,
    );
    return historyItems(entries, settings.timeZone()).map((item) => ({
      ...item,
      read: () => this.history.result(item.id),
    }));
  }

  /** Deletes the selected entries. Asks first if any of them is pinned. */
  async delete(argument: unknown, chosen?: unknown): Promise<void> {
    const selected = idsOf(argument, chosen);
    const id =
      selected.length > 0
        ? undefined
        : await this.chosen(undefined, vscode.l10n.t('Select a query to delete from the history'));
    const ids = id === undefined ? selected : [id];
    if (ids.length === 0) return;
    const entries = (await this.history.list()).filter((entry) => ids.includes(entry.id));
    const pinned = entries.filter((entry) => entry.pinned).length;
    if (pinned > 0 && !(await agreesToDelete(entries.length, pinned))) return;
    await this.history.delete(ids);
  }

  /** `marketData.history.clear`: everything, or `{ responsesOnly: true }`. */
  async clear(argument: unknown): Promise<void> {
    const given = readArgument(commandIds.clearHistory, historyClearShape, argument ?? {});
    await this.history.clear({ responsesOnly: given.responsesOnly === true });
  }

  /** Asks the person what to remove. */
  async askToClear(): Promise<void> {
    const entries = await this.history.list();
    if (entries.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('The history is empty.'));
      return;
    }
    const all = vscode.l10n.t('Delete All');
    const responses = vscode.l10n.t('Delete Responses Only');
    const pinned = entries.some((entry) => entry.pinned)
      ? vscode.l10n.t("Pinned queries are included. This can't be undone.")
      : vscode.l10n.t("This can't be undone.");
    const chosen = await vscode.window.showWarningMessage(
      vscode.l10n.t('Clear the history for all windows?'),
      { modal: true, detail: pinned },
      all,
      ...(entries.some((entry) => entry.hasResponse) ? [responses] : []),
    );
    if (chosen !== undefined) await this.history.clear({ responsesOnly: chosen === responses });
  }

  /** The entry that a command applies to: the one clicked in the tree, or one that the person selects. */
  private async chosen(
    argument: unknown,
    placeHolder: string,
    fits: (entry: HistoryEntry) => boolean = () => true,
  ): Promise<string | undefined> {
    if (isHistoryNode(argument)) return argument.historyNode;
    const items = historyItems((await this.history.list()).filter(fits), settings.timeZone());
    if (items.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No matching queries in the history.'));
      return undefined;
    }
    return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.id;
  }

  /** Says what failed, and offers to run the query again. */
  private async forPerson<Done>(id: string, work: () => Promise<Done>): Promise<Done | undefined> {
    try {
      return await work();
    } catch (error) {
      const take = async () => this.queries.repeat(await this.history.queryOf(id));
      tellFailure(error, [{ label: vscode.l10n.t('Run Again'), take }]);
      return undefined;
    }
  }
}

/** Whether a program ran the command: a menu passes a tree item, and the Command Palette nothing. */
const isHeadless = (argument: unknown): boolean =>
  argument !== undefined && argument !== null && !isHistoryNode(argument);

/** The selected entries if the clicked one is among them, otherwise only the clicked one. */
function idsOf(argument: unknown, chosen: unknown): string[] {
  const nodes: unknown[] = Array.isArray(chosen) ? chosen : [];
  const selected = nodes.filter(isHistoryNode).map(({ historyNode }) => historyNode);
  if (!isHistoryNode(argument) || selected.includes(argument.historyNode)) return selected;
  return [argument.historyNode];
}

async function agreesToDelete(count: number, pinned: number): Promise<boolean> {
  const remove = vscode.l10n.t('Delete');
  const question =
    count === 1
      ? vscode.l10n.t('Delete the pinned query from the history?')
      : vscode.l10n.t('Delete {0} queries from the history, {1} of them pinned?', count, pinned);
  const detail = vscode.l10n.t("This can't be undone.");
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) === remove;
}
