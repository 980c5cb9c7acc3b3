import * as vscode from 'vscode';
import { firstDayOf, onOtherDay } from '../../market/query/otherDay';
import { hasStatuses, ofStatus, type PriceStatus } from '../../market/query/priceStatus';
import { formatCount } from '../../text/l10n';
import {
  isWholeAnswer,
  refusePartial,
  resultTitle,
  type Comparison,
  type Original,
} from '../../results/comparedResults';
import { summaryOf, type Result, type ResultSummary } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import { askOtherDay } from './askOtherDay';
import { cancellable } from '../shell/cancellable';
import { compareArgumentShape, readArgument } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import { plainLabel } from '../shell/plainLabel';
import type { Queries } from '../query/queries';
import type { ResultPanels } from '../result/resultPanels';
import { settings } from '../shell/settings';

/** A result, or the query that returns one. */
type Wanted = Result | Pick<Result, 'query' | 'connection'>;
/** What is compared, the earlier first. */
type Pair = readonly [Wanted, Wanted];

interface Choice extends vscode.QuickPickItem {
  /** `undefined` if the person cancelled. */
  readonly pair?: () => Pair | Promise<Pair | undefined>;
}

/** Compares results from the same dataset. Rejects with an `Error` fit to be shown. */
export class Comparisons {
  /** Original results that were no longer in memory and were queried again: new ids by old ones. */
  private readonly queriedAgain = new Map<string, string>();
  /** Old ids of the originals that are being queried again. */
  private readonly beingQueried = new Set<string>();

  constructor(
    private readonly store: ResultStore,
    private readonly panels: ResultPanels,
    private readonly queries: Queries,
  ) {}

  /** `marketData.result.compare`: from a menu or the palette, or `{ first, second }` without prompts. */
  async run(
    argument: unknown,
    choose: () => Promise<Result | undefined>,
  ): Promise<ResultSummary | undefined> {
    if (!isFromMenu(argument)) {
      const given = readArgument(commandIds.compare, compareArgumentShape, argument);
      const pair = [this.store.get(given.first), this.store.get(given.second)] as const;
      const result = await this.store.compare(...pair, settings.timeZone());
      if (given.show !== false) this.panels.show(result);
      return summaryOf(result);
    }
    const result = await choose();
    return result && this.prompt(result);
  }

  /** Prompts for the result to compare with, and shows the comparison. */
  async prompt(result: Result): Promise<ResultSummary | undefined> {
    refusePartial(result);
    const placeHolder = vscode.l10n.t('Select a result to compare with {0}', plainLabel(titleOf(result)));
    const chosen = await vscode.window.showQuickPick(this.choices(result), { placeHolder });
    const pair = await chosen?.pair?.();
    return pair && this.compare(pair);
  }

  /** Repeats the comparison with new responses, in the same tab. */
  async repeat({ id, comparison }: Result): Promise<void> {
    if (!comparison) return;
    const { first, second } = comparison;
    if (!(await this.compare([first, second], id))) return;
    // No tab shows the results that were fetched for the previous comparison.
    for (const original of [first, second]) {
      if (this.store.find(original.id)?.onBehalf) this.store.forget(original.id);
    }
  }

  /** Shows one of the originals, from memory or by querying it again, once. */
  async openOriginal({ comparison }: Result, side: 0 | 1): Promise<void> {
    const original = comparison && [comparison.first, comparison.second][side];
    if (!original) return;
    const kept = this.store.find(this.queriedAgain.get(original.id) ?? original.id);
    if (kept) {
      this.panels.open(kept, 'json');
      return;
    }
    if (this.beingQueried.has(original.id)) return; // its tab is already open
    this.beingQueried.add(original.id);
    try {
      const again = await this.queries.repeat(original);
      if (again?.outcome === 'success') this.queriedAgain.set(original.id, again.id);
    } finally {
      this.beingQueried.delete(original.id);
    }
  }

