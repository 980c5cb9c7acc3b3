import * as vscode from 'vscode';
import { firstDayOf, onOtherDay } from '../../market/query/otherDay';
import { formatCount } from '../../text/l10n';
import { resultTitle } from '../../results/comparedResults';
import { canOverlay, overlayOf } from '../../results/overlaidResults';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import { askOtherDay } from './askOtherDay';
import { cancellable } from '../shell/cancellable';
import { plainLabel } from '../shell/plainLabel';
import type { Queries } from '../query/queries';
import type { ResultPanels } from '../result/resultPanels';
import { settings } from '../shell/settings';

/** Overlays other results on the chart of a result. */
export class ChartOverlays {
  constructor(
    private readonly store: ResultStore,
    private readonly panels: ResultPanels,
    private readonly queries: Queries,
  ) {}

  /** Prompts for the result to add. Rejects with an `Error` fit to be shown. */
  async prompt(result: Result): Promise<void> {
    const others = this.store.offered.filter((other) => canOverlay(result, other)).reverse();
    const kept = others.map((other) => ({
      label: plainLabel(resultTitle(other, settings.timeZone())),
      description: vscode.l10n.t('{0} rows', formatCount(other.table.rows)),
      other,
    }));
    const otherDay = {
      label: vscode.l10n.t('$(calendar) Same Query for Another Day…'),
      other: null,
    };
    const items = firstDayOf(result.query) === null ? kept : [otherDay, ...kept];
    if (items.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There are no other results to add yet. Run a query for another day or area first.'),
      );
      return;
    }
    const placeHolder = vscode.l10n.t('Select a result to add to the chart');
    const chosen = await vscode.window.showQuickPick<(typeof items)[number]>(items, {
      placeHolder,
    });
    const other = chosen && (chosen.other ?? (await this.onOtherDay(result)));
    if (other) this.panels.overlay(result, overlayOf(result, other, settings.timeZone()));
  }

  private async onOtherDay({ query, connection }: Result): Promise<Result | undefined> {
    const day = await askOtherDay(query);
    if (day === undefined) return undefined;
    return cancellable(vscode.l10n.t('Querying {0}', day), (signal) =>
      this.queries.answerTo(onOtherDay(query, day), connection, signal),
    );
  }
}
