import * as vscode from 'vscode';
import { firstDayOf, onOtherDay } from '../market/otherDay';
import type { Query } from '../market/query';
import { formatCount } from '../market/words';
import { isWholeAnswer, refusePartial, resultTitle } from '../results/comparison';
import { summaryOf, type Result, type ResultSummary } from '../results/result';
import type { ResultStore } from '../results/resultStore';
import { askOtherDay } from './askOtherDay';
import { cancellable } from './cancellable';
import { compareArgumentShape, readArgument } from './commandArguments';
import { commandIds } from './commands';
import { requireWhole } from './freshAnswer';
import { plainLabel } from './plainLabel';
import type { Queries } from './queries';
import type { ResultPanels } from './resultPanels';
import { settings } from './settings';

interface Choice extends vscode.QuickPickItem {
  /** Both results, the earlier first; `undefined` where the person changed their mind. */
  readonly pair?: () => Promise<readonly [Result, Result] | undefined>;
}

/** Holds results of one dataset against each other. Rejects with an `Error` fit to be shown. */
export class Comparisons {
  /** What was asked for again of the originals that had left the memory: new ids by old ones. */
  private readonly askedAgain = new Map<string, string>();
  /** Old ids of those that are being asked for. */
  private readonly asking = new Set<string>();

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
      const asked = readArgument(commandIds.compare, compareArgumentShape, argument);
      const pair = [this.store.get(asked.first), this.store.get(asked.second)] as const;
      const result = await this.store.compare(...pair, settings.timeZone());
      if (asked.show !== false) this.panels.show(result);
      return summaryOf(result);
    }
    const result = await choose();
    return result && this.prompt(result);
  }

  /** Asks with what the result is to be compared, and shows what comes of it. */
  async prompt(result: Result): Promise<ResultSummary | undefined> {
    refusePartial(result);
    const placeHolder = vscode.l10n.t('Compare {0} with', plainLabel(titleOf(result)));
    const chosen = await vscode.window.showQuickPick(this.choices(result), { placeHolder });
    const pair = await chosen?.pair?.();
    return pair && this.show(pair);
  }

  /** The same comparison of fresh answers, in the tab of the old one. */
  async repeat({ id, comparison }: Result): Promise<void> {
    if (!comparison) return;
    const { first, second } = comparison;
    const pair = await this.both(first, second);
    if (pair) await this.show(pair, id);
  }

  /** Shows one of the originals: from memory, or asked for again, once. */
  async openOriginal({ comparison }: Result, place: 0 | 1): Promise<void> {
    const original = comparison && [comparison.first, comparison.second][place];
    if (!original) return;
    const kept = this.store.find(this.askedAgain.get(original.id) ?? original.id);
    if (kept) {
      this.panels.open(kept, 'json');
      return;
    }
    if (this.asking.has(original.id)) return; // its tab is there already
    this.asking.add(original.id);
    try {
      const again = await this.queries.repeat(original);
      if (again?.outcome === 'success') this.askedAgain.set(original.id, again.id);
    } finally {
      this.asking.delete(original.id);
    }
  }

  private choices(result: Result): Choice[] {
    const { dataset } = result.query;
    const others = this.store.all.filter((other) => isComparable(result, other)).reverse();
    const kept = others.map((other): Choice => ({
      label: plainLabel(titleOf(other)),
      description: vscode.l10n.t('{0} rows', formatCount(other.table.rows)),
      pair: () => Promise.resolve(inOrder(result, other)),
    }));
    const asked: Choice[] = [];
    if (dataset.parameters.some(({ name }) => name === 'status')) {
      asked.push({
        label: vscode.l10n.t('$(versions) Preliminary against official'),
        detail: vscode.l10n.t('Asks for the prices of both statuses'),
        pair: () => this.bothStatuses(result),
      });
    }
    if (firstDayOf(result.query) !== null && dataset.record !== 'publicOrder') {
      asked.push({
        label: vscode.l10n.t('$(calendar) Same query on another day…'),
        detail: vscode.l10n.t('Joins both by the time of the delivery day'),
        pair: () => this.withOtherDay(result),
      });
    }
    const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator }); // prettier-ignore
    return [
      ...asked,
      separator(vscode.l10n.t('Results of {0} in memory', dataset.title)),
      ...(kept.length > 0
        ? kept
        : [{ label: vscode.l10n.t('None yet: run the query again, or for another area or day') }]),
    ];
  }

  private async withOtherDay(result: Result): Promise<readonly [Result, Result] | undefined> {
    const day = await askOtherDay(result.query);
    if (day === undefined) return undefined;
    const query = onOtherDay(result.query, day);
    const other = await this.asked((signal) => this.queries.answerTo(query, result.connection, signal)); // prettier-ignore
    return other && inOrder(result, other);
  }

  /** A result that is of one status already is not asked for again. */
  private async bothStatuses(result: Result): Promise<readonly [Result, Result] | undefined> {
    const { query, connection } = result;
    const one = (status: string) =>
      query.parameters.status === status
        ? result
        : { query: inOrderOfDataset({ ...query.parameters, status }, query), connection };
    return this.both(one('P'), one('O'));
  }

  /** Asks for what is not a result yet, one after the other. */
  private async both(
    ...wanted: readonly [Wanted, Wanted]
  ): Promise<readonly [Result, Result] | undefined> {
    return this.asked(async (signal) => {
      const found: Result[] = [];
      for (const each of wanted) {
        const result = 'progress' in each ? each : await this.queries.answerTo(each.query, each.connection, signal); // prettier-ignore
        if (!result) return undefined;
        found.push(result);
      }
      const [first, second] = found;
      return first && second && ([first, second] as const);
    });
  }

  /** Refuses, in words for a person, an answer that is of no use to compare. */
  private async asked<Found extends Result | readonly Result[]>(
    ask: (signal: AbortSignal) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const found = await cancellable(vscode.l10n.t('Asking for what is compared'), ask);
    const all = [found ?? []].flat();
    const preliminary = all.find(({ table, query }) => table.rows === 0 && query.parameters.status === 'P'); // prettier-ignore
    if (preliminary) {
      const name = plainLabel(titleOf(preliminary));
      throw new Error(vscode.l10n.t('The service has no preliminary prices for {0}. Prices are preliminary where an exchange rate is still to be fixed: try a recent day in a local currency such as NOK.', name)); // prettier-ignore
    }
    for (const each of all) requireWhole(each, plainLabel(titleOf(each)));
    return found;
  }

  private async show(
    [first, second]: readonly [Result, Result],
    inPlaceOf?: string,
  ): Promise<ResultSummary | undefined> {
    const result = await cancellable(vscode.l10n.t('Comparing'), (signal) =>
      this.store.compare(first, second, settings.timeZone(), signal),
    );
    if (!result) return undefined;
    this.panels.show(result, inPlaceOf);
    return summaryOf(result);
  }
}

