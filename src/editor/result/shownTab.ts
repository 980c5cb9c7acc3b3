import type { Finding } from '../../market/integrity/findings';
import { isTimeZone } from '../../market/time/zones';
import { comparisonOf } from '../../protocol/source';
import type { Result } from '../../results/result';

/** How many results a tab can go back. */
const mostEarlier = 50;

/** What a tab shows. It's replaced as a whole by `nextTab`. */
export interface ShownTab {
  readonly result: Result;
  /** Other results in its chart. */
  readonly overlaid: readonly Result[];
  /** What the tab showed before, to which it can go back. */
  readonly earlier: readonly Pick<ShownTab, 'result' | 'overlaid'>[];
  /** The ids of all results that the tab has shown. */
  readonly everShown: ReadonlySet<string>;
  /** The last result that ran the same query again, failed, and left the rows before it in place. */
  readonly failedAgain: Result | undefined;
  /** The person has used the tab or chose to keep it, so the next query opens another one. */
  readonly isKept: boolean;
  readonly timeZone: string;
  /** The findings of the ended result, `null` if there can't be any; asked for as soon as it has ended. */
  readonly integrity: 'unknown' | 'asked' | readonly Finding[] | null;
  /** Which result, its progress, and whether it has rows: what a person is told without delay. */
  readonly news: string;
}

export type TabEvent =
  /** The shown result has changed. */
  | { readonly kind: 'changed' }
  /** The result before can be brought back, unless it was still running. */
  | { readonly kind: 'show'; readonly result: Result }
  /** Shows the result before this one again; without rows if they are no longer in memory. */
  | { readonly kind: 'back' }
  /** From now on, only changes of its own query replace the result in the tab. */
  | { readonly kind: 'keep' }
  /** Adds another result to the chart. Adding the same one again has no effect. */
  | { readonly kind: 'overlay'; readonly other: Result }
  | { readonly kind: 'removeOverlay'; readonly id: string }
  /** Without a time zone, or with an unknown one, the list in the view goes back to its previous value. */
  | { readonly kind: 'timeZone'; readonly zone: string | undefined }
  | { readonly kind: 'judged'; readonly result: Result; readonly integrity: readonly Finding[] | null };

/** A tab that was just opened. */
export const newTab = (result: Result, timeZone: string): ShownTab => ({
  result,
  overlaid: [],
  earlier: [],
  everShown: new Set([result.id]),
  failedAgain: undefined,
  isKept: false,
  timeZone,
  integrity: 'unknown',
  news: '',
});

/** What the tab shows after the event; the same object if nothing is to be told. */
export function nextTab(tab: ShownTab, event: TabEvent): ShownTab {
  const after = afterEvent(tab, event);
  if (after === tab) return tab;
  const shown = withRowsBefore(after);
  const { id, progress, table } = shown.result;
  const isDue = shown.integrity === 'unknown' && progress.kind === 'ended';
  const needsCheck = table.rows > 0 && !comparisonOf(shown.result);
  return {
    ...shown,
    ...(isDue && { integrity: needsCheck ? 'asked' : null }),
    news: `${id} ${progress.kind} ${table.rows > 0}`,
  };
}

function afterEvent(tab: ShownTab, event: TabEvent): ShownTab {
  const { result, overlaid, earlier } = tab;
  switch (event.kind) {
    case 'changed':
      return { ...tab };
    case 'show': {
      // Nobody wants half of the rows of a query back that can no longer be canceled.
      if (event.result.id === result.id || isUnderWay(result)) return displaying(tab, event.result);
      const left = [...earlier, { result, overlaid }].slice(-mostEarlier);
      return displaying({ ...tab, earlier: left }, event.result);
    }
    case 'back': {
      const before = earlier.at(-1);
      return before
        ? displaying({ ...tab, earlier: earlier.slice(0, -1) }, before.result, before.overlaid)
        : tab;
    }
    case 'keep':
      return tab.isKept ? tab : { ...tab, isKept: true };
    case 'overlay':
      return { ...tab, overlaid: [...overlaid.filter(({ id }) => id !== event.other.id), event.other] };
    case 'removeOverlay': {
      const left = overlaid.filter(({ id }) => id !== event.id);
      return left.length === overlaid.length ? tab : { ...tab, overlaid: left };
    }
    case 'timeZone':
      return { ...tab, ...(event.zone !== undefined && isTimeZone(event.zone) && { timeZone: event.zone }) };
    case 'judged':
      // The tab may have switched to another result in the meantime.
      return result === event.result && tab.integrity === 'asked'
        ? { ...tab, integrity: event.integrity }
        : tab;
  }
}

/** `overlaid` are the results that were in its chart before. */
const displaying = (tab: ShownTab, result: Result, overlaid: readonly Result[] = []): ShownTab => ({
  ...tab,
  result,
  // The same query is still about the same days, so the overlays stay.
  overlaid: haveSameQuery(result, tab.result)
    ? tab.overlaid
    : overlaid.filter(({ progress }) => progress.kind !== 'gone'),
  everShown: new Set([...tab.everShown, result.id]),
  failedAgain: undefined,
  integrity: 'unknown',
});

/** A query that ran again and brought nothing leaves the rows that were there in place. */
function withRowsBefore(tab: ShownTab): ShownTab {
  const before = tab.earlier.at(-1)?.result;
  const { progress, table } = tab.result;
  if (!before || before.table.rows === 0 || before.progress.kind === 'gone') return tab;
  if (progress.kind !== 'ended' || table.rows > 0 || !haveSameQuery(before, tab.result)) return tab;
  const { kind } = progress.outcome;
  if (kind === 'success' || kind === 'noData') return tab;
  return { ...displaying({ ...tab, earlier: tab.earlier.slice(0, -1) }, before), failedAgain: tab.result };
}

/** Whether the result still arrives. */
export const isUnderWay = ({ progress: { kind } }: Result): boolean => kind !== 'ended' && kind !== 'gone';

/** Whether the next query may take over the tab. A download would end if it did. */
export const isReplaceable = ({ isKept, result }: ShownTab): boolean =>
  !isKept && !isUnderWay(result) && !comparisonOf(result);

const uriOf = ({ source }: Result) => ('uri' in source ? source.uri : undefined);

/** Whether two results are about the same query of the same connection or file. */
export const haveSameQuery = (one: Result, other: Result): boolean =>
  one.connection === other.connection &&
  uriOf(one) === uriOf(other) &&
  one.query.dataset.id === other.query.dataset.id &&
  JSON.stringify(one.query.parameters) === JSON.stringify(other.query.parameters);

/**
 * How often the view is updated while a body arrives, in milliseconds. Drawing a growing table costs as much as
 * drawing a complete one, so it happens only as often as the eye can follow.
 */
const stateEveryMs = { atFirst: 100, later: 400, laterFromMs: 1000 };

/**
 * A query without rows is shown so late that a quick response replaces what the tab showed, without an empty
 * chart.
 */
const unansweredMs = 40;

/** For how many milliseconds the view may show what it had before; the first rows are not delayed. */
export function stateDelay(before: ShownTab, { result, news }: ShownTab, nowEpochMs: number): number {
  if (!isUnderWay(result)) return 0;
  const { atFirst, later, laterFromMs } = stateEveryMs;
  if (news === before.news) return nowEpochMs - result.startedEpochMs < laterFromMs ? atFirst : later;
  return result.table.rows === 0 ? unansweredMs : 0;
}
