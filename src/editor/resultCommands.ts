import * as vscode from 'vscode';
import { snippet } from '../exports/snippets';
import { snippetTargets, type SnippetTarget } from '../market/formats';
import { titleOf } from '../market/query';
import type { Result } from '../results/result';
import type { ResultStore } from '../results/resultStore';
import type { RowsAnswer, RowsQuestion } from '../table/tableTypes';
import {
  copyArgumentShape,
  openArgumentShape,
  readArgument,
  rowsArgumentShape,
} from './commandArguments';
import { commandIds } from './commands';
import type { Connections } from './connections';
import { plainLabel } from './plainLabel';
import type { ResultPanels } from './resultPanels';
import { settings } from './settings';

/** The commands on results, by prompt and headless. Unknown ids reject with words for a person. */
export class ResultCommands {
  constructor(
    private readonly store: ResultStore,
    private readonly panels: ResultPanels,
    private readonly connections: Connections,
  ) {}

  /** The result a prompting command is about: the one in front, else the person's choice. */
  async choose(): Promise<Result | undefined> {
    const { active } = this.panels;
    if (active) return active;
    const results = [...this.store.all].reverse();
    if (results.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No result yet. Run a query first.'));
      return undefined;
    }
    const items = results.map((result) => ({
      label: plainLabel(titleOf(result.query, settings.timeZone())),
      description: vscode.l10n.t('{0} rows', result.table.rows.toLocaleString()),
      result,
    }));
    const placeHolder = vscode.l10n.t('Which result?');
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.result;
  }

  async rows(argument: unknown): Promise<RowsAnswer | undefined> {
    if (argument === undefined) {
      const result = await this.choose();
      if (!result) return undefined;
      this.panels.open(result, 'table');
      return this.store.ask(result.id, 'rows', { from: 0, to: 100 });
    }
    const { result, ...question } = readArgument(commandIds.rows, rowsArgumentShape, argument);
    this.store.get(result);
    return this.store.ask(result, 'rows', question as RowsQuestion);
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

  async copyAs(argument: unknown): Promise<string | undefined> {
    if (argument === undefined) {
      const result = await this.choose();
      return result && this.promptCopy(result);
    }
    const { result, target } = readArgument(commandIds.copyAs, copyArgumentShape, argument);
    return this.copy(this.store.get(result), target);
  }

  private async promptCopy(result: Result): Promise<string | undefined> {
    const placeHolder = vscode.l10n.t('Copy the request as');
    const chosen = await vscode.window.showQuickPick([...snippetTargets], { placeHolder });
    const target = snippetTargets.find((each) => each === chosen);
    if (!target) return undefined;
    const text = await this.copy(result, target);
    void vscode.window.setStatusBarMessage(vscode.l10n.t('Copied as {0}', target), 3000);
    return text;
  }

  /** The text, also placed on the clipboard. No secret is part of it. */
  async copy(result: Result, target: SnippetTarget): Promise<string> {
    const connection = await this.connections.get(result.connection);
    const { dataset, parameters } = result.query;
    const text = snippet(target, { dataset, parameters, connection, url: result.request.url });
    await vscode.env.clipboard.writeText(text);
    return text;
  }
}