/** A result, or the question that leads to one. */
type Wanted = Result | Pick<Result, 'query' | 'connection'>;

const titleOf = (result: Result) => resultTitle(result, settings.timeZone());

/** Menus of the editor hand over where they were opened, or nothing. */
const isFromMenu = (argument: unknown) =>
  argument === undefined ||
  argument === null ||
  argument instanceof vscode.Uri ||
  (typeof argument === 'object' && 'groupId' in argument);

const isComparable = (result: Result, other: Result) =>
  other.id !== result.id &&
  other.query.dataset.path === result.query.dataset.path &&
  isWholeAnswer(other);

/** The earlier day first, else what was asked earlier: a difference says what changed since. */
function inOrder(one: Result, other: Result): readonly [Result, Result] {
  const [day, otherDay] = [firstDayOf(one.query) ?? '', firstDayOf(other.query) ?? ''];
  const isFirst = day === otherDay ? one.startedEpochMs < other.startedEpochMs : day < otherDay;
  return isFirst ? [one, other] : [other, one];
}

/** Parameters are sent in the dataset's order. */
function inOrderOfDataset(parameters: Record<string, string>, { dataset }: Query): Query {
  const pairs = dataset.parameters.flatMap(({ name }) => {
    const value = parameters[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { dataset, parameters: Object.fromEntries(pairs) as Record<string, string> };
}
