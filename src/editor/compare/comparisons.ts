import * as vscode from 'vscode';
import { onOtherDay } from '../../market/query/otherDay';
import { firstDayOf } from '../../market/query/queryPeriod';
import {
  hasStatuses,
  likelyHasBothStatuses,
  ofStatus,
  type PriceStatus,
} from '../../market/query/priceStatus';
import { addDays } from '../../market/time/deliveryDay';
import { isWholeResponse, refusePartial } from '../../results/comparedResults';
import { canOverlay } from '../../results/overlaidResults';
import { summaryOf, type Result, type ResultSummary } from '../../results/result';
import { titleOf } from '../../results/resultNames';
import type { ResultStore } from '../../results/store/resultStore';
import type { ViewAction } from '../../protocol/messages';
import {
  comparisonOf,
  fileOf,
  hasOwnConnection,
  isResponse,
  rangeOf,
  type Comparison,
  type Original,
} from '../../protocol/source';
import type { SavedResponses } from '../savedResponses/savedResponses';
import { cancellable } from '../shell/cancellable';
import { showFailure, type NextAction } from '../shell/failureMessages';
import { plainLabel } from '../../text/plainLabel';
import type { Queries } from '../query/queries';
import { resultItems } from '../result/resultItems';
import type { ResultPanels } from '../result/resultPanels';
import { pick } from '../shell/promptSteps';
import { settings } from '../shell/settings';
import { otherQueries, typedQueries, type OfferedQuery } from './otherQueries';

/** A result, or the query that returns one, or the file. */
type Wanted = Result | (Pick<Result, 'query' | 'connection'> & Partial<Pick<Result, 'source'>>);
/** The two sides of a comparison. Differences are second minus first. */
type Pair = readonly [Wanted, Wanted];

interface Choice extends vscode.QuickPickItem {
  /** `undefined` if the person canceled. */
  readonly pair?: () => Pair | Promise<Pair | undefined>;
}

/** What is made of two results: both in the chart of the first one, or a comparison in a tab of its own. */
type Made = Extract<ViewAction, { kind: 'compare' }>['as'];

/** A list item for a response that isn't in memory. */
export interface EarlierResponse extends vscode.QuickPickItem {
  /** The id of its result. */
  readonly id: string;
  /** Reads it again. Rejects with an `Error` ready to display. */
  readonly read: () => Promise<Result>;
}

/** How a person is prompted. Besides the results in memory, `earlier` offers those that it resolves with. */
interface Prompted {
  readonly as?: Made;
  readonly earlier?: () => Promise<readonly EarlierResponse[]>;
}

/** Compares results from the same dataset. Headless calls reject with an `Error` ready to display. */
export class Comparisons {
  /** New ids, by old id, of originals that were no longer in memory and were queried again. */
  private readonly queriedAgain = new Map<string, string>();
  /** Old ids of originals that are being queried again now. */
  private readonly beingQueried = new Set<string>();

  constructor(
    private readonly store: ResultStore,
    private readonly panels: ResultPanels,
    private readonly queries: Queries,
    private readonly files: SavedResponses,
  ) {}

  /**
   * Compares two results, of which the first is the base. Rejects with an `Error` ready to display, or with
   * the signal's reason.
   */
  async compareResults(
    first: Result,
    second: Result,
    show = true,
    signal?: AbortSignal,
  ): Promise<ResultSummary> {
    const result = await this.store.compare(first, second, settings.timeZone(), signal);
    if (show) void this.panels.show(result);
    return summaryOf(result);
  }

  /**
   * Prompts for the result to overlay this one with, or to compare it with: then it's the base. Resolves with the
   * comparison, if there is one.
   */
  async prompt(result: Result, prompted: Prompted = {}): Promise<ResultSummary | undefined> {
    return this.store.whileKeeping(result, () => this.promptKept(result, prompted));
  }

  private async promptKept(result: Result, prompted: Prompted): Promise<ResultSummary | undefined> {
    const { as = 'difference', earlier } = prompted;
    try {
      if (as === 'difference') refusePartial(result);
    } catch (error) {
      const runAgain = { label: vscode.l10n.t('Run Again'), take: () => this.queries.repeat(result) };
      showFailure(error, isResponse(result.source) ? [runAgain] : []);
      return undefined;
    }
    const title = plainLabel(titleOf(result, settings.timeZone()));
    const another = {
      label: vscode.l10n.t('Choose Another Result…'),
      take: () => this.prompt(result, prompted),
    };
    try {
      const choices = this.choices(result, as, (await earlier?.()) ?? []);
      const areas = this.areaChoices(result, as);
      const end = await pick<Choice>({
        title:
          as === 'overlay' ? vscode.l10n.t('Overlay on {0}', title) : vscode.l10n.t('Compare {0}', title),
        placeholder: vscode.l10n.t('Select a result, or type a day or an area for the same query'),
        items: (typed) => {
          const meant = this.typedChoices(result, as, typed);
          return meant.length > 0 ? [...meant, ...choices] : [...choices, ...areas];
        },
        accepts: ({ pair: ofChoice }) => ofChoice !== undefined,
        meant: ({ alwaysShow }) => alwaysShow === true,
      });
      const pair = end.kind === 'answer' ? await end.answer.pair?.() : undefined;
      return pair && (await this.makePrompted(pair, another, { as }));
    } catch (error) {
      showFailure(error, [another]); // an earlier response may be gone
      return undefined;
    }
  }

