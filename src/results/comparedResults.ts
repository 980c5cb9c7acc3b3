import { comparedDataset, comparisonPlans } from '../market/datasets/comparisonPlans';
import { type ComparisonSummary } from '../market/datasets/comparisonSummary';
import { daysBetween } from '../market/query/otherDay';
import { titleOf, type Query } from '../market/query/query';
import type { RequestTrace } from '../request/requestTrace';
import { sharedQuery, resultLabels } from '../market/query/resultLabels';
import { t } from '../text/l10n';
import type { Result } from './result';
import type { TableState, WorkerQuestions } from './workerMessages';

/** One of the two results of which a comparison was made; it may have left the memory since. */
export interface Original {
  readonly id: string;
  /** What tells it from the other: "preliminary". */
  readonly label: string;
  readonly query: Query;
  readonly connection: string;
  readonly request: RequestTrace;
}

/** What a result is that no service answered with. */
export interface Comparison {
  readonly first: Original;
  readonly second: Original;
  /** `null` where its rows are gone and only both queries are left. */
  readonly summary: ComparisonSummary | null;
}

/** What a comparison keeps of one of its results. */
export const originalOf = ({ id, query, connection, request }: Result, label: string): Original => ({
  id,
  label,
  query,
  connection,
  request,
});

/** Both results by what tells them apart. `zone` is for the words. */
export function originalsOf(
  first: Result,
  second: Result,
  zone: string,
): Pick<Comparison, 'first' | 'second'> {
  const labels = resultLabels(first, second, zone);
  return { first: originalOf(first, labels[0]), second: originalOf(second, labels[1]) };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the thread is asked for, to keep the table it makes under the id `as`. */
export function comparisonQuestion(
  first: Result,
  second: Result,
  originals: Pick<Comparison, 'first' | 'second'>,
  as: string,
  maxTableBytes: number,
): WorkerQuestions['compare']['question'] {
  const { record } = first.query.dataset;
  return {
    second: second.id,
    as,
    record,
    maxTableBytes,
    // Orders are joined by their ids, whatever day they are of.
    days: comparisonPlans[record].end === undefined ? 0 : daysBetween(first.query, second.query),
    titles: [capitalised(originals.first.label), capitalised(originals.second.label)],
  };
}

/** What both originals have in common, as the query of their comparison, whose table this is. */
export function queryOfComparison(first: Query, second: Query, { columns }: TableState): Query {
  const { dataset, parameters } = sharedQuery(first, second);
  const telling = columns.filter(({ isConstant }) => !isConstant).map(({ key }) => key);
  return { dataset: comparedDataset(dataset, telling), parameters };
}

/** "preliminary against official" */
export const versusLabel = ({ first, second }: Comparison): string =>
  t('{0} against {1}', first.label, second.label);

/** "Day-ahead prices · NO1 · 29 Mar 2026 · preliminary against official": what a result's tab is called. */
export function resultTitle(
  { query, comparison }: Pick<Result, 'query' | 'comparison'>,
  zone: string,
): string {
  const title = titleOf(query, zone);
  return comparison ? `${title} · ${versusLabel(comparison)}` : title;
}

/** Why a result is no answer that arrived in full, with rows, in words for a person; else `null`. */
function whyPartial({ progress, table, comparison }: Result): string | null {
  if (comparison)
    return t('A comparison is not compared again. Open one of its results to compare that with another one.');
  if (progress.kind === 'gone') return t('This result is no longer in memory. Run the query again.');
  if (progress.kind !== 'ended')
    return t('A result that is still arriving cannot be compared. Wait until its query has ended.');
  if (table.rows === 0)
    return t('A result without rows cannot be compared. Run its query for another day or area.');
  if (progress.outcome.kind !== 'success')
    return t(
      'An answer that did not arrive in full cannot be compared: what did not come would count as missing. Run its query again, then compare.',
    );
  return null;
}

/** Whether a service answered in full, with rows: what can be compared, and laid over a chart. */
export const isWholeAnswer = (result: Result): boolean => whyPartial(result) === null;

/** Throws an `Error` fit to be shown where a result is no whole answer. */
export function refusePartial(result: Result): void {
  const why = whyPartial(result);
  if (why !== null) throw new Error(why);
}

/** Throws an `Error` fit to be shown where the two cannot be held against each other. */
export function refuseIncomparable(first: Result, second: Result): void {
  if (first.id === second.id) throw new Error(t('A result is compared with another one, not with itself.'));
  if (
    first.query.dataset.record !== second.query.dataset.record ||
    first.query.dataset.path !== second.query.dataset.path
  ) {
    throw new Error(t('Only results of the same dataset can be compared. Choose two of one dataset.'));
  }
  refusePartial(first);
  refusePartial(second);
}
