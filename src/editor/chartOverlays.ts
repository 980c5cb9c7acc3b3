import * as vscode from 'vscode';
import { dayPeriod, marketZone } from '../market/deliveryDay';
import { daysBetween, firstDayOf, onOtherDay } from '../market/otherDay';
import { tellApart } from '../market/tellApart';
import { formatCount } from '../market/words';
import { resultTitle } from '../results/comparison';
import type { Result } from '../results/result';
import type { ResultStore } from '../results/resultStore';
import type { OverlaidResult } from '../results/workerMessages';
import { askOtherDay } from './askOtherDay';
import { plainLabel } from './plainLabel';
import type { Queries } from './queries';
import type { ResultPanels } from './resultPanels';
import { settings } from './settings';

/** Lays further results over the chart of one. */
export class ChartOverlays {
  constructor(
    private readonly store: ResultStore,
    private readonly panels: ResultPanels,
    private readonly queries: Queries,
  ) {}

  /** Asks which result is to be drawn as well. Rejects with an `Error` fit to be shown. */
  async prompt(result: Result): Promise<void> {
    const others = this.store.all.filter((other) => canJoin(result, other)).reverse();
    const kept = others.map((other) => ({
      label: plainLabel(resultTitle(other, settings.timeZone())),
      description: vscode.l10n.t('{0} rows', formatCount(other.table.rows)),
      other,
    }));
    const otherDay = {
      label: vscode.l10n.t('$(calendar) Same query on another day…'),
      other: null,
    };
    const items = firstDayOf(result.query) === null ? kept : [otherDay, ...kept];
    if (items.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is no other result to add yet. Run a query for another day or area first.'), // prettier-ignore
      );
      return;
    }
    const placeHolder = vscode.l10n.t('Add to the chart');
    const chosen = await vscode.window.showQuickPick<(typeof items)[number]>(items, {
      placeHolder,
    });
    const other = chosen && (chosen.other ?? (await this.onOtherDay(result)));
    if (other) this.panels.overlay(result, overlayOf(result, other, settings.timeZone()));
  }

  private async onOtherDay({ query, connection }: Result): Promise<Result | undefined> {
    const day = await askOtherDay(query);
    if (day === undefined) return undefined;
    const title = vscode.l10n.t('Asking for {0}', day);
    const options = { location: vscode.ProgressLocation.Notification, title };
    const asked = onOtherDay(query, day);
    const other = await vscode.window.withProgress(options, () =>
      this.queries.answerTo(asked, connection),
    );
    if (!other || other.table.rows > 0) return other;
    throw new Error(vscode.l10n.t('Nothing came for {0}. Try another day; run that query to see what the service says.', day)); // prettier-ignore
  }
}

const canJoin = (result: Result, { id, query, progress, table, comparison }: Result) =>
  id !== result.id &&
  query.dataset.record === 'timeSeries' &&
  progress.kind === 'ended' &&
  table.rows > 0 &&
  comparison === null;

/**
 * How a result is laid over another: of the same days by instant, else with its first delivery day
 * (CET/CEST) moved onto that of the other, so that on days of 23 or 25 hours the periods coincide.
 */
export function overlayOf(base: Result, other: Result, zone: string): OverlaidResult {
  const [day, otherDay] = [firstDayOf(base.query), firstDayOf(other.query)];
  const isElsewhere = day !== null && otherDay !== null && daysBetween(base.query, other.query) !== 0; // prettier-ignore
  const startOf = (of: string) => dayPeriod(of, marketZone).start;
  const isSameDataset = base.query.dataset.id === other.query.dataset.id;
  return {
    result: other.id,
    label: isSameDataset ? tellApart(base, other, zone)[1] : resultTitle(other, zone),
    shiftMs: isElsewhere ? startOf(day) - startOf(otherDay) : 0,
  };
}