  /**
   * Overlays a result with the same query for another day, so many days later or earlier, or compares it with that.
   */
  async withDay(result: Result, days: number, as: Made): Promise<void> {
    const day = firstDayOf(result.query);
    if (day === null) return;
    const again = { label: vscode.l10n.t('Try Again'), take: () => this.withDay(result, days, as) };
    const query = onOtherDay(result.query, addDays(day, days));
    await this.makePrompted([result, { query, connection: this.queries.connectionOf(result) }], again, {
      as,
    });
  }

  /** Repeats the comparison with new responses, in the same tab. */
  async repeat(result: Result): Promise<void> {
    const comparison = comparisonOf(result);
    if (!comparison) return;
    const { first, second } = comparison;
    const again = { label: vscode.l10n.t('Try Again'), take: () => this.repeat(result) };
    if (!(await this.makePrompted([first, second], again, { as: 'difference', inPlaceOf: result.id })))
      return;
    // No tab shows the results fetched for the previous comparison, so they can be discarded.
    for (const original of [first, second]) {
      if (this.store.find(original.id)?.onBehalf) this.store.forget(original.id);
    }
  }

  /** Overlays or compares for a person. A failure is shown, with what to do next. */
  private async makePrompted(
    pair: Pair,
    next: NextAction,
    wish: { as: Made; inPlaceOf?: string },
  ): Promise<ResultSummary | undefined> {
    const tried: Wanted[] = [];
    try {
      return await this.make(pair, tried, wish);
    } catch (error) {
      const failed = tried.at(-1);
      const show = failed &&
        !fileOf(failed) && {
          label: vscode.l10n.t('Run That Query'),
          // In a new tab, because no tab shows a result without an id.
          take: () => this.queries.repeat({ id: '', query: failed.query, connection: failed.connection }),
        };
      showFailure(error, show ? [next, show] : [next]);
      return undefined;
    }
  }

  /** Shows one of the originals, A or B. If it is no longer in memory, queries it again, but only once. */
  async openOriginal(result: Result, side: 0 | 1): Promise<void> {
    const comparison = comparisonOf(result);
    if (!comparison) return;
    const original = side === 0 ? comparison.second : comparison.first;
    const kept = this.store.find(this.queriedAgain.get(original.id) ?? original.id);
    if (kept) {
      this.panels.open(kept, 'json');
      return;
    }
    if (this.beingQueried.has(original.id)) return; // its tab is already open
    this.beingQueried.add(original.id);
    try {
      const again = fileOf(original)
        ? await this.files.openAgain(original)
        : await this.queries.repeat(original);
      if (again?.outcome === 'success') this.queriedAgain.set(original.id, again.id);
    } finally {
      this.beingQueried.delete(original.id);
    }
  }

  private choices(result: Result, as: Made, earlier: readonly EarlierResponse[]): Choice[] {
    const fits = as === 'overlay' ? canOverlay : isComparable;
    const others = this.store.offered.filter((other) => fits(result, other));
    const kept = resultItems(others).map(({ result: other, ...item }): Choice => ({
      ...item,
      pair: () => [result, other],
    }));
    const inMemory = new Set(others.map(({ id }) => id));
    const read = earlier
      .filter(({ id }) => id !== result.id && !inMemory.has(id))
      .map(({ id: _id, read: again, ...item }): Choice => ({
        ...item,
        pair: async () => [result, await again()],
      }));
    const none = vscode.l10n.t(
      'No other results yet. Run the query again, or run it for another area or day.',
    );
    return [
      ...this.queryChoices(result, as),
      ...(kept.length > 0 || read.length === 0 ? [separator(vscode.l10n.t('Results in memory'))] : []),
      ...(kept.length > 0 || read.length > 0 ? kept : [{ label: none }]),
      ...(read.length > 0 ? [separator(vscode.l10n.t('Responses in the history'))] : []),
      ...read,
    ];
  }

  /**
   * Whether the query can be run again: that of a file only if it is known, and only on the selected connection. A
   * range comes from several requests, so it can't be run for another day or area.
   */
  private canQuery(result: Result): boolean {
    return !rangeOf(result) && this.queries.hasConnectionOf(result);
  }

  private typedChoices(result: Result, as: Made, typed: string): Choice[] {
    if (!this.canQuery(result)) return [];
    const others = typedQueries(result.query, typed, as === 'overlay', Date.now());
    return others.map((other) => ({ ...this.choiceOf(result, other), alwaysShow: true }));
  }

  private areaChoices(result: Result, as: Made): Choice[] {
    if (!this.canQuery(result)) return [];
    const { areas } = otherQueries(result.query, as === 'overlay', Date.now());
    if (areas.length === 0) return [];
    return [separator(vscode.l10n.t('Areas')), ...areas.map((area) => this.choiceOf(result, area))];
  }

