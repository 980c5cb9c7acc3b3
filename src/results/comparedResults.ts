import * as l10n from '@vscode/l10n';
import { comparedDataset, comparisonPlans } from '../market/datasets/comparisonPlans';
import { comparisonSentence, formulaOf, type ComparisonSummary } from '../market/datasets/comparisonSummary';
import { daysBetween } from '../market/query/otherDay';
import { hasOtherSubject } from '../market/query/otherSubject';
import type { Query } from '../market/query/query';
import { sharedQuery } from '../market/query/resultLabels';
import { formatCount, formatCounted, type Counted } from '../text/l10n';
import { isPart, type Result } from './result';
import { labelsOf } from './resultNames';
import { fileOf, isSynthetic, whyNot, type Comparison, type Original } from '../protocol/source';
import type { TableState, ThreadQuestions } from '../protocol/workerMessages';

/** What a comparison keeps about one of its results. */
export const originalOf = ({ id, query, connection, request, source }: Result, label: string): Original => ({
  id,
  label,
  query,
  connection,
  request,
  source,
});

/** Both results with their distinguishing labels, whose times are in `zone`. */
export function originalsOf(
  first: Result,
  second: Result,
  zone: string,
): Pick<Comparison, 'first' | 'second'> {
  const [one = '', other = ''] = labelsOf([first, second], zone);
  return { first: originalOf(first, one), second: originalOf(second, other) };
}

/**
 * The files whose prices, volumes, and ids were replaced. Such values differ from all others, even if nothing
 * has changed: the same seed gives the same replacements only to the same values in the same order.
 */
const syntheticOf = ({ first, second }: Pick<Comparison, 'first' | 'second'>): string[] =>
  [first, second].flatMap((each) => (isSynthetic(each) ? (fileOf(each)?.name ?? []) : []));

const sideLabels = (originals: Pick<Comparison, 'first' | 'second'>) => {
  const { first, second } = originals;
  const isReplaced = syntheticOf(originals).length > 0;
  return {
    first: first.label,
    second: second.label,
    // Without values, a comparison can only say what was added and what is missing.
    hasOtherSubject: !isReplaced && hasOtherSubject(first.query, second.query),
    parts: [isPart(first), isPart(second)] as const,
    areValuesReplaced: isReplaced,
  };
};

/** The outcome in a sentence; times in `zone`. */
export function sentenceOf(comparison: Comparison, zone: string): string {
  const { summary, first, second } = comparison;
  if (summary === null) return l10n.t('The rows of both results are no longer in memory');
  const labels = sideLabels(comparison);
  return [
    // Comes first: otherwise, people would take everything after it for news about the market.
    ...(labels.areValuesReplaced
      ? [
          l10n.t(
            'The prices, volumes, and IDs in {0} are seeded, so only times, areas, and counts are compared',
            syntheticOf(comparison).join(', '),
          ),
        ]
      : []),
    comparisonSentence(summary, labels, first.query.dataset.record, zone),
    ...(summary.unplaced === undefined ? [] : [formatCounted(summary.unplaced, unplacedRows())]),
    ...[first, second].flatMap((each) => reservations(each, summary)),
  ].join('; ');
}

const unplacedRows = (): Counted => [
  l10n.t("{0} row isn't compared because its time can't be read"),
  l10n.t("{0} rows aren't compared because their times can't be read"),
];

/** What a person must know about a file before trusting its comparison. */
function reservations(original: Original, { leftOut }: Pick<ComparisonSummary, 'leftOut'>): string[] {
  const file = fileOf(original);
  if (!file) return [];
  const { name, chosenFrom, hasQuery, isChanged } = file;
  return [
    ...(chosenFrom === null
      ? []
      : [
          l10n.t(
            '{0} contains only part of a response, so rows found only in the other result are omitted ({1})',
            name,
            formatCount(leftOut),
          ),
        ]),
    ...(hasQuery ? [] : [l10n.t('the query for {0} is unknown', name)]),
    ...(isChanged ? [l10n.t('{0} was changed after it was saved', name)] : []),
  ];
}

/** A column header that begins with an original's label. The name of a file isn't capitalized. */
const titleOf = (original: Original, text: string) =>
  fileOf(original) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** The thread's question for the comparison. The thread will store the new table under the id `as`. */
export function comparisonQuestion(
  first: Result,
  second: Result,
  originals: Pick<Comparison, 'first' | 'second'>,
  as: string,
  maxTableBytes: number,
): ThreadQuestions['compare']['question'] {
  const { record } = first.query.dataset;
  const labels = sideLabels(originals);
  return {
    second: second.id,
    as,
    record,
    maxTableBytes,
    // Orders are matched by their ids, whatever day they are for.
    days: comparisonPlans[record].end === undefined ? 0 : daysBetween(first.query, second.query),
    titles: [
      titleOf(originals.first, labels.first),
      titleOf(originals.second, labels.second),
      titleOf(originals.second, formulaOf(labels)),
    ],
    tellsChanges: !labels.hasOtherSubject,
    parts: labels.parts,
    areValuesReplaced: labels.areValuesReplaced,
  };
}

/** What both queries have in common, as the query of their comparison. `columns` are those of its table. */
export function queryOfComparison(first: Query, second: Query, { columns }: TableState): Query {
  const { dataset, parameters } = sharedQuery(first, second);
  const distinguishing = columns.filter(({ constant }) => constant === undefined).map(({ key }) => key);
  return { dataset: comparedDataset(dataset, distinguishing), parameters };
}

/** Why a result isn't a complete response with rows, as a sentence; otherwise `null`. */
function whyPartial({ progress, table, source }: Result): string | null {
  const never = whyNot('compare', source);
  if (never !== null) return never;
  if (progress.kind === 'gone') return l10n.t('This result is no longer in memory. Run the query again.');
  if (progress.kind !== 'ended')
    return l10n.t(
      "The result can't be compared while it's still loading. Wait until its query has finished.",
    );
  if (table.rows === 0)
    return l10n.t("A result without rows can't be compared. Run its query for a different day or area.");
  if (progress.outcome.kind !== 'success')
    return l10n.t(
      "An incomplete result can't be compared, because rows that weren't received would count as missing. Run its query again, then compare.",
    );
  return null;
}

/** Whether the result is a complete response with rows, which can be compared and overlaid on a chart. */
export const isWholeResponse = (result: Result): boolean => whyPartial(result) === null;

/** Throws an `Error` ready to display if a result isn't a complete response with rows. */
export function refusePartial(result: Result): void {
  const why = whyPartial(result);
  if (why !== null) throw new Error(why);
}

/** Throws an `Error` ready to display if the two results can't be compared. */
export function refuseIncomparable(first: Result, second: Result): void {
  if (first.id === second.id)
    throw new Error(l10n.t("A result can't be compared with itself. Select a different result."));
  if (
    first.query.dataset.record !== second.query.dataset.record ||
    first.query.dataset.path !== second.query.dataset.path
  ) {
    throw new Error(
      l10n.t('Only results from the same dataset can be compared. Select two results from the same dataset.'),
    );
  }
  refusePartial(first);
  refusePartial(second);
}
