import * as vscode from 'vscode';
import type { Query } from '../../market/query/query';
import { canOverlay } from '../../results/overlaidResults';
import type { Result } from '../../results/result';
import { titleOf } from '../../results/resultNames';
import type { ResultStore } from '../../results/store/resultStore';
import { cancellable } from '../shell/cancellable';
import { showFailure } from '../shell/failureMessages';
import { plainLabel } from '../../text/plainLabel';
import type { Queries } from '../query/queries';
import { resultItems } from '../result/resultItems';
import type { ResultPanels } from '../result/resultPanels';
import { pick } from '../shell/promptSteps';
import { settings } from '../shell/settings';
import { otherQueries } from './otherQueries';
import { typedQueries } from './typedQueries';

interface Choice extends vscode.QuickPickItem {
  /** The result, or the query that returns it; `undefined` if the person canceled. */
  readonly other: () => Result | Promise<Query | undefined>;
}

/** Overlays other results on the chart of a result. */
export class ChartOverlays {
  constructor(
    private readonly store: ResultStore,
    private readonly panels: ResultPanels,
    private readonly queries: Queries,
  ) {}

  /** Prompts for the result to add. A failure is reported with what to do next. */
  async prompt(result: Result): Promise<void> {
    const items = this.choices(result);
    if (items.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There are no other results to add yet. Run a query for another day or area first.'),
      );
      return;
    }
    const end = await pick<Choice>({
      title: vscode.l10n.t('Add to Chart'),
      placeholder: vscode.l10n.t('Select a result, or type a day or an area for the same query'),
      items: (typed) => [...typedChoices(result, typed), ...items],
      meant: ({ alwaysShow }) => alwaysShow === true,
    });
    const wanted = end.kind === 'answer' ? await end.answer.other() : undefined;
    if (!wanted) return;
    try {
      const other =
        'progress' in wanted ? wanted : await this.answerTo(wanted, this.queries.connectionOf(result));
      if (other) this.panels.overlay(result, other);
    } catch (error) {
      const another = { label: vscode.l10n.t('Choose Another Result…'), take: () => this.prompt(result) };
      showFailure(error, [another]);
    }
  }

  private choices(result: Result): Choice[] {
    const { day, area } = otherQueries(result.query);
    const others = this.store.offered.filter((other) => canOverlay(result, other));
    return [
      ...[day, area].flatMap((each) => (each ? [{ label: each.label, other: each.ask }] : [])),
      ...resultItems(others).map(({ result: other, ...item }): Choice => ({
        ...item,
        other: () => other,
      })),
    ];
  }

  private answerTo(query: Query, connection: string): Promise<Result | undefined> {
    const name = titleOf({ query, connection, startedEpochMs: Date.now() }, settings.timeZone());
    return cancellable(vscode.l10n.t('Querying {0}', plainLabel(name)), (signal) =>
      this.queries.answerTo(query, connection, signal),
    );
  }
}

const typedChoices = ({ query }: Result, typed: string): Choice[] =>
  typedQueries(query, typed, Date.now()).map(({ label, query: other }) => ({
    label,
    detail: vscode.l10n.t('Runs the same query for that day or area'),
    alwaysShow: true,
    other: () => Promise.resolve(other),
  }));
