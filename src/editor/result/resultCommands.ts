import * as vscode from 'vscode';
import { snippet, snippetTitles, variablesOf, type SignInSource } from '../../exports/snippets/snippets';
import { withDaysAt } from '../../market/query/askedDays';
import { sandboxName, type Connection } from '../../request/connection';
import type { ExportPreset } from '../../protocol/exportOrder';
import { snippetTargets, type SnippetTarget } from '../../protocol/formats';
import { targetOf } from '../../request/requestTarget';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { refuse } from '../../protocol/source';
import type { RowsAnswer } from '../../protocol/tableTypes';
import {
  copyArgumentShape,
  openArgumentShape,
  readArgument,
  rowsArgumentShape,
} from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import type { Connections } from '../connections/connections';
import { resultItems } from './resultItems';
import type { ResultPanels } from './resultPanels';
import type { CheckOff } from '../shell/walkthrough';

/**
 * The commands on results, with prompts and headless. An unknown id rejects with an `Error` ready to display.
 */
export class ResultCommands {
  constructor(
    private readonly store: ResultStore,
    private readonly panels: ResultPanels,
    private readonly connections: Connections,
    /** The connection to run a result's query on. Throws an `Error` ready to display. */
    private readonly connectionNameOf: (result: Result) => string,
    private readonly tick: CheckOff,
  ) {}

  /**
   * The result that a command without an argument applies to: the active one, or the one the person selects.
   */
  async choose(): Promise<Result | undefined> {
    const { active } = this.panels;
    if (active) return active;
    const items = resultItems(this.store.offered);
    if (items.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There are no results yet. Run a query first.'),
      );
      return undefined;
    }
    const placeHolder = vscode.l10n.t('Select a result');
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.result;
  }

  /** Opens the export dialog over the result that the person chooses. */
  async openExport(preset: ExportPreset): Promise<undefined> {
    const result = await this.choose();
    if (result) this.panels.openExport(result, preset);
  }

  async rows(argument: unknown): Promise<RowsAnswer | undefined> {
    if (argument === undefined) {
      const result = await this.choose();
      if (!result) return undefined;
      this.panels.open(result, 'table');
      return this.store.ask(result.id, 'typedRows', { from: 0, to: 100 });
    }
    const { result, ...question } = readArgument(commandIds.rows, rowsArgumentShape, argument);
    this.store.get(result);
    return this.store.ask(result, 'typedRows', question);
  }

  async open(argument: unknown): Promise<void> {
    if (argument === undefined) {
      const result = await this.choose();
      if (result) this.panels.open(result);
      return;
    }
    const { result, view } = readArgument(commandIds.open, openArgumentShape, argument);
    this.panels.open(this.store.get(result), view);
  }

  /** `marketData.results.clear`: discards what no tab shows, from memory and disk. */
  async clear(): Promise<void> {
    await this.store.clear();
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Stored results were cleared. Results in open tabs and running queries aren't affected."),
    );
  }

  async copyAs(argument: unknown): Promise<string | undefined> {
    if (argument === undefined) {
      const result = await this.choose();
      return result && this.promptCopy(result);
    }
    const { result, target } = readArgument(commandIds.copyAs, copyArgumentShape, argument);
    return this.copy(this.store.get(result), target);
  }

  private async promptCopy(result: Result): Promise<string | undefined> {
    const placeHolder = vscode.l10n.t('Select a format for the copied request');
    const items = snippetTargets.map((target) => ({ label: snippetTitles[target], target }));
    const chosen = await vscode.window.showQuickPick(items, { placeHolder });
    return chosen && this.copyAndTell(result, chosen.target);
  }

  /** Copies the text and tells the person which variables it needs. */
  async copyAndTell(result: Result, target: SnippetTarget): Promise<string> {
    const text = await this.copy(result, target);
    const variables = variablesOf(await this.signInSourceOf(result)).join(', ');
    const title = snippetTitles[target];
    void vscode.window.setStatusBarMessage(
      variables === ''
        ? vscode.l10n.t('Copied as {0}.', title)
        : vscode.l10n.t('Copied as {0}. Set {1} before running it.', title, variables),
      10_000,
    );
    return text;
  }

  /** Copies the text to the clipboard and returns it. It contains none of the person's secrets. */
  private async copy(result: Result, target: SnippetTarget): Promise<string> {
    const { query } = result;
    refuse('copyRequest', result.source);
    const source = await this.signInSourceOf(result);
    const text = snippet(target, {
      ...withDaysAt(query, result.startedEpochMs),
      ...source,
      // Uses the current address, because a restored result may contain an old address of the sample service.
      url: source.connection.baseUrl + targetOf(query, source.connection),
    });
    await vscode.env.clipboard.writeText(text);
    this.tick('hasTaken');
    return text;
  }

  /** Like `connectionOf`, with the sign-in if it's the same for everyone. */
  private async signInSourceOf(result: Result): Promise<SignInSource> {
    const connection = await this.connectionOf(result);
    if (connection.name !== sandboxName) return { connection };
    const { sampleSignIn } = await import('../../sandbox/sandboxBundle');
    return { connection, sampleSignIn };
  }

  /** Throws an `Error` ready to display if the connection is no longer in the settings. */
  private async connectionOf(result: Result): Promise<Connection> {
    const connection = this.connectionNameOf(result);
    if (this.connections.names.includes(connection)) return this.connections.get(connection);
    throw new Error(
      vscode.l10n.t(
        'The connection "{0}" of this result is no longer in the settings. Add it again under the same name, or run the query with another connection.',
        connection,
      ),
    );
  }
}