  private choices(result: Result): Choice[] {
    const { dataset } = result.query;
    const others = this.store.offered.filter((other) => isComparable(result, other)).reverse();
    const kept = others.map((other): Choice => ({
      label: plainLabel(titleOf(other)),
      description: vscode.l10n.t('{0} rows', formatCount(other.table.rows)),
      pair: () => earlierFirst(result, other),
    }));
    const queries: Choice[] = [];
    if (hasStatuses(result.query)) {
      queries.push({
        label: vscode.l10n.t('$(versions) Preliminary vs. Official'),
        detail: vscode.l10n.t('Runs the query once for each status'),
        pair: () => bothStatuses(result),
      });
    }
    if (firstDayOf(result.query) !== null && dataset.record !== 'publicOrder') {
      queries.push({
        label: vscode.l10n.t('$(calendar) Same Query for Another Day…'),
        detail: vscode.l10n.t('Matches values by their time within the delivery day'),
        pair: () => withOtherDay(result),
      });
    }
    const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
    return [
      ...queries,
      separator(vscode.l10n.t('Results from {0} in memory', dataset.title())),
      ...(kept.length > 0
        ? kept
        : [
            {
              label: vscode.l10n.t(
                'No other results yet. Run the query again, or run it for another area or day.',
              ),
            },
          ]),
    ];
  }

  /** Queries what is not a result yet and shows the comparison. If that fails, no new result is kept. */
  private async compare(pair: Pair, inPlaceOf?: string): Promise<ResultSummary | undefined> {
    const fetched: Result[] = [];
    let made: Result | undefined;
    try {
      const both = await cancellable(vscode.l10n.t('Running the queries to compare'), (signal) =>
        this.both(pair, fetched, signal),
      );
      made =
        both &&
        (await cancellable(vscode.l10n.t('Comparing'), (signal) =>
          this.store.compare(...both, settings.timeZone(), signal),
        ));
    } finally {
      if (!made) for (const { id } of fetched) this.store.forget(id);
    }
    if (!made) return undefined;
    this.panels.show(made, inPlaceOf === undefined ? {} : { inPlaceOf });
    return summaryOf(made);
  }

  /**
   * Gets both results, one after the other. Resolves with `undefined` if a sign-in is needed and the person
   * cancels it. New results are added to `fetched`.
   */
  private async both(
    pair: Pair,
    fetched: Result[],
    signal: AbortSignal,
  ): Promise<readonly [Result, Result] | undefined> {
    const resultOf = async (wanted: Wanted): Promise<Result | undefined> => {
      if ('progress' in wanted) return wanted;
      const answer = await this.queries.answerTo(wanted.query, wanted.connection, signal);
      if (answer) fetched.push(answer);
      return answer;
    };
    const first = await resultOf(pair[0]);
    const second = first && (await resultOf(pair[1]));
    return second && [first, second];
  }
}

const titleOf = (result: Result) => resultTitle(result, settings.timeZone());

/** Editor menus pass where they were opened, or nothing. */
const isFromMenu = (argument: unknown) =>
  argument === undefined ||
  argument === null ||
  argument instanceof vscode.Uri ||
  (typeof argument === 'object' && 'groupId' in argument);

const isComparable = (result: Result, other: Result) =>
  other.id !== result.id && other.query.dataset.path === result.query.dataset.path && isWholeAnswer(other);

/** The earlier day first, else the earlier query, so that a difference shows what has changed since. */
function earlierFirst(one: Result, other: Result): readonly [Result, Result] {
  const [day, otherDay] = [firstDayOf(one.query) ?? '', firstDayOf(other.query) ?? ''];
  const isFirst = day === otherDay ? one.startedEpochMs < other.startedEpochMs : day < otherDay;
  return isFirst ? [one, other] : [other, one];
}

async function withOtherDay(result: Result): Promise<Pair | undefined> {
  const { query, connection } = result;
  const day = await askOtherDay(query);
  if (day === undefined) return undefined;
  const other = { query: onOtherDay(query, day), connection };
  return day < (firstDayOf(query) ?? '') ? [other, result] : [result, other];
}

/** A result that already has one of the statuses is not queried again. */
function bothStatuses(result: Result): Pair {
  const { query, connection } = result;
  const one = (status: PriceStatus): Wanted =>
    query.parameters.status === status ? result : { query: ofStatus(query, status), connection };
  return [one('P'), one('O')];
}

/**
 * The original that a command on a comparison applies to, selected by a prompt; `undefined` if the person
 * cancelled.
 */
export async function chooseOriginal({ first, second }: Comparison): Promise<Original | undefined> {
  const items = [first, second].map((original) => ({
    label: plainLabel(original.label),
    original,
  }));
  const placeHolder = vscode.l10n.t('Select one of the two queries');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.original;
}