  private choiceOf(result: Result, { label, description, query }: OfferedQuery): Choice {
    const other = { query, connection: this.queries.connectionOf(result) };
    const detail = vscode.l10n.t('Runs the same query for that day or area');
    return { label, description, detail, pair: () => [result, other] };
  }

  private queryChoices(result: Result, as: Made): Choice[] {
    if (!this.canQuery(result)) return [];
    const connection = this.queries.connectionOf(result);
    const now: Choice = {
      label: vscode.l10n.t('$(plug) Current Response'),
      detail: vscode.l10n.t('Runs the same query on {0}', plainLabel(connection)),
      pair: () => [result, { query: result.query, connection }],
    };
    const own: Choice = {
      label: vscode.l10n.t('$(edit) Another Query…'),
      detail: vscode.l10n.t('Prompts for the parameters to change'),
      pair: async () => {
        const other = await this.queries.askOther(result.query);
        return other && [result, { query: other, connection }];
      },
    };
    const others = otherQueries(result.query, as === 'overlay', Date.now());
    const days = others.days.map((day) => this.choiceOf(result, day));
    const isLikely = likelyHasBothStatuses(result.query, Date.now());
    const statuses =
      as === 'difference' && hasStatuses(result.query) ? [statusChoice(result, connection, isLikely)] : [];
    return [
      ...(hasOwnConnection(result) ? [] : [now]),
      ...(isLikely ? [...statuses, ...days] : [...days, ...statuses]),
      ...(result.query.dataset.record === 'timeSeries' ? [own] : []),
    ];
  }

  /**
   * Runs the queries that have no result yet, and shows both in one chart, or their comparison. After a failure, no
   * new result is kept, and `tried` ends with the query that failed, if one did.
   */
  private async make(
    pair: Pair,
    tried: Wanted[],
    { as, inPlaceOf }: { as: Made; inPlaceOf?: string },
  ): Promise<ResultSummary | undefined> {
    const fetched: Result[] = [];
    let isShown = false;
    try {
      const both = await cancellable(vscode.l10n.t('Running the queries to compare'), (signal) =>
        this.both(pair, fetched, tried, signal),
      );
      if (both && as === 'overlay') {
        this.panels.overlay(...both);
        isShown = true;
        return undefined;
      }
      const made =
        both &&
        (await cancellable(vscode.l10n.t('Comparing'), (signal) =>
          this.store.compare(...both, settings.timeZone(), signal),
        ));
      if (!made) return undefined;
      isShown = true;
      void this.panels.show(made, inPlaceOf === undefined ? {} : { inPlaceOf });
      return summaryOf(made);
    } finally {
      if (!isShown) for (const { id } of fetched) this.store.forget(id);
    }
  }

  /**
   * Gets both results, one after the other; near the limit of memory, the second doesn't replace the first.
   * Resolves with `undefined` if a sign-in is needed and the person cancels it. New results are added to
   * `fetched`; see `make` for `tried`.
   */
  private async both(
    pair: Pair,
    fetched: Result[],
    tried: Wanted[],
    signal: AbortSignal,
  ): Promise<readonly [Result, Result] | undefined> {
    const resultOf = async (wanted: Wanted): Promise<Result | undefined> => {
      if ('progress' in wanted) return wanted;
      const { query, connection } = wanted;
      const file = fileOf(wanted);
      tried.push(wanted);
      const answer = await (file
        ? this.files.read(file, query.dataset, signal)
        : this.queries.answerTo(query, connection, signal));
      tried.pop();
      if (answer) fetched.push(answer);
      return answer;
    };
    const first = await resultOf(pair[0]);
    const second = first && (await this.store.whileKeeping(first, () => resultOf(pair[1])));
    return second && [first, second];
  }
}

const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });

const isComparable = (result: Result, other: Result) =>
  other.id !== result.id && other.query.dataset.path === result.query.dataset.path && isWholeResponse(other);

const statusChoice = (result: Result, connection: string, isLikely: boolean): Choice => ({
  label: vscode.l10n.t('$(versions) Official vs. Preliminary'),
  detail: isLikely
    ? vscode.l10n.t('Queries the prices with both statuses')
    : vscode.l10n.t('Queries the prices with both statuses; likely only one of them exists'),
  pair: () => bothStatuses(result, connection),
});

/** A result that already has one of the statuses is not queried again. */
function bothStatuses(result: Result, connection: string): Pair {
  const { query } = result;
  const one = (status: PriceStatus): Wanted =>
    query.parameters.status === status ? result : { query: ofStatus(query, status), connection };
  return [one('P'), one('O')];
}

/**
 * The original that a command on a comparison applies to, selected by a prompt; `undefined` if the person
 * canceled.
 */
export async function chooseOriginal({ first, second }: Comparison): Promise<Original | undefined> {
  const items = [second, first].map((original) => ({
    label: plainLabel(original.label),
    original,
  }));
  const placeHolder = vscode.l10n.t('Select one of the two queries');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.original;
}
